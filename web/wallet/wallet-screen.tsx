import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { valuePortfolio } from "#core/wallet/portfolio.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { Choice } from "#web/ui/choice.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { toast } from "#web/ui/toast.tsx";
import { Actions, type WalletAction } from "./actions.tsx";
import { HiddenAmounts } from "./amount.tsx";
import { AssetsTab } from "./assets-tab.tsx";
import { Banner } from "./banner.tsx";
import { keepHidden } from "./hidden-amounts.ts";
import type { WalletData } from "./load-wallet.ts";
import { Overview } from "./overview.tsx";
import { SampleTransactions } from "./sample-transactions.tsx";
import { TAB_LABELS, WALLET_TABS } from "./tabs.ts";
import { useNote } from "./use-note.ts";
import { useWallet } from "./use-wallet.ts";
import { NO_PRICES, NOT_CONNECTED, RECEIVE_ADDRESS } from "./words.ts";

const SendDialog = lazy(() => import("./send-dialog.tsx"));
const ReceiveDialog = lazy(() => import("./receive-dialog.tsx"));
const OutsideDialog = lazy(() => import("./outside-dialog.tsx"));
const ConnectedAnalytics = lazy(() => import("./connected-analytics.tsx"));
const SentList = lazy(() => import("./sent-list.tsx"));
const AnalyticsTab = lazyPart(() => import("./analytics-tab.tsx"));
const REFRESH_MS = 30_000;

/** The wallet: the sample while nothing is connected, else what the connected account really has. */
export function WalletScreen({ data }: { data: WalletData }) {
  const { tab, prices, sample, services } = data;
  const site = useRouteLoaderData("root") as SiteData;
  const [isHidden, setHidden] = useState(data.hidden);
  const [act, setAct] = useState<WalletAction | null>(null);
  const note = useNote(site.viewer !== null);
  const { wallets, state, session, connect } = useWallet(note.onConnected);
  const connected = state.phase === "connected" ? state : null;
  const balances = connected?.balances.phase === "loaded" ? connected.balances.balances : null;
  const refresh = () => void session?.refresh();

  const portfolio = useMemo(() => {
    if (!connected) return sample.portfolio;
    if (!balances) return null;
    return valuePortfolio([balances.native, ...balances.tokens], prices, { isReal: true });
  }, [connected, balances, prices, sample]);
  const isConnected = connected !== null;
  useEffect(() => {
    if (!session || !isConnected) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void session.refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [session, isConnected]);

  function onAct(action: WalletAction) {
    if (!connected && action === "Send") return toast(NOT_CONNECTED);
    if (!connected && action === "Receive") return toast(RECEIVE_ADDRESS);
    setAct(action);
  }
  const close = () => setAct(null);

  return (
    <HiddenAmounts value={isHidden}>
      <div className="mx-auto grid max-w-4xl grid-cols-1 gap-5">
        <h1 className="text-xl sm:text-2xl">Wallet</h1>
        <Banner
          state={state}
          wallets={wallets}
          note={
            note.note && {
              ...note.note,
              onChange: (isShown) => note.change(isShown, connected?.address ?? null),
            }
          }
          onConnect={(wallet) => void connect(wallet)}
          onCancel={() => session?.cancel()}
          onDisconnect={() => session?.disconnect()}
          onSwitch={(chain) => void session?.switchChain(chain)}
        />
        <Overview
          portfolio={portfolio}
          isSample={!connected}
          note={connected ? whatLimits(balances, prices.isSample) : null}
          pricedAt={portfolio?.total != null && connected ? (prices.prices[0]?.at ?? null) : null}
          isHidden={isHidden}
          onHide={(hidden) => {
            setHidden(hidden);
            keepHidden(hidden);
          }}
        />
        <Actions onAct={onAct} />
        <section aria-label="Portfolio" className="grid gap-3">
          <nav
            aria-label="Portfolio"
            className="flex w-fit gap-1 rounded-md border border-line bg-surface p-1"
          >
            {WALLET_TABS.map((each) => (
              <Choice
                key={each}
                look="tab"
                to={each === "assets" ? "/wallet" : `/wallet?tab=${each}`}
                active={tab === each}
              >
                {TAB_LABELS[each]}
              </Choice>
            ))}
          </nav>
          <Suspense fallback={<p className="min-h-96 text-muted">Loading...</p>}>
            {tab === "assets" ? <AssetsTab portfolio={portfolio} /> : null}
            {tab !== "analytics" ? null : connected ? (
              <ConnectedAnalytics portfolio={portfolio} />
            ) : (
              <AnalyticsTab portfolio={portfolio} performance={sample.performance} isSample />
            )}
            {tab !== "transactions" ? null : connected ? (
              <SentList state={connected} onSettled={refresh} />
            ) : (
              <SampleTransactions transactions={sample.transactions} />
            )}
          </Suspense>
        </section>
      </div>
      <Suspense>
        {connected && act === "Receive" ? <ReceiveDialog state={connected} open onClose={close} /> : null}
        {connected && balances && act === "Send" ? (
          <SendDialog state={connected} balances={balances} open onClose={close} onSettled={refresh} />
        ) : null}
        {act === "Buy" ? <OutsideDialog what="Buy" address={services.buy} open onClose={close} /> : null}
        {act === "Swap" ? <OutsideDialog what="Swap" address={services.swap} open onClose={close} /> : null}
      </Suspense>
    </HiddenAmounts>
  );
}

/** What a total does not hold, in a sentence; null where it holds all that is listed. */
function whatLimits(
  balances: { readonly hasTokens: boolean; readonly unread: readonly string[] } | null,
  hasNoPrices: boolean,
): string | null {
  const said = [
    hasNoPrices ? NO_PRICES : null,
    balances && !balances.hasTokens
      ? "Tokens could not be read on this network: only its own coin is counted."
      : null,
    balances && balances.unread.length > 0
      ? `Tokens that did not answer: ${namesOf(balances.unread)}.`
      : null,
  ].filter((one) => one !== null);
  return said.length > 0 ? said.join(" ") : null;
}

const NAMED = 5;

function namesOf(symbols: readonly string[]): string {
  const named = symbols.slice(0, NAMED).join(", ");
  return symbols.length > NAMED ? `${named} and ${symbols.length - NAMED} more of the list` : named;
}
