import { z } from "zod";
import { ASSETS } from "./assets.ts";
import { price } from "./price.ts";

const change = z.number().finite().min(-100).max(1e6).nullish().catch(null);
/** CoinGecko's `/simple/price`, keyed by CoinGecko ID. */
const simplePriceResponse = z.record(
  z.string(),
  z.looseObject({ usd: price, usd_24h_change: change }).nullable().catch(null),
);
/** CoinGecko's `/coins/markets`. */
const marketsResponse = z.array(
  z
    .looseObject({ id: z.string(), current_price: price, price_change_percentage_24h: change })
    .nullable()
    .catch(null),
);

/**
 * Parses a response in either format. Returns the prices of our assets, in US dollars, and their changes, in percent.
 * Omits assets without a valid price.
 */
export function parsePrices(response: unknown) {
  const list = marketsResponse.safeParse(response);
  if (list.success) {
    const entriesById = new Map(list.data.map((entry) => [entry?.id, entry]));
    return ASSETS.flatMap(({ symbol, sourceId }) => {
      const entry = entriesById.get(sourceId);
      return entry
        ? [{ symbol, price: entry.current_price, changePercent: entry.price_change_percentage_24h ?? null }]
        : [];
    });
  }
  const table = simplePriceResponse.safeParse(response);
  if (!table.success) return [];
  return ASSETS.flatMap(({ symbol, sourceId }) => {
    const entry = Object.hasOwn(table.data, sourceId) ? table.data[sourceId] : null;
    return entry ? [{ symbol, price: entry.usd, changePercent: entry.usd_24h_change ?? null }] : [];
  });
}
