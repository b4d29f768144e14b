import type { RequestListener } from "node:http";
import { ASSETS } from "#core/market/assets.ts";
import { createLog } from "#server/platform/log.ts";
import { createSafeFetch } from "#server/platform/safe-fetch.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { startHttpServer } from "#server/testing/http-server.ts";
import { createMarket } from "./index.ts";

/** Starts a local price source, and creates a database and a clock that tests can advance. */
export async function openTestMarket() {
  const database = await createTestDatabase();
  let time = new Date("2026-05-10T12:00:20.000Z");
  let listener: RequestListener = (_request, response) => response.writeHead(404).end();
  const requests: string[] = [];
  const server = await startHttpServer((request, response) => {
    requests.push(request.url ?? "");
    listener(request, response);
  });
  return {
    database,
    origin: server.origin,
    requests,
    now: () => time,
    advance(minutes: number) {
      time = new Date(time.getTime() + minutes * 60_000);
    },
    /** Sets the source's response. */
    answer(newAnswer: RequestListener | { status: number; body: unknown; headers?: Record<string, string> }) {
      if (typeof newAnswer === "function") listener = newAnswer;
      else {
        const { status, body, headers } = newAnswer;
        const text = typeof body === "string" ? body : JSON.stringify(body);
        listener = (_request, response) =>
          response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(text);
      }
    },
    /** A null URL means no source. */
    open(url: string | null, timeoutMs: number = 10_000) {
      const safeFetch = createSafeFetch({ allowPrivate: true });
      return createMarket({
        database,
        clock: { now: () => time },
        log: createLog("silent"),
        safeFetch: (url, request) => safeFetch(url, { ...request, timeoutMs }),
        url,
      });
    },
    rows: async <Row extends object>(statement: string) =>
      (await database.pool.query(statement)).rows as Row[],
    async close() {
      await server.close();
      await database.drop();
    },
  };
}

export type TestMarket = Awaited<ReturnType<typeof openTestMarket>>;

/** Builds the body of the source's response. */
export function buildPricesBody(firstPrice: number, changePercent: number | null = -1.5) {
  return Object.fromEntries(
    ASSETS.map(({ sourceId }, index) => [
      sourceId,
      { usd: firstPrice + index, ...(changePercent === null ? {} : { usd_24h_change: changePercent }) },
    ]),
  );
}
