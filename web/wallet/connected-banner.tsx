import { useId, useState } from "react";
import { shortenAddress } from "#core/wallet/address.ts";
import { formatAmount } from "#core/wallet/amounts.ts";
import { CHAINS, getChainName } from "#core/wallet/chains.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Select } from "#web/ui/select.tsx";
import { Amount } from "./amount.tsx";
import { useStatusPolling } from "./use-sent-transactions.ts";
import { WalletName } from "./wallet-name.tsx";
import type { WalletSession } from "./wallet-session.ts";
import type { BalancesState, ConnectedState } from "./wallet-state.ts";

interface ConnectedBannerProps {
  readonly state: ConnectedState;
  readonly session: WalletSession | null;
}

export default function ConnectedBanner({ state, session }: ConnectedBannerProps) {
  useStatusPolling(state, () => void session?.refresh());
  const [isExpanded, setExpanded] = useState(false);
  const addressId = useId();
  const { wallet, address, balances } = state;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <p className="flex items-center gap-x-2.5 text-sm text-muted">
            <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-accent" />
            <WalletName wallet={wallet} />
            <button
              type="button"
              aria-expanded={isExpanded}
              aria-controls={addressId}
              onClick={() => setExpanded(!isExpanded)}
              className="figures inline-flex shrink-0 items-center gap-1 rounded-sm font-mono hover:text-text"
            >
              {shortenAddress(address)}
              <Icon name={isExpanded ? "x" : "chevron-down"} size={13} />
            </button>
          </p>
          <NativeBalance balances={balances} />
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <NetworkSelect state={state} session={session} />
          <Button onClick={() => session?.disconnect()}>Disconnect</Button>
        </div>
      </div>
      <div id={addressId} hidden={!isExpanded}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-canvas px-3 py-2">
          <code className="min-w-0 text-sm break-all">{address}</code>
          <CopyButton text={address} label="address" />
        </p>
      </div>
    </>
  );
}

function NativeBalance({ balances }: { balances: BalancesState }) {
  if (balances.phase === "failed")
    return (
      <p role="alert" className="mt-1 text-sm text-danger">
        Couldn't read balances: {balances.problem}
      </p>
    );
  if (balances.phase === "loading") return <p className="mt-1 text-xl text-faint">Loading balances...</p>;
  const { units, decimals, symbol } = balances.balances.native;
  return (
    <p className="figures mt-1 text-xl font-bold">
      <Amount>{formatAmount(units, decimals)}</Amount> {symbol}
    </p>
  );
}

function NetworkSelect({ state: { chain, chainId }, session }: ConnectedBannerProps) {
  return (
    <Select
      aria-label="Network"
      value={chain ? String(chain.id) : ""}
      onChange={({ target: { value } }) => {
        const selectedChain = CHAINS.find(({ id }) => String(id) === value);
        if (selectedChain) void session?.switchChain(selectedChain);
      }}
      className="max-sm:flex-1"
      options={[
        ...(chain ? [] : [{ value: "", label: getChainName(chainId) }]),
        ...CHAINS.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
