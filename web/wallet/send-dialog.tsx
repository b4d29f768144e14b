import { type FormEvent, useId, useState } from "react";
import { isSameAddress } from "#core/wallet/address.ts";
import { writeAmount, writeUnits } from "#core/wallet/amounts.ts";
import { parseAmount } from "#core/wallet/parse-amount.ts";
import type { Holding } from "#core/wallet/portfolio.ts";
import { readAddress } from "#core/wallet/read-address.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/field.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { mostToSend, type PreparedTransfer, prepareTransfer } from "./prepare-transfer.ts";
import type { Balances } from "./read-balances.ts";
import { SendReview } from "./send-review.tsx";
import type { Connected } from "./wallet-session.ts";

interface SendDialogProps {
  readonly state: Connected;
  readonly balances: Balances;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSettled: () => void;
}

const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";

/** What to send, to whom and how much; then what it costs; then how it fares. What was typed stays on every refusal. */
export default function SendDialog({ state, balances, open, onClose, onSettled }: SendDialogProps) {
  const holdings = [balances.native, ...balances.tokens];
  const [asset, setAsset] = useState("");
  const [recipient, setRecipient] = useState("");
  const [amount, setAmount] = useState("");
  const [problems, setProblems] = useState<{ to?: string; amount?: string; whole?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const [prepared, setPrepared] = useState<PreparedTransfer | null>(null);
  const wholeId = useId();
  const holding = holdings.find(({ address }) => (address ?? "") === asset) ?? balances.native;
  const { provider } = state.wallet;

  async function fillMost() {
    const read = readAddress(recipient);
    const to = "address" in read ? read.address : state.address;
    setBusy(true);
    const most = await mostToSend(provider, { holding, from: state.address, to });
    setBusy(false);
    if (most === null) setProblems({ amount: "The network did not say what sending costs." });
    else setAmount(writeUnits(most, holding.decimals));
  }

  async function review(event: FormEvent) {
    event.preventDefault();
    const to = readAddress(recipient);
    const parsed = parseAmount(amount, holding.decimals);
    const refused = {
      ...("problem" in to ? { to: to.problem } : whyNotTo(to.address, holding)),
      ...("problem" in parsed ? { amount: parsed.problem } : {}),
    };
    setProblems(refused);
    if ("problem" in to || "problem" in parsed || Object.keys(refused).length > 0) return;
    setBusy(true);
    const found = await prepareTransfer(
      provider,
      { holding, from: state.address, to: to.address, units: parsed.units },
      balances.native,
    );
    setBusy(false);
    if ("problem" in found) setProblems({ whole: found.problem });
    else setPrepared(found);
  }

  if (prepared)
    return (
      <Dialog open={open} onClose={onClose} title={`Send ${prepared.holding.symbol}`}>
        <SendReview
          state={state}
          native={balances.native}
          prepared={prepared}
          onBack={() => setPrepared(null)}
          onSettled={onSettled}
          onClose={onClose}
        />
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Send"
      description={`On ${state.chain?.name ?? "this network"}.`}
    >
      <form onSubmit={(event) => void review(event)} noValidate className="grid gap-4">
        <SelectField label="Asset" value={asset} onChange={({ target }) => setAsset(target.value)}>
          {holdings.map(({ symbol, address, units, decimals }) => (
            <option key={address ?? "native"} value={address ?? ""}>
              {symbol} ({writeAmount(units, decimals)})
            </option>
          ))}
        </SelectField>
        <TextField
          label="Recipient"
          placeholder="0x..."
          value={recipient}
          onChange={({ target }) => setRecipient(target.value)}
          error={problems.to}
          hint={
            isOwn(recipient, state.address)
              ? "This is your own address: only the fee would be lost."
              : undefined
          }
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <div className="flex items-start gap-2">
          <TextField
            label={`Amount in ${holding.symbol}`}
            inputMode="decimal"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
            error={problems.amount}
            autoComplete="off"
            className="flex-1"
          />
          <Button className="mt-7" disabled={isBusy} onClick={() => void fillMost()}>
            Max
          </Button>
        </div>
        {problems.whole ? (
          <p id={wholeId} role="alert" className="text-sm text-danger">
            {problems.whole}
          </p>
        ) : null}
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={isBusy}>
            {isBusy ? "Asking the network..." : "Review"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function whyNotTo(to: string, { symbol, address }: Holding): { to?: string } {
  if (isSameAddress(to, ZERO_ADDRESS)) return { to: "What is sent to this address is gone for ever." };
  if (address !== null && isSameAddress(to, address))
    return { to: `This is the contract of ${symbol} itself: what is sent there is gone for ever.` };
  return {};
}

function isOwn(recipient: string, own: string): boolean {
  return isSameAddress(recipient.trim(), own);
}
