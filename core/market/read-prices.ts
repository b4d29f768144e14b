import { z } from "zod";
import { COINS, type CoinSymbol } from "./coins.ts";

/** A coin's price as a source gave it. */
export interface ReadPrice {
  readonly symbol: CoinSymbol;
  /** In US dollars. */
  readonly price: number;
  readonly changePercent: number | null;
}

const price = z.number().positive().finite().max(1e12);
const change = z.number().finite().min(-100).max(1e6).nullish().catch(null);
/** CoinGecko's `/simple/price`, by the id of the coin. */
const simple = z.record(
  z.string(),
  z.looseObject({ usd: price, usd_24h_change: change }).nullable().catch(null),
);
/** CoinGecko's `/coins/markets`. */
const markets = z.array(
  z
    .looseObject({ id: z.string(), current_price: price, price_change_percentage_24h: change })
    .nullable()
    .catch(null),
);

/** The address to ask: MARKET_URL itself when it names one of the two calls, else the shorter of them below it. */
export function marketAddress(base: string): string {
  const url = new URL(base);
  const isMarkets = url.pathname.endsWith("/coins/markets");
  if (!isMarkets && !url.pathname.endsWith("/simple/price"))
    url.pathname = `${url.pathname.replace(/\/+$/, "")}/simple/price`;
  const ids = COINS.map(({ sourceId }) => sourceId).join(",");
  const wanted = isMarkets
    ? { vs_currency: "usd", ids }
    : { ids, vs_currencies: "usd", include_24hr_change: "true" };
  for (const [name, value] of Object.entries(wanted))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.href;
}

/** The prices of our coins in an answer of either form; none when there is nothing to read in it. */
export function readPrices(answer: unknown): ReadPrice[] {
  const list = markets.safeParse(answer);
  if (list.success)
    return COINS.flatMap(({ symbol, sourceId }) => {
      const coin = list.data.find((one) => one?.id === sourceId);
      return coin
        ? [{ symbol, price: coin.current_price, changePercent: coin.price_change_percentage_24h ?? null }]
        : [];
    });
  const table = simple.safeParse(answer);
  if (!table.success) return [];
  return COINS.flatMap(({ symbol, sourceId }) => {
    const coin = table.data[sourceId];
    return coin ? [{ symbol, price: coin.usd, changePercent: coin.usd_24h_change ?? null }] : [];
  });
}
