import { Suspense } from "react";
import { useOptionalSite } from "#web/page/site-data.ts";
import { lazyInBrowser } from "#web/router/lazy-component.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { getNameInSentence } from "./discover-wallets.ts";
import type { WalletConnection } from "./use-wallet.ts";
import { WalletName } from "./wallet-name.tsx";
import type { WalletState } from "./wallet-state.ts";

const NOT_SHARED = "We don't share your address with anyone.";
const SHARED_ON_PROFILE = "Connecting adds your address to your public profile, unless you uncheck the box.";
const ConnectedBanner = lazyInBrowser(() => import("./connected-banner.tsx"));

interface ProfileVisibility {
  readonly isShown: boolean;
  readonly onChange: (isShown: boolean) => void;
}

interface BannerProps {
  readonly connection: WalletConnection;
  /** The member's choice of whether to show the address on their profile; null for visitors. */
  readonly profileVisibility: ProfileVisibility | null;
}

export function Banner({ connection, profileVisibility }: BannerProps) {
  const { state, session, isRestoring } = connection;
  const placeholder = (
    <p data-animates-in={0} className="min-h-27 text-sm text-muted sm:min-h-13">
      Connecting to your wallet...
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
          <ConnectedBanner state={state} session={session} />
        </Suspense>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 sm:flex-nowrap">
          <div className="flex min-w-0 items-start gap-3.5">
            <span className="mt-0.5 grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft text-accent">
              <Icon name="wallet" size={20} />
            </span>
            <div>
              <p className="font-semibold">Connect your browser wallet</p>
              <p className="mt-0.5 max-w-[64ch] text-sm text-pretty text-muted">
                See your balances and send crypto. Your keys never leave your wallet, and we read your
                balances through it. {profileVisibility?.isShown ? SHARED_ON_PROFILE : NOT_SHARED}
              </p>
            </div>
          </div>
          {state.phase === "connecting" ? (
            <ConnectingStatus state={state} onCancel={() => session?.cancel()} />
          ) : (
            <WalletChoices {...connection} />
          )}
        </div>
      )}
      {profileVisibility ? <ProfileCheckbox {...profileVisibility} /> : null}
    </section>
  );
}

function WalletChoices({ wallets, connect }: Pick<WalletConnection, "wallets" | "connect">) {
  const [first, second] = wallets;
  const site = useOptionalSite();
  if (!second)
    return (
      <div className="grid max-w-full grid-cols-1 justify-items-end gap-1 max-sm:w-full max-sm:justify-items-stretch">
        <Button variant="primary" onClick={() => void connect()}>
          Connect MetaMask
        </Button>
        {first && first.name !== "MetaMask" ? (
          <p className="flex min-w-0 gap-1 text-xs text-faint">
            <span className="shrink-0">Detected:</span> <WalletName wallet={first} />
          </p>
        ) : null}
        {site && !first ? (
          // Most browsers on phones have no wallet extensions.
          <a
            href={`https://metamask.app.link/dapp/${new URL(site.publicUrl).host}/wallet`}
            rel="noreferrer"
            className="hidden py-1 text-center text-sm font-semibold text-accent text-link pointer-coarse:block"
          >
            Open in the MetaMask app
          </a>
        ) : null}
      </div>
    );
  return (
    <ul aria-label="Wallets in this browser" className="flex min-w-0 flex-wrap gap-2">
      {wallets.map((wallet) => (
        <li key={wallet.id} className="min-w-0">
          <Button className="max-w-full" onClick={() => void connect(wallet)}>
            Connect <WalletName wallet={wallet} />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function ConnectingStatus({
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
          ? `No response from ${getNameInSentence(wallet)} yet. Open it: its window may be behind this one.`
          : `Approve the connection in ${getNameInSentence(wallet)}...`}
      </p>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function ProfileCheckbox({ isShown, onChange }: ProfileVisibility) {
  return (
    <label className="flex items-center gap-2 justify-self-start text-sm text-muted">
      <input
        type="checkbox"
        checked={isShown}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      Show my address on my profile
    </label>
  );
}
