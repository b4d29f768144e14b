import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ASSETS } from "#core/market/assets.ts";

/** Prices in dollars. All other assets cost one dollar. */
const PRICES: Readonly<Record<string, number>> = {
  ETH: 2000,
  WETH: 2000,
  POL: 0.5,
  USDC: 1,
  LINK: 20,
  BTC: 50_000,
};
const DAY_MS = 86_400_000;
const DAY_COUNT = 366;

/**
 * Starts a price source in CoinGecko's format. All prices rose by a ninth in 24 hours and follow a wave over the past
 * year.
 */
export async function startPriceSource(): Promise<{ readonly url: string; close(): void }> {
  const getPrice = (sourceId: string) =>
    PRICES[ASSETS.find((asset) => asset.sourceId === sourceId)?.symbol ?? ""] ?? 1;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://prices.test");
    response.setHeader("Content-Type", "application/json");
    const chartMatch = /\/coins\/([\w-]+)\/market_chart$/.exec(pathname);
    if (chartMatch) {
      const price = getPrice(chartMatch[1] ?? "");
      const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
      const prices = Array.from({ length: DAY_COUNT }, (_, index) => [
        today - (DAY_COUNT - 1 - index) * DAY_MS,
        price * (1 + 0.1 * Math.sin(index / 9)),
      ]);
      return response.end(JSON.stringify({ prices }));
    }
    const ids = (searchParams.get("ids") ?? "").split(",");
    response.end(
      JSON.stringify(
        Object.fromEntries(ids.map((id) => [id, { usd: getPrice(id), usd_24h_change: 100 / 9 }])),
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
