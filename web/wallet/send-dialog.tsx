import { type FormEvent, use, useState } from "react";
import { isSameAddress, shortenAddress } from "#core/wallet/address.ts";
import { writeAmount, writeUnits } from "#core/wallet/amounts.ts";
import { parseAmount } from "#core/wallet/parse-amount.ts";
import type { Holding } from "#core/wallet/portfolio.ts";
import { readAddress } from "#core/wallet/read-address.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/field.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { HiddenAmounts } from "./amount.tsx";
import { estimateMaxAmount, type PreparedTransfer, prepareTransfer } from "./prepare-transfer.ts";
import { SendReview } from "./send-review.tsx";
import { MASK } from "./texts.ts";
import type { Connected } from "./wallet-state.ts";

interface SendDialogProps {
  readonly state: Connected;
  readonly open: boolean;
  readonly onClose: () => void;
}

const NOTHING: Holding = { symbol: "", name: "", address: null, units: 0n, decimals: 18, asset: null };
const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";

/** Asks for asset, recipient and amount, then shows the review and the status. */
export default function SendDialog({ state, open, onClose }: SendDialogProps) {
  const isHidden = use(HiddenAmounts);
  const balances = state.balances.phase === "loaded" ? state.balances.balances : null;
  const [chosen, setChosen] = useState(balances?.native ?? NOTHING);
  const [recipient, setRecipient] = useState("");
  const [amount, setAmount] = useState("");
  const [problems, setProblems] = useState<{ to?: string; amount?: string; general?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const [prepared, setPrepared] = useState<PreparedTransfer | null>(null);
  const [isAsked, setAsked] = useState(false);
  const { provider } = state.wallet;
  const isOutdated = prepared !== null && !isAsked && prepared.from !== state.address;
  const available = balances ? [balances.native, ...balances.tokens] : [];
  const current = available.find(({ address }) => address === chosen.address);
  // Keep the chosen asset even if the account no longer has any, instead of silently switching to another one.
  const holding = current ?? { ...chosen, units: 0n };
  const holdings = current ? available : [...available, holding];

  async function fillMost() {
    const read = readAddress(recipient);
    const to = "address" in read ? read.address : state.address;
    setBusy(true);
    const most = await estimateMaxAmount(provider, { holding, from: state.address, to });
    setBusy(false);
    setProblems(most === null ? { amount: "Couldn't estimate the network fee." } : {});
    if (most !== null) setAmount(writeUnits(most, holding.decimals));
  }

  async function review(event: FormEvent) {
    event.preventDefault();
    const to = readAddress(recipient);
    const parsed = parseAmount(amount, holding.decimals);
    const refused = {
      ...("problem" in to ? { to: to.problem } : checkRecipient(to.address, holding)),
      ...("problem" in parsed ? { amount: parsed.problem } : {}),
    };
    setProblems(refused);
    if (!balances || "problem" in to || "problem" in parsed || Object.keys(refused).length > 0) return;
    setBusy(true);
    const found = await prepareTransfer(
      provider,
      { holding, chainId: state.chainId, from: state.address, to: to.address, units: parsed.units },
      balances.native,
    );
    setBusy(false);
    setPrepared("problem" in found ? null : found);
    if ("problem" in found) setProblems({ general: found.problem });
  }

  if (prepared && !isOutdated)
    return (
      <Dialog open={open} onClose={onClose} title={`Send ${prepared.holding.symbol}`}>
        <SendReview
          state={state}
          prepared={prepared}
          onAsked={setAsked}
          onBack={() => setPrepared(null)}
          onClose={onClose}
        />
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Send"
      description={`On ${state.chain?.name ?? "this network"}, from ${shortenAddress(state.address)}.`}
    >
      <form onSubmit={(event) => void review(event)} noValidate className="grid gap-4">
        <SelectField
          label="Asset"
          value={holding.address ?? ""}
          onChange={({ target }) =>
            setChosen(holdings.find(({ address }) => (address ?? "") === target.value) ?? holding)
          }
        >
          {holdings.map(({ symbol, address, units, decimals }) => (
            <option key={address ?? "native"} value={address ?? ""}>
              {state.balances.phase === "failed"
                ? "No balances"
                : balances
                  ? `${symbol} (${isHidden ? MASK : writeAmount(units, decimals)})`
                  : "Loading balances..."}
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
            isOwn(recipient, state.address) ? "This is your own address. You'd only pay the fee." : undefined
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
          <Button className="mt-7" disabled={isBusy || !balances} onClick={() => void fillMost()}>
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
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={isBusy || !balances}>
            {isBusy ? "Checking..." : "Review"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function checkRecipient(to: string, { symbol, address }: Holding): { to?: string } {
  if (isSameAddress(to, ZERO_ADDRESS)) return { to: "Anything sent to this address is lost forever." };
  if (address !== null && isSameAddress(to, address))
    return { to: `This is the contract of ${symbol} itself. Anything sent there is lost forever.` };
  return {};
}

function isOwn(recipient: string, own: string): boolean {
  return isSameAddress(recipient.trim(), own);
}
