import { ASSETS, type Asset } from "./assets.ts";

/** Query parameters that we remove or replace. All others, such as an API key, are preserved. */
const ENDPOINT_PARAMETERS = [
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

/**
 * Builds the URL for all prices: MARKET_URL with our parameters if it is one of the two endpoints, else /simple/price
 * below it.
 */
export function buildPricesUrl(base: string): string {
  const ids = ASSETS.map(({ sourceId }) => sourceId).join(",");
  return /\/coins\/markets\/*$/.test(new URL(base).pathname)
    ? buildUrl(base, "/coins/markets", { vs_currency: "usd", ids, per_page: String(ASSETS.length) })
    : buildUrl(base, "/simple/price", { ids, vs_currencies: "usd", include_24hr_change: "true" });
}

/** Builds the URL for an asset's daily prices over the past `days`. */
export function buildChartUrl(base: string, { sourceId }: Pick<Asset, "sourceId">, days: number): string {
  return buildUrl(base, `/coins/${encodeURIComponent(sourceId)}/market_chart`, {
    vs_currency: "usd",
    days: String(days),
    interval: "daily",
  });
}

function buildUrl(base: string, endpoint: string, parameters: Record<string, string>): string {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/(?:\/simple\/price|\/coins\/markets)?(?<!\/)\/*$/, "") + endpoint;
  for (const name of ENDPOINT_PARAMETERS) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
