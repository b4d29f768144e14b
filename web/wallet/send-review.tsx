import { type ReactNode, useEffect, useRef, useState } from "react";
import { writeAmount, writeUnits } from "#core/wallet/amounts.ts";
import { describeProviderError } from "#core/wallet/provider-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";
import { type PreparedTransfer, sendTransfer } from "./prepare-transfer.ts";
import { keep, useSent } from "./use-sent.ts";
import type { Connected } from "./wallet-state.ts";

interface SendReviewProps {
  readonly state: Connected;
  readonly prepared: PreparedTransfer;
  /** The wallet has it, or has given it back: meanwhile it stays in sight whatever changes. */
  readonly onAsked: (isAsked: boolean) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

const FATES = {
  pending: "Sent. Waiting for the network to take it into a block...",
  completed: "Completed: it is in a block.",
  failed: "It failed: the network took it into a block without effect. The fee is spent.",
  dropped: "The network dropped it, or another transaction took its place.",
} as const;

/** Everything that is about to happen, before the wallet is asked; then how it fares. */
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
      const made = await sendTransfer(state.wallet.provider, prepared);
      keep({
        hash: made,
        chainId: prepared.chainId,
        from,
        to,
        symbol: holding.symbol,
        units: units.toString(),
        decimals: holding.decimals,
        at: new Date().toISOString(),
        status: "pending",
      });
      setHash(made);
      if (!isShown.current) toast({ title: "Sent", description: "Its fate stands under Transactions." });
    } catch (error) {
      const why = describeProviderError(error, "The wallet did not send it.");
      setProblem(why);
      onAsked(false);
      // Who closed the dialog while the wallet was asked has no other place to read it.
      if (!isShown.current) toast({ title: "Not sent", description: why, destructive: true });
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
        <Line name="Fee, at most about">
          {writeAmount(fee, native.decimals, 6)} {native.symbol}
          {state.chain?.hasDataFee ? (
            <span className="font-normal text-muted"> and a small part for its data on Ethereum</span>
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
              : "Nothing can be taken back once it is sent. Your wallet asks you once more and sets the fee itself."}
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
            {FATES[transaction?.status ?? "pending"]}
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
