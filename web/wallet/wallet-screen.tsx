import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { SiteData } from "#web/shell/site-data.ts";
import { Choice } from "#web/ui/choice.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { toast } from "#web/ui/toast.tsx";
import { Actions, type WalletAction } from "./actions.tsx";
import { HiddenAmounts } from "./amount.tsx";
import { AssetsTab } from "./assets-tab.tsx";
import { Banner } from "./banner.tsx";
import { storeHidden } from "./hidden-amounts.ts";
import type { WalletData } from "./load-wallet.ts";
import { Overview } from "./overview.tsx";
import { SampleTransactions } from "./sample-transactions.tsx";
import { TAB_LABELS, WALLET_TABS } from "./tabs.ts";
import { NOT_CONNECTED, RECEIVE_ADDRESS } from "./texts.ts";
import { useNote } from "./use-note.ts";
import { useWallet } from "./use-wallet.ts";

const SendDialog = lazy(() => import("./send-dialog.tsx"));
const ReceiveDialog = lazy(() => import("./receive-dialog.tsx"));
const ExternalServiceDialog = lazy(() => import("./external-service-dialog.tsx"));
const ConnectedAnalytics = lazy(() => import("./connected-analytics.tsx"));
const SentList = lazy(() => import("./sent-list.tsx"));
const AnalyticsTab = lazyPart(() => import("./analytics-tab.tsx"));
const REFRESH_MS = 30_000;

/** Shows sample data until a wallet is connected. */
export function WalletScreen({ data }: { data: WalletData }) {
  const { tab, prices, sample, services } = data;
  const site = useRouteLoaderData("root") as SiteData;
  const [isHidden, setHidden] = useState(data.hidden);
  const [action, setAction] = useState<WalletAction | null>(null);
  const note = useNote(site.viewer !== null);
  const { wallets, state, session, isRestoring, connect } = useWallet(data.wasConnected, note.onConnected);
  const connected = state.phase === "connected" ? state : null;
  // While a connection is being restored, reserve its space instead of showing the sample.
  const isSample = !connected && !isRestoring;
  const balances = connected?.balances.phase === "loaded" ? connected.balances.balances : null;
  const refresh = () => void session?.refresh();

  // biome-ignore lint/correctness/useExhaustiveDependencies: session.value() depends on the balances
  const valued = useMemo(() => session?.value(prices) ?? null, [session, balances, prices]);
  const portfolio = isSample ? sample.portfolio : (valued?.portfolio ?? null);
  const isConnected = connected !== null;
  // Don't reopen a dialog of the previous connection.
  useEffect(() => {
    if (!isConnected) setAction(null);
  }, [isConnected]);
  useEffect(() => {
    if (!session || !isConnected) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void session.refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [session, isConnected]);

  function start(chosen: WalletAction) {
    if (!connected && chosen === "Send") return toast(NOT_CONNECTED);
    if (!connected && chosen === "Receive") return toast(RECEIVE_ADDRESS);
    setAction(chosen);
  }
  const close = () => setAction(null);

  return (
    <HiddenAmounts value={isHidden}>
      <div className="mx-auto grid max-w-4xl grid-cols-1 gap-5">
        <h1 className="text-xl sm:text-2xl">Wallet</h1>
        <Banner
          state={state}
          isRestoring={isRestoring}
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
          onSettled={refresh}
        />
        {/* Suspense boundaries split hydration into short tasks. */}
        <Suspense>
          <Overview
            portfolio={portfolio}
            isSample={isSample}
            missing={valued?.missing ?? null}
            pricedAt={prices.isSample ? null : (prices.prices[0]?.at ?? null)}
            isHidden={isHidden}
            onHide={(hidden) => {
              setHidden(hidden);
              storeHidden(hidden);
            }}
          />
          <Actions onAction={start} />
        </Suspense>
        <Suspense>
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
            <div className={isSample ? undefined : "min-h-96"}>
              <Suspense fallback={<p className="min-h-96 text-muted">Loading...</p>}>
                {tab === "assets" ? (
                  <AssetsTab
                    portfolio={portfolio}
                    note={valued?.note ?? null}
                    isFailed={connected?.balances.phase === "failed"}
                  />
                ) : isRestoring ? null : tab === "analytics" ? (
                  connected ? (
                    <ConnectedAnalytics portfolio={portfolio} />
                  ) : (
                    <AnalyticsTab portfolio={portfolio} performance={sample.performance} isSample />
                  )
                ) : connected ? (
                  <SentList state={connected} />
                ) : (
                  <SampleTransactions transactions={sample.transactions} />
                )}
              </Suspense>
            </div>
          </section>
        </Suspense>
      </div>
      <Suspense>
        {connected && action === "Receive" ? <ReceiveDialog state={connected} open onClose={close} /> : null}
        {connected && action === "Send" ? <SendDialog state={connected} open onClose={close} /> : null}
        {action === "Buy" ? (
          <ExternalServiceDialog what="Buy" address={services.buy} open onClose={close} />
        ) : null}
        {action === "Swap" ? (
          <ExternalServiceDialog what="Swap" address={services.swap} open onClose={close} />
        ) : null}
      </Suspense>
    </HiddenAmounts>
  );
}
