import { lazy, Suspense } from "react";
import type { Chain } from "#core/wallet/chains.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { FoundWallet } from "./discover-wallets.ts";
import { ShowOnProfile } from "./show-on-profile.tsx";
import { WalletName } from "./wallet-name.tsx";
import type { WalletState } from "./wallet-state.ts";

const ConnectedBanner = lazy(() => import("./connected-banner.tsx"));

interface BannerProps {
  readonly state: WalletState;
  /** Whether an earlier connection is being restored. */
  readonly isRestoring: boolean;
  readonly wallets: readonly FoundWallet[];
  /** Null for visitors. */
  readonly note: { readonly isShown: boolean; readonly onChange: (isShown: boolean) => void } | null;
  readonly onConnect: (wallet?: FoundWallet) => void;
  readonly onCancel: () => void;
  readonly onDisconnect: () => void;
  readonly onSwitch: (chain: Chain) => void;
  /** Called when the status of a sent transaction changes. */
  readonly onSettled: () => void;
}

/** Invites the user to connect a wallet, or shows the connected one in the same place to avoid layout shifts. */
export function Banner({
  state,
  isRestoring,
  wallets,
  note,
  onConnect,
  onCancel,
  onDisconnect,
  onSwitch,
  onSettled,
}: BannerProps) {
  const placeholder = (
    <p data-moves-in={0} className="min-h-27 text-sm text-muted sm:min-h-13">
      Reconnecting to your wallet...
    </p>
  );
  return (
    <section
      aria-label="Browser wallet"
      className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      {isRestoring ? (
        placeholder
      ) : state.phase === "connected" ? (
        <Suspense fallback={placeholder}>
          <ConnectedBanner
            state={state}
            onDisconnect={onDisconnect}
            onSwitch={onSwitch}
            onSettled={onSettled}
          />
        </Suspense>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <div className="flex min-w-0 items-start gap-3.5">
            <span className="mt-0.5 grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft text-accent">
              <Icon name="wallet" size={20} />
            </span>
            <div>
              <p className="font-semibold">Connect your browser wallet</p>
              <p className="mt-0.5 max-w-[56ch] text-sm text-muted">
                See your own balances and send from them. Your keys stay in your wallet, and we never send
                your address to anyone: balances are read through your wallet's own network.
              </p>
            </div>
          </div>
          {state.phase === "connecting" ? (
            <Waiting state={state} onCancel={onCancel} />
          ) : (
            <Choices wallets={wallets} onConnect={onConnect} />
          )}
        </div>
      )}
      {note ? <ShowOnProfile {...note} /> : null}
    </section>
  );
}

function Choices({ wallets, onConnect }: Pick<BannerProps, "wallets" | "onConnect">) {
  const [only, second] = wallets;
  if (!second)
    return (
      <div className="grid max-w-full grid-cols-1 justify-items-end gap-1 max-sm:w-full max-sm:justify-items-stretch">
        <Button look="primary" onClick={() => onConnect()}>
          Connect MetaMask
        </Button>
        {only && only.name !== "MetaMask" ? (
          <p className="flex min-w-0 gap-1 text-xs text-faint">
            <span className="shrink-0">Found:</span> <WalletName wallet={only} />
          </p>
        ) : null}
      </div>
    );
  return (
    <ul aria-label="Wallets in this browser" className="flex min-w-0 flex-wrap gap-2">
      {wallets.map((wallet) => (
        <li key={wallet.id} className="min-w-0">
          <Button className="max-w-full" onClick={() => onConnect(wallet)}>
            Connect <WalletName wallet={wallet} />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Waiting({
  state: { wallet, isSlow },
  onCancel,
}: {
  state: Extract<WalletState, { phase: "connecting" }>;
  onCancel: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="max-w-[34ch] text-sm wrap-anywhere text-muted">
        {isSlow
          ? `${wallet.name} hasn't responded yet. Open it: its window may be behind this one.`
          : `Connecting. Respond in ${wallet.name}...`}
      </p>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
