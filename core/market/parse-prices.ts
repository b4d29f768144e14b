import { z } from "zod";
import { ASSETS } from "./assets.ts";
import { price } from "./price.ts";

const change = z.number().finite().min(-100).max(1e6).nullish().catch(null);
/** CoinGecko's `/simple/price`, keyed by asset id. */
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

/** Parses the prices of our assets from either format. */
export function parsePrices(response: unknown) {
  const list = marketsResponse.safeParse(response);
  if (list.success) {
    const byId = new Map(list.data.map((price) => [price?.id, price]));
    return ASSETS.flatMap(({ symbol, sourceId }) => {
      const asset = byId.get(sourceId);
      return asset
        ? [{ symbol, price: asset.current_price, changePercent: asset.price_change_percentage_24h ?? null }]
        : [];
    });
  }
  const table = simplePriceResponse.safeParse(response);
  if (!table.success) return [];
  return ASSETS.flatMap(({ symbol, sourceId }) => {
    const asset = Object.hasOwn(table.data, sourceId) ? table.data[sourceId] : null;
    return asset ? [{ symbol, price: asset.usd, changePercent: asset.usd_24h_change ?? null }] : [];
  });
}
