import { writePrice } from "#core/market/wording.ts";
import { writePlain, writeSignedPercent } from "../outlook/wording.ts";
import type { Proposal } from "./prepare-proposal.ts";
import type { Study } from "./study-portfolio.ts";

/** A trade below this part of the whole, or below these dollars, matters less than its fee. */
const SMALL_PART = 0.01;
const SMALL_DOLLARS = 10;

interface Trade {
  readonly symbol: string;
  readonly part: number;
  readonly price: number;
}

/** What to sell and to buy to come from today's weights to the proposal's, the greatest first. */
export function writeTrades({ positions, total }: Proposal, { candidates, proposal }: Study): string {
  const trades = positions
    .map(({ history, price, weight }, asset): Trade => {
      const part = (candidates[proposal].weights[asset] ?? 0) - weight;
      return { symbol: writePlain(history.symbol, 20), part, price };
    })
    .sort((a, b) => Math.abs(b.part) - Math.abs(a.part));
  const isSmall = ({ part }: Trade) =>
    Math.abs(part) < SMALL_PART || (total !== null && Math.abs(part) * total < SMALL_DOLLARS);
  const [large, small] = [trades.filter((trade) => !isSmall(trade)), trades.filter(isSmall)];
  const left = small.filter(({ part }) => Math.abs(part) > 1e-9).map(({ symbol }) => symbol);
  const rest = left.length > 0 ? [`Too small to matter: ${left.join(", ")}.`] : [];
  if (large.length === 0) return ["None: today's weights are as good as there.", ...rest].join("\n\n");
  const rows = large.map((trade) => writeTrade(trade, total));
  const table =
    total === null
      ? ["| Trade | Part of the whole |", "|---|---|", ...rows]
      : ["| Trade | Amount | At the last price | Part of the whole |", "|---|---|---|---|", ...rows];
  const note =
    total === null
      ? ["Only shares were given, so there are no amounts: name what is held, or its worth, to see them."]
      : [];
  return [table.join("\n"), ...rest, ...note].join("\n\n");
}

function writeTrade({ symbol, part, price }: Trade, total: number | null): string {
  const verb = `${part < 0 ? "Sell" : "Buy"} ${symbol}`;
  if (total === null) return `| ${verb} | ${writeSignedPercent(part)} |`;
  const dollars = Math.abs(part) * total;
  return `| ${verb} | ${writeAmount(dollars / price)} ${symbol} | ${writePrice(dollars)} | ${writeSignedPercent(part)} |`;
}

/** Four figures that count, and never an exponent. */
function writeAmount(amount: number): string {
  return amount.toLocaleString("en", { maximumSignificantDigits: amount < 1000 ? 4 : 6 });
}
