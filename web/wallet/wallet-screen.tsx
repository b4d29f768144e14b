import { Suspense, useEffect, useMemo, useState } from "react";
import type { Portfolio } from "#core/wallet/portfolio.ts";
import { useSite } from "#web/page/site-data.ts";
import { lazyComponent, lazyInBrowser } from "#web/router/lazy-component.tsx";
import { Button } from "#web/ui/button.tsx";
import { FilterTabs } from "#web/ui/filter-links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { toast } from "#web/ui/toast.tsx";
import { AmountsHiddenContext } from "./amount.tsx";
import { AssetsTab } from "./assets-tab.tsx";
import { Banner } from "./banner.tsx";
import type { WalletData } from "./load-wallet.ts";
import { NOT_CONNECTED, RECEIVE_ADDRESS } from "./messages.ts";
import { Overview } from "./overview.tsx";
import { WALLET_TABS } from "./tabs.ts";
import { useWallet } from "./use-wallet.ts";
import { useWalletNote } from "./use-wallet-note.ts";
import { storeAmountsHidden } from "./wallet-cookies.ts";

const SendDialog = lazyInBrowser(() => import("./send-dialog.tsx"));
const ReceiveDialog = lazyInBrowser(() => import("./receive-dialog.tsx"));
const ExternalServiceDialog = lazyInBrowser(() => import("./external-service-dialog.tsx"));
const ConnectedAssets = lazyInBrowser(() => import("./connected-assets.tsx"));
const ConnectedAnalytics = lazyInBrowser(() => import("./connected-analytics.tsx"));
const SentList = lazyInBrowser(() => import("./sent-list.tsx"));
const SampleTransactions = lazyComponent(() => import("./sample-transactions.tsx"));
const AnalyticsTab = lazyComponent(() => import("./analytics-tab.tsx"));
const NO_TRENDS = {};
const REFRESH_INTERVAL_MS = 30_000;

