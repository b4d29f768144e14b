import { generateSamplePrices } from "#core/market/sample-history.ts";
import { toNumber } from "#core/wallet/amounts.ts";
import { measurePerformance } from "#core/wallet/measure-performance.ts";
import { valuePortfolio } from "#core/wallet/portfolio.ts";
import { SAMPLE_HOLDINGS, SAMPLE_TRANSACTIONS } from "#core/wallet/sample.ts";
import { appContext, cacheForVisitors, type RequestContext } from "#web/server-context.ts";
import { measureTrend } from "./measure-portfolio.ts";
import { parseTab } from "./tabs.ts";
import { readAmountsHidden, readWasConnected } from "./wallet-cookies.ts";

const SAMPLE_DAYS = 365;
const HOUR_MS = 3_600_000;

/** Loads all prices and a sample portfolio. The market module caches its data, so this rarely queries the database. */
export async function loadWallet(context: RequestContext, request: Request, tab: string | null) {
  cacheForVisitors(context);
  const { market, site } = context.get(appContext);
  const symbols = SAMPLE_HOLDINGS.map(({ symbol }) => symbol);
  const [prices, histories] = await Promise.all([
    market.readPrices("all"),
    market.readSampleHistories(symbols, SAMPLE_DAYS),
  ]);
  const cookies = request.headers.get("cookie");
  const now = Date.now();
  // The sample portfolio has made-up prices that match its made-up history.
  const samplePortfolioPrices = {
    isSample: true,
    prices: generateSamplePrices(new Date(now).toISOString().slice(0, 10)),
  };
  const findSamplePrice = (symbol: string) =>
    samplePortfolioPrices.prices.find((price) => price.symbol === symbol)?.price;
  const portfolio = valuePortfolio(SAMPLE_HOLDINGS, samplePortfolioPrices, { isReal: false });
  return {
    tab: parseTab(tab),
    prices,
    areAmountsHidden: readAmountsHidden(cookies),
    wasConnected: readWasConnected(cookies),
    services: site.walletServices,
    sample: {
      portfolio: {
        ...portfolio,
        // Page data is JSON, which has no bigint.
        holdings: portfolio.holdings.map(({ units, ...holding }) => ({ ...holding, units: String(units) })),
      },
      performance: measurePerformance(
        SAMPLE_HOLDINGS.map(({ symbol, units, decimals }) => ({
          symbol,
          asset: symbol,
          amount: toNumber(units, decimals),
        })),
        histories,
      ),
      trends: Object.fromEntries(histories.map(({ symbol, days }) => [symbol, measureTrend(days)])),
      transactions: SAMPLE_TRANSACTIONS.map(({ hoursAgo, ...transaction }) => ({
        ...transaction,
        value: (findSamplePrice(transaction.symbol) ?? 0) * transaction.amount || null,
        at: new Date(now - hoursAgo * HOUR_MS).toISOString(),
      })),
    },
  };
}

export type WalletData = Awaited<ReturnType<typeof loadWallet>>;
