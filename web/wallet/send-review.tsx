import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatAmount, formatFullAmount } from "#core/wallet/amounts.ts";
import { findChain, getChainName } from "#core/wallet/chains.ts";
import { describeProviderError } from "#core/wallet/provider-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";
import { getNameInSentence } from "./discover-wallets.ts";
import { type PreparedTransfer, sendTransfer } from "./prepare-transfer.ts";
import { storeSentTransaction, useSentTransactions } from "./use-sent-transactions.ts";
import type { ConnectedState } from "./wallet-state.ts";

interface SendReviewProps {
  readonly state: ConnectedState;
  readonly preparedTransfer: PreparedTransfer;
  /**
   * Called with true when the wallet is prompted, and with false if sending fails. While the last value is true,
   * the caller must keep showing the review, even if the wallet switches accounts.
   */
  readonly onSubmittedChange: (isSubmitted: boolean) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

const STATUS_TEXTS = {
  pending: "Sent. Waiting for confirmation...",
  completed: "Completed.",
  failed: "Failed. The transaction was reverted, but the fee was charged.",
  dropped: "Dropped. The network discarded it, or another transaction replaced it.",
} as const;

export function SendReview({ state, preparedTransfer, onSubmittedChange, onBack, onClose }: SendReviewProps) {
  const [phase, setPhase] = useState<"ready" | "prompting">("ready");
  const [problem, setProblem] = useState<string | null>(null);
  const [hash, setHash] = useState<string | null>(null);
  const { holding, chainId, to, units, fee, from, native } = preparedTransfer;
  const transaction = useSentTransactions().find((transaction) => transaction.hash === hash);
  // The user may close the dialog while the wallet is prompting.
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  async function send() {
    setPhase("prompting");
    setProblem(null);
    onSubmittedChange(true);
    try {
      const sentHash = await sendTransfer(state.wallet.provider, preparedTransfer);
      storeSentTransaction({
        hash: sentHash,
        chainId,
        from,
        to,
        symbol: holding.symbol,
        units: units.toString(),
        decimals: holding.decimals,
        at: new Date().toISOString(),
        status: "pending",
      });
      setHash(sentHash);
      if (!isMounted.current) toast({ title: "Sent", description: "See the status under Transactions." });
    } catch (error) {
      const newProblem = describeProviderError(error, "Your wallet didn't send the transfer.");
      setProblem(newProblem);
      onSubmittedChange(false);
      if (!isMounted.current)
        toast({ title: "Transfer not confirmed", description: newProblem, destructive: true });
    }
    setPhase("ready");
  }

  return (
    <div className="grid gap-4">
      <dl className="figures grid gap-3 rounded-md border border-line bg-canvas p-4 text-sm">
        <Detail name="Amount">
          {formatFullAmount(units, holding.decimals)} {holding.symbol}
        </Detail>
        <Detail name="From">
          <code className="text-xs break-all">{from}</code>
        </Detail>
        <Detail name="To">
          <code className="text-xs break-all">{to}</code>
        </Detail>
        <Detail name="Network">{getChainName(chainId)}</Detail>
        <Detail name="Estimated maximum fee">
          {formatAmount(fee, native.decimals, 6)} {native.symbol}
          {findChain(chainId)?.hasDataFee ? (
            <span className="font-normal text-muted"> plus a small L1 data fee</span>
          ) : null}
        </Detail>
      </dl>
      {problem ? (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      ) : null}
      {hash === null ? (
        <>
          <p className="text-sm text-muted">
            {phase === "prompting"
              ? `Confirm the transfer in ${getNameInSentence(state.wallet)}...`
              : "You can't undo a transfer. Your wallet sets the final fee and will ask you to confirm."}
          </p>
          <div className="flex justify-end gap-2">
            <Button variant="quiet" disabled={phase === "prompting"} onClick={onBack}>
              Back
            </Button>
            <Button variant="primary" busy={phase === "prompting"} onClick={() => void send()} data-autofocus>
              {phase === "prompting" ? "Confirm in your wallet..." : "Send"}
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
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
