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
  /** An earlier connection is being looked for. */
  readonly isRestoring: boolean;
  readonly wallets: readonly FoundWallet[];
  /** Null for visitors, who have no profile. */
  readonly note: { readonly isShown: boolean; readonly onChange: (isShown: boolean) => void } | null;
  readonly onConnect: (wallet?: FoundWallet) => void;
  readonly onCancel: () => void;
  readonly onDisconnect: () => void;
  readonly onSwitch: (chain: Chain) => void;
  /** Something that was sent has met its fate. */
  readonly onSettled: () => void;
}

/** The invitation to connect a wallet, and what is connected. One place, so that nothing below it moves far. */
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
  const coming = (
    <p data-moves-in={0} className="min-h-27 text-sm text-muted sm:min-h-13">
      Connecting to your wallet again...
    </p>
  );
  return (
    <section
      aria-label="Browser wallet"
      className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      {isRestoring ? (
        coming
      ) : state.phase === "connected" ? (
        <Suspense fallback={coming}>
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
                See your own balances and send from them. Your keys stay in the wallet, and your address is
                sent to nobody: balances are read through the wallet's own network.
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
            <span className="shrink-0">Found here:</span> <WalletName wallet={only} />
          </p>
        ) : null}
      </div>
    );
  return (
    <ul aria-label="Wallets of this browser" className="flex min-w-0 flex-wrap gap-2">
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
          ? `${wallet.name} has not answered yet. Open it: its window may be behind this one.`
          : `Connecting. Answer in ${wallet.name}...`}
      </p>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
