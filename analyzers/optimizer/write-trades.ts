import { formatPrice } from "#core/market/wording.ts";
import { formatPlain, formatSignedPercent } from "../outlook/wording.ts";
import type { PortfolioAnalysis } from "./analyze-portfolio.ts";
import type { PreparedHoldings } from "./prepare-holdings.ts";

/** Smaller trades (a share of the portfolio, or US dollars) aren't worth their fees. */
const SMALL_SHARE = 0.01;
const SMALL_DOLLARS = 10;
/** The difference between two percentages isn't a percentage. */
const CHANGE = "Change in share (percentage points)";

interface Trade {
  readonly symbol: string;
  readonly share: number;
  readonly price: number;
}

export function writeTrades(
  { positions, total }: PreparedHoldings,
  { candidates, proposal }: PortfolioAnalysis,
): string {
  const trades = positions
    .map(({ history, price, weight }, asset): Trade => {
      const share = (candidates[proposal].weights[asset] ?? 0) - weight;
      return { symbol: formatPlain(history.symbol, 20), share, price };
    })
    .sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
  const isSmall = ({ share }: Trade) =>
    Math.abs(share) < SMALL_SHARE || (total !== null && Math.abs(share) * total < SMALL_DOLLARS);
  const [large, small] = [trades.filter((trade) => !isSmall(trade)), trades.filter(isSmall)];
  const unchanged = small.filter(({ share }) => Math.abs(share) > 1e-9).map(({ symbol }) => symbol);
  const rest = unchanged.length > 0 ? [`Too small to matter: ${unchanged.join(", ")}.`] : [];
  if (large.length === 0)
    return ["None needed: today's weights are already close enough.", ...rest].join("\n\n");
  const head =
    total === null
      ? [`| Trade | ${CHANGE} |`, "|---|---|"]
      : [`| Trade | Amount | Value | ${CHANGE} |`, "|---|---|---|---|"];
  const table = [...head, ...large.map((trade) => formatTrade(trade, total))].join("\n");
  const note =
    "Your input has no amounts or values, so only shares are shown. Add them to see how much to trade.";
  return [table, ...rest, ...(total === null ? [note] : [])].join("\n\n");
}

function formatTrade({ symbol, share, price }: Trade, total: number | null): string {
  const verb = `${share < 0 ? "Sell" : "Buy"} ${symbol}`;
  if (total === null) return `| ${verb} | ${formatSignedPercent(share).replace("%", "")} |`;
  const dollars = Math.abs(share) * total;
  return `| ${verb} | ${writeAmount(dollars / price)} ${symbol} | ${formatPrice(dollars)} | ${formatSignedPercent(share).replace("%", "")} |`;
}

const SMALL_AMOUNT = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const LARGE_AMOUNT = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

/** Formats an amount with four to six significant digits, never in exponent notation. */
const writeAmount = (amount: number): string => (amount < 1000 ? SMALL_AMOUNT : LARGE_AMOUNT).format(amount);
