import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE_MARKET } from "#core/market/coins.ts";
import { createLog } from "#server/platform/log.ts";
import { createSafeFetch } from "#server/platform/safe-fetch.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createMarket, type Market } from "./index.ts";

let database: TestDatabase;
let time = new Date("2026-05-10T12:00:20.000Z");
let answer: { status: number; body: string };
const asked: string[] = [];
const source = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.writeHead(answer.status, { "Content-Type": "application/json" }).end(answer.body);
});

beforeAll(async () => {
  database = await createTestDatabase();
  await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => source.close(resolve));
  await database.drop();
});

function open(url: string | null): Market {
  const clock = { now: () => time };
  const safeFetch = createSafeFetch({ allowPrivate: true });
  return createMarket({ database, clock, log: createLog("silent"), safeFetch, url });
}
const origin = () => `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
const says = (bitcoin: number) => ({
  status: 200,
  body: JSON.stringify({
    bitcoin: { usd: bitcoin, usd_24h_change: -1.5 },
    ethereum: { usd: 3000 },
    cardano: { usd: 0 },
  }),
});
const advance = (minutes: number) => {
  time = new Date(time.getTime() + minutes * 60_000);
};

test("without a source, and before its first answer, the samples are shown and nothing is asked", async () => {
  const none = open(null);
  expect(await none.readMarket()).toEqual(SAMPLE_MARKET);
  expect(await none.fetchPrices()).toBe(0);
  expect(await open(origin()).readMarket()).toEqual(SAMPLE_MARKET);
  expect(asked).toEqual([]);
});

test("prices are kept as history and the newest are shown; two programs of one minute keep them once", async () => {
  const [one, two] = [open(`${origin()}/api/v3`), open(`${origin()}/api/v3`)];
  answer = says(97_000);
  expect(await Promise.all([one.fetchPrices(), two.fetchPrices()])).toEqual([2, 2]);
  expect(asked[0]).toMatch(/^\/api\/v3\/simple\/price\?ids=bitcoin%2C/);
  expect(await one.readMarket()).toEqual({
    isSample: false,
    at: "2026-05-10T12:00:00.000Z",
    prices: [
      { symbol: "BTC", name: "Bitcoin", price: 97_000, changePercent: -1.5 },
      { symbol: "ETH", name: "Ethereum", price: 3000, changePercent: null },
    ],
  });
  advance(5);
  answer = says(98_000.5);
  await two.fetchPrices();
  expect((await one.readMarket()).prices[0]?.price).toBe(98_000.5);
  expect(await one.readHistory("BTC", new Date("2026-05-10T00:00:00Z"))).toEqual([
    { at: "2026-05-10T12:00:00.000Z", price: 97_000 },
    { at: "2026-05-10T12:05:00.000Z", price: 98_000.5 },
  ]);
  expect(await one.readHistory("BTC", time)).toEqual([]);
  expect(await one.readHistory("ADA", new Date(0))).toEqual([]);
});

test("a source that fails, or answers nonsense, leaves the prices as they are", async () => {
  const market = open(origin());
  advance(5);
  answer = { status: 429, body: JSON.stringify({ status: { error_code: 429 } }) };
  await expect(market.fetchPrices()).rejects.toThrow("429");
  answer = { status: 200, body: "<html>" };
  await expect(market.fetchPrices()).rejects.toThrow();
  answer = { status: 200, body: `"${"x".repeat(300_000)}"` };
  await expect(market.fetchPrices()).rejects.toThrow();
  answer = { status: 200, body: JSON.stringify({ bitcoin: { usd: "1; drop table" } }) };
  expect(await market.fetchPrices()).toBe(0);
  expect((await market.readMarket()).prices[0]?.price).toBe(98_000.5);
});

test("what is older than two years goes", async () => {
  const market = open(origin());
  advance(731 * 24 * 60);
  answer = says(1);
  await market.fetchPrices();
  expect(await market.readHistory("BTC", new Date(0))).toHaveLength(1);
});
