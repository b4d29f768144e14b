import { ASSETS, type Asset } from "./assets.ts";

/** What an address that names a call may say of that call alone; anything else in it (a key) goes along. */
const OF_A_CALL = [
  "ids",
  "vs_currency",
  "vs_currencies",
  "include_24hr_change",
  "include_24hr_vol",
  "include_market_cap",
  "include_last_updated_at",
  "precision",
  "category",
  "order",
  "per_page",
  "page",
  "sparkline",
  "price_change_percentage",
];

/** The prices of all assets in one call: MARKET_URL itself when it names one of the two calls, else the shorter below it. */
export function pricesAddress(base: string): string {
  const ids = ASSETS.map(({ sourceId }) => sourceId).join(",");
  return new URL(base).pathname.endsWith("/coins/markets")
    ? address(base, "/coins/markets", { vs_currency: "usd", ids, per_page: String(ASSETS.length) })
    : address(base, "/simple/price", { ids, vs_currencies: "usd", include_24hr_change: "true" });
}

/** What an asset cost, a price a day, for so many days back. */
export function chartAddress(base: string, { sourceId }: Pick<Asset, "sourceId">, days: number): string {
  return address(base, `/coins/${encodeURIComponent(sourceId)}/market_chart`, {
    vs_currency: "usd",
    days: String(days),
    interval: "daily",
  });
}

function address(base: string, call: string, wanted: Record<string, string>): string {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/(?:\/simple\/price|\/coins\/markets)?\/*$/, "") + call;
  for (const name of OF_A_CALL) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value);
  return url.href;
}
