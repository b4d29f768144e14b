import { formatPrice } from "#core/market/wording.ts";
import { formatPlain, formatSignedPercent } from "../outlook/wording.ts";
import type { PortfolioAnalysis } from "./analyze-portfolio.ts";
import type { PreparedHoldings } from "./prepare-holdings.ts";

/** Trades of a smaller share of the portfolio, or of fewer US dollars, aren't worth their fees. */
const TRADE_SHARE_MIN = 0.01;
const TRADE_DOLLARS_MIN = 10;
/** In percentage points, because the difference between two percentages isn't a percentage. */
const CHANGE_LABEL = "Change in share (percentage points)";

interface Trade {
  readonly symbol: string;
  /** The change in the asset's share of the portfolio. Negative for a sale. */
  readonly change: number;
  readonly price: number;
}

export function writeTrades(
  { positions, total }: PreparedHoldings,
  { candidates, proposal }: PortfolioAnalysis,
): string {
  const trades = positions
    .map(({ history, price, weight }, index): Trade => {
      const change = (candidates[proposal].weights[index] ?? 0) - weight;
      return { symbol: formatPlain(history.symbol, 20), change, price };
    })
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const isSmall = ({ change }: Trade) =>
    Math.abs(change) < TRADE_SHARE_MIN || (total !== null && Math.abs(change) * total < TRADE_DOLLARS_MIN);
  const [largeTrades, smallTrades] = [trades.filter((trade) => !isSmall(trade)), trades.filter(isSmall)];
  const skippedSymbols = smallTrades
    .filter(({ change }) => Math.abs(change) > 1e-9)
    .map(({ symbol }) => symbol);
  const skippedNote = skippedSymbols.length > 0 ? [`Too small to matter: ${skippedSymbols.join(", ")}.`] : [];
  if (largeTrades.length === 0)
    return ["None needed: today's weights are already close enough.", ...skippedNote].join("\n\n");
  const head =
    total === null
      ? [`| Trade | ${CHANGE_LABEL} |`, "|---|---|"]
      : [`| Trade | Amount | Value | ${CHANGE_LABEL} |`, "|---|---|---|---|"];
  const table = [...head, ...largeTrades.map((trade) => formatTrade(trade, total))].join("\n");
  const note =
    "Your input has no amounts or values, so only percentages are shown. Add them to see how much to trade.";
  return [table, ...skippedNote, ...(total === null ? [note] : [])].join("\n\n");
}

function formatTrade({ symbol, change, price }: Trade, total: number | null): string {
  const verb = `${change < 0 ? "Sell" : "Buy"} ${symbol}`;
  if (total === null) return `| ${verb} | ${formatSignedPercent(change).replace("%", "")} |`;
  const dollars = Math.abs(change) * total;
  return `| ${verb} | ${formatAmount(dollars / price)} ${symbol} | ${formatPrice(dollars)} | ${formatSignedPercent(change).replace("%", "")} |`;
}

const SMALL_AMOUNT_FORMAT = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const LARGE_AMOUNT_FORMAT = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

/** Formats an amount with at most four significant digits, or six from 1,000 on, never in exponent notation. */
const formatAmount = (amount: number): string =>
  (amount < 1000 ? SMALL_AMOUNT_FORMAT : LARGE_AMOUNT_FORMAT).format(amount);