export function WalletScreen({ data }: { data: WalletData }) {
  const { tab, prices, sample, services } = data;
  const site = useSite();
  const [areAmountsHidden, setAmountsHidden] = useState(data.areAmountsHidden);
  const [action, setAction] = useState<WalletAction | null>(null);
  const walletNote = useWalletNote(site.viewer !== null);
  const connection = useWallet(data.wasConnected, walletNote.onConnected);
  const { state, session, isRestoring } = connection;
  const connectedState = state.phase === "connected" ? state : null;
  // While a connection is being restored, reserve its space instead of showing the sample.
  const isSample = !connectedState && !isRestoring;
  const balances = connectedState?.balances.phase === "loaded" ? connectedState.balances.balances : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: session.getValuedBalances() depends on the balances
  const valuedBalances = useMemo(
    () => session?.getValuedBalances(prices) ?? null,
    [session, balances, prices],
  );
  const samplePortfolio = useMemo(() => parsePortfolio(sample.portfolio), [sample]);
  const portfolio = isSample ? samplePortfolio : (valuedBalances?.portfolio ?? null);
  const isConnected = connectedState !== null;
  // Don't reopen a dialog from the previous connection.
  useEffect(() => {
    if (!isConnected) setAction(null);
  }, [isConnected]);
  useEffect(() => {
    if (!session || !isConnected) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void session.refresh();
    }, REFRESH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [session, isConnected]);

  function startAction(selectedAction: WalletAction) {
    if (!connectedState && selectedAction === "Send") return toast(NOT_CONNECTED);
    if (!connectedState && selectedAction === "Receive") return toast(RECEIVE_ADDRESS);
    setAction(selectedAction);
  }
  const close = () => setAction(null);

  return (
    <AmountsHiddenContext value={areAmountsHidden}>
      <div className="grid grid-cols-1 gap-5">
        <h1 className="text-xl sm:text-2xl">Wallet</h1>
        <Banner
          connection={connection}
          profileVisibility={
            walletNote.visibility && {
              ...walletNote.visibility,
              onChange: (isShown) => walletNote.changeVisibility(isShown, connectedState?.address ?? null),
            }
          }
        />
        {/* Suspense boundaries split hydration into short tasks. */}
        <Suspense>
          <Overview
            portfolio={portfolio}
            isSample={isSample}
            shortNote={valuedBalances?.shortNote ?? null}
            pricedAt={prices.isSample ? null : (prices.prices[0]?.at ?? null)}
            areAmountsHidden={areAmountsHidden}
            onAmountsHiddenChange={(areHidden) => {
              setAmountsHidden(areHidden);
              storeAmountsHidden(areHidden);
            }}
          />
          <Actions onAction={startAction} />
        </Suspense>
        <Suspense>
          <section aria-label="Portfolio" className="grid gap-3">
            <FilterTabs
              label="Portfolio"
              options={WALLET_TABS}
              selected={tab}
              buildHref={(option) => (option === "assets" ? "/wallet" : `/wallet?tab=${option}`)}
            />
            <div className={isSample ? undefined : "min-h-96"}>
              <Suspense fallback={<p className="min-h-96 text-muted">Loading...</p>}>
                {tab === "assets" ? (
                  connectedState && !prices.isSample ? (
                    <ConnectedAssets
                      portfolio={portfolio}
                      note={valuedBalances?.note ?? null}
                      haveBalancesFailed={connectedState.balances.phase === "failed"}
                    />
                  ) : (
                    <AssetsTab
                      portfolio={portfolio}
                      performance={isSample ? sample.performance : undefined}
                      trends={isSample ? sample.trends : NO_TRENDS}
                      note={valuedBalances?.note ?? null}
                      haveBalancesFailed={connectedState?.balances.phase === "failed"}
                    />
                  )
                ) : isRestoring ? null : tab === "analytics" ? (
                  connectedState ? (
                    <ConnectedAnalytics
                      portfolio={portfolio}
                      haveBalancesFailed={connectedState.balances.phase === "failed"}
                    />
                  ) : (
                    <AnalyticsTab portfolio={portfolio} performance={sample.performance} isSample />
                  )
                ) : connectedState ? (
                  <SentList state={connectedState} prices={prices} />
                ) : (
                  <SampleTransactions transactions={sample.transactions} />
                )}
              </Suspense>
            </div>
          </section>
        </Suspense>
      </div>
      <Suspense>
        {connectedState && action === "Receive" ? (
          <ReceiveDialog state={connectedState} onClose={close} />
        ) : null}
        {connectedState && action === "Send" ? <SendDialog state={connectedState} onClose={close} /> : null}
        {action === "Buy" || action === "Swap" ? (
          <ExternalServiceDialog
            action={action}
            url={action === "Buy" ? services.buy : services.swap}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </AmountsHiddenContext>
  );
}

const parsePortfolio = ({ holdings, ...rest }: WalletData["sample"]["portfolio"]): Portfolio => ({
  ...rest,
  holdings: holdings.map(({ units, ...holding }) => ({ ...holding, units: BigInt(units) })),
});

const ACTIONS = [
  { name: "Send", icon: "arrow-up-right" },
  { name: "Receive", icon: "arrow-down-left" },
  { name: "Buy", icon: "plus" },
  { name: "Swap", icon: "arrow-left-right" },
] as const satisfies readonly { name: string; icon: IconName }[];

type WalletAction = (typeof ACTIONS)[number]["name"];

function Actions({ onAction }: { onAction: (action: WalletAction) => void }) {
  return (
    <div className="grid grid-cols-4 gap-2 sm:gap-3">
      {ACTIONS.map(({ name, icon }) => (
        <Button
          key={name}
          onClick={() => onAction(name)}
          className="max-sm:h-16 max-sm:flex-col max-sm:gap-1 max-sm:px-1"
        >
          <Icon name={icon} size={17} />
          {name}
        </Button>
      ))}
    </div>
  );
}
