import { type ReactNode, useEffect, useRef, useState } from "react";
import { writeAmount, writeUnits } from "#core/wallet/amounts.ts";
import { describeProviderError } from "#core/wallet/provider-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";
import { type PreparedTransfer, sendTransfer } from "./prepare-transfer.ts";
import { storeSent, useSent } from "./use-sent.ts";
import type { Connected } from "./wallet-state.ts";

interface SendReviewProps {
  readonly state: Connected;
  readonly prepared: PreparedTransfer;
  /** Called when the wallet is prompted and when it refuses. In between the review must stay open. */
  readonly onAsked: (isAsked: boolean) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

const STATUS_TEXTS = {
  pending: "Sent. Waiting for confirmation...",
  completed: "Completed.",
  failed: "Failed. The transaction was reverted, but the fee was charged.",
  dropped: "Dropped. The network discarded it, or another transaction replaced it.",
} as const;

/** Shows all details before the wallet is prompted, then the transaction's status. */
export function SendReview({ state, prepared, onAsked, onBack, onClose }: SendReviewProps) {
  const [phase, setPhase] = useState<"ready" | "asking">("ready");
  const [problem, setProblem] = useState<string | null>(null);
  const [hash, setHash] = useState<string | null>(null);
  const { holding, to, units, fee, from, native } = prepared;
  const transaction = useSent().find((one) => one.hash === hash);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  async function send() {
    setPhase("asking");
    setProblem(null);
    onAsked(true);
    try {
      const sentHash = await sendTransfer(state.wallet.provider, prepared);
      storeSent({
        hash: sentHash,
        chainId: prepared.chainId,
        from,
        to,
        symbol: holding.symbol,
        units: units.toString(),
        decimals: holding.decimals,
        at: new Date().toISOString(),
        status: "pending",
      });
      setHash(sentHash);
      if (!isShown.current) toast({ title: "Sent", description: "See its status under Transactions." });
    } catch (error) {
      const reason = describeProviderError(error, "Your wallet didn't send it.");
      setProblem(reason);
      onAsked(false);
      // The dialog was closed while the wallet was prompting.
      if (!isShown.current) toast({ title: "Not sent", description: reason, destructive: true });
    }
    setPhase("ready");
  }

  return (
    <div className="grid gap-4">
      <dl className="figures grid gap-3 rounded-md border border-line bg-canvas p-4 text-sm">
        <Line name="Amount">
          {writeUnits(units, holding.decimals)} {holding.symbol}
        </Line>
        <Line name="From">
          <code className="text-xs break-all">{from}</code>
        </Line>
        <Line name="To">
          <code className="text-xs break-all">{to}</code>
        </Line>
        <Line name="Network">{state.chain?.name ?? state.chainId}</Line>
        <Line name="Maximum fee, estimated">
          {writeAmount(fee, native.decimals, 6)} {native.symbol}
          {state.chain?.hasDataFee ? (
            <span className="font-normal text-muted"> plus a small fee for data on Ethereum</span>
          ) : null}
        </Line>
      </dl>
      {problem ? (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      ) : null}
      {hash === null ? (
        <>
          <p className="text-sm text-muted">
            {phase === "asking"
              ? `Confirm it in ${state.wallet.name}...`
              : "You can't undo a transfer. Your wallet will ask you to confirm and sets the fee itself."}
          </p>
          <div className="flex justify-end gap-2">
            <Button look="quiet" disabled={phase === "asking"} onClick={onBack}>
              Back
            </Button>
            <Button look="primary" disabled={phase === "asking"} onClick={() => void send()} data-autofocus>
              {phase === "asking" ? "Confirm in your wallet..." : "Send"}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p role="status" className="text-sm">
            {STATUS_TEXTS[transaction?.status ?? "pending"]}
          </p>
          <p className="text-xs break-all text-faint">
            Transaction <code>{hash}</code>
          </p>
          <div className="flex justify-end">
            <Button look="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
