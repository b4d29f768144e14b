import { type FormEvent, use, useEffect, useRef, useState } from "react";
import { isSameAddress, shortenAddress } from "#core/wallet/address.ts";
import { formatAmount, formatFullAmount } from "#core/wallet/amounts.ts";
import { parseAddress } from "#core/wallet/parse-address.ts";
import { parseAmount } from "#core/wallet/parse-amount.ts";
import type { Holding } from "#core/wallet/portfolio.ts";
import { focusInvalidField } from "#web/forms/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { AmountsHiddenContext } from "./amount.tsx";
import { AMOUNT_MASK } from "./messages.ts";
import { estimateMaxAmount, type PreparedTransfer, prepareTransfer } from "./prepare-transfer.ts";
import { SendReview } from "./send-review.tsx";
import type { ConnectedState } from "./wallet-state.ts";

interface SendDialogProps {
  readonly state: ConnectedState;
  readonly onClose: () => void;
}

const NO_HOLDING: Holding = { symbol: "", name: "", address: null, units: 0n, decimals: 18, asset: null };
const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";

export default function SendDialog({ state, onClose }: SendDialogProps) {
  const areAmountsHidden = use(AmountsHiddenContext);
  const balances = state.balances.phase === "loaded" ? state.balances.balances : null;
  const [selectedHolding, setSelectedHolding] = useState(balances?.native ?? NO_HOLDING);
  const [recipient, setRecipient] = useState("");
  const [amount, setAmount] = useState("");
  const [problems, setProblems] = useState<{ to?: string; amount?: string; general?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const [preparedTransfer, setPreparedTransfer] = useState<PreparedTransfer | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { provider } = state.wallet;
  const isOutdated = preparedTransfer !== null && !isSubmitted && preparedTransfer.from !== state.address;
  const availableHoldings = balances ? [balances.native, ...balances.tokens] : [];
  const currentHolding = availableHoldings.find(({ address }) => address === selectedHolding.address);
  // Keep the selected asset even if its balance is now zero, because the user might not notice a switch to another one.
  const holding = currentHolding ?? { ...selectedHolding, units: 0n };
  const holdings = currentHolding ? availableHoldings : [...availableHoldings, holding];

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new problem
  useEffect(() => focusInvalidField(form.current), [problems]);

  async function fillMaxAmount() {
    const parsedRecipient = parseAddress(recipient);
    const to = "address" in parsedRecipient ? parsedRecipient.address : state.address;
    setBusy(true);
    const maxUnits = await estimateMaxAmount(provider, { holding, from: state.address, to });
    setBusy(false);
    setProblems(maxUnits === null ? { amount: "Couldn't estimate the network fee." } : {});
    if (maxUnits !== null) setAmount(formatFullAmount(maxUnits, holding.decimals));
  }

  async function review(event: FormEvent) {
    event.preventDefault();
    const parsedRecipient = parseAddress(recipient);
    const parsedAmount = parseAmount(amount, holding.decimals);
    const newProblems = {
      ...("problem" in parsedRecipient
        ? { to: parsedRecipient.problem }
        : findRecipientProblem(parsedRecipient.address, holding)),
      ...("problem" in parsedAmount
        ? { amount: parsedAmount.problem }
        : parsedAmount.units > holding.units && { amount: `Your ${holding.symbol} balance is too low.` }),
    };
    setProblems(newProblems);
    if (
      !balances ||
      "problem" in parsedRecipient ||
      "problem" in parsedAmount ||
      Object.keys(newProblems).length > 0
    )
      return;
    setBusy(true);
    const result = await prepareTransfer(
      provider,
      {
        holding,
        chainId: state.chainId,
        from: state.address,
        to: parsedRecipient.address,
        units: parsedAmount.units,
      },
      balances.native,
    );
    setBusy(false);
    setPreparedTransfer("problem" in result ? null : result);
    if ("problem" in result) setProblems({ general: result.problem });
  }

  if (preparedTransfer && !isOutdated)
    return (
      <Dialog open onClose={onClose} title={`Send ${preparedTransfer.holding.symbol}`}>
        <SendReview
          state={state}
          preparedTransfer={preparedTransfer}
          onSubmittedChange={setSubmitted}
          onBack={() => setPreparedTransfer(null)}
          onClose={onClose}
        />
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Send"
      description={`On ${state.chain?.name ?? "this network"}, from ${shortenAddress(state.address)}.`}
    >
      <form ref={form} onSubmit={(event) => void review(event)} noValidate className="grid gap-4">
        <SelectField
          label="Asset"
          value={holding.address ?? ""}
          onChange={({ target }) =>
            setSelectedHolding(holdings.find(({ address }) => (address ?? "") === target.value) ?? holding)
          }
          options={holdings.map(({ symbol, address, units, decimals }) => ({
            value: address ?? "",
            label:
              state.balances.phase === "failed"
                ? "No balances"
                : balances
                  ? `${symbol} (${areAmountsHidden ? AMOUNT_MASK : formatAmount(units, decimals)})`
                  : "Loading balances...",
          }))}
        />
        <TextField
          label="Recipient"
          placeholder="0x..."
          value={recipient}
          onChange={({ target }) => setRecipient(target.value)}
          error={problems.to}
          hint={
            isOwnAddress(recipient, state.address)
              ? "This is your own address. All you'd do is pay the fee."
              : undefined
          }
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <div className="flex items-start gap-2">
          <TextField
            label={holding.symbol ? `Amount in ${holding.symbol}` : "Amount"}
            inputMode="decimal"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
            error={problems.amount}
            autoComplete="off"
            className="flex-1"
          />
          <Button className="mt-7" busy={isBusy} disabled={!balances} onClick={() => void fillMaxAmount()}>
            Max
          </Button>
        </div>
        {state.balances.phase === "failed" ? (
          <p role="alert" className="text-sm text-danger">
            Couldn't read balances: {state.balances.problem}
          </p>
        ) : null}
        {isOutdated ? (
          <p role="alert" className="text-sm text-danger">
            Your wallet has switched to another account. Review the transfer again.
          </p>
        ) : null}
        {problems.general ? (
          <p role="alert" className="text-sm text-danger">
            {problems.general}
          </p>
        ) : null}
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={!balances}>
            {isBusy ? "Checking..." : "Review"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function findRecipientProblem(to: string, { symbol, address }: Holding): { to?: string } {
  if (isSameAddress(to, ZERO_ADDRESS)) return { to: "Anything sent to this address is lost forever." };
  if (address !== null && isSameAddress(to, address))
    return { to: `This is the ${symbol} token contract. Anything sent to it is lost forever.` };
  return {};
}

function isOwnAddress(recipient: string, ownAddress: string): boolean {
  return isSameAddress(recipient.trim(), ownAddress);
}
