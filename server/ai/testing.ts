import { getRequestListener } from "@hono/node-server";
import type { Analysis, Source } from "#core/ai/analysis.ts";
import type { ChatEvent } from "#core/ai/chat-stream.ts";
import type { Lookup } from "#core/ai/lookups.ts";
import { formatToolCall, type ToolId, type Turn } from "#core/ai/tools.ts";
import type { Clock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import { createAllowances, createRateLimits } from "#server/rate-limits/index.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";
import { startHttpServer } from "#server/testing/http-server.ts";
import type { AnalyzerPool } from "./analyzers/analyzer-pool.ts";
import { type FakeProvider, startFakeProvider } from "./fake-provider.fixture.ts";
import { type AiSettings, createAi } from "./index.ts";

export type AiFixture = Awaited<ReturnType<typeof createAiFixture>>;

export interface AskOptions {
  readonly token?: string;
  readonly model?: string;
  readonly turns?: readonly Turn[];
  /** The page's request to save the answer. */
  readonly history?: { readonly conversation: string | null; readonly replaces?: readonly string[] };
  readonly address?: string;
  readonly signal?: AbortSignal;
}

/** Long enough that answers don't time out on slow machines. Tests of the timeouts set their own. */
const TIMING = { connectMs: 30_000, firstTokenMs: 60_000, silenceMs: 60_000, answerMs: 120_000 };
const GENEROUS_LIMITS = { perMinute: 10_000, perDay: 10_000 };

/** Creates the AI module with a fake provider and its own database. */
export async function openTestAi(options: Parameters<typeof createAiFixture>[1] = {}) {
  const database = await createTestDatabase();
  const provider = await startFakeProvider();
  const fixture = await createAiFixture(database, { provider, analysis: TEST_ANALYSIS, ...options });
  return {
    database,
    provider,
    fixture,
    async end() {
      await fixture.end();
      await provider.close();
      await database.drop();
    },
  };
}

/** Creates the AI module on a test database. The modules that it depends on are real. */
export async function createAiFixture(
  database: TestDatabase,
  {
    provider = null,
    settings = {},
    clock,
    analysis,
    analyzers,
  }: {
    provider?: FakeProvider | null;
    settings?: Partial<AiSettings>;
    clock?: Clock;
    /** A fixed analysis, for tests that aren't about the analyzers. */
    analysis?: Analysis;
    /** The analyzer pool, for tests about it. */
    analyzers?: AnalyzerPool;
  } = {},
) {
  const edge = await createEdge({ database, ...(clock ? { clock } : {}) });
  const { app } = edge;
  const logLines: string[] = [];
  const log = createLog("trace", { write: (line: string) => void logLines.push(line) });
  const usedClock = clock ?? { now: () => new Date() };
  const ai = createAi({
    database,
    clock: usedClock,
    log,
    auth: app.auth,
    news: app.news,
    search: app.search,
    market: app.market,
    announcements: app.announcements,
    allowances: createAllowances(database.db, { enabled: true, clock: usedClock }),
    limits: createRateLimits(database.pool, { enabled: true }),
    ...(analyzers ? { analyzers } : {}),
    ...(analysis ? { analyzers: { analyze: async () => analysis, warmUp() {}, close: async () => {} } } : {}),
    settings: {
      baseUrl: provider?.baseUrl ?? null,
      apiKey: null,
      models: ["test/model"],
      limits: { visitor: GENEROUS_LIMITS, member: GENEROUS_LIMITS, sitePerDay: 10_000 },
      timing: TIMING,
      // Long enough for a busy machine.
      prepareMs: 120_000,
      trustProxy: 1,
      ...settings,
    },
  });
  const server = await startHttpServer(getRequestListener(ai.http.fetch));
  const url = `${server.origin}/chat`;
  return {
    ai,
    /** The URL of a real server, for tests about connections. */
    url,
    edge,
    logLines,
    publicKey: app.auth.publicKey,
    ask: (tool: ToolId, input: string, { token, model, turns, history, address, signal }: AskOptions = {}) =>
      fetch(url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Authorization: `Bearer ${token ?? app.auth.publicKey}`,
          ...(address ? { "X-Forwarded-For": address } : {}),
        },
        body: JSON.stringify({ messages: formatToolCall(tool, input, turns), model, history }),
        ...(signal ? { signal } : {}),
      }),
    async end() {
      await server.close();
      await ai.close();
      await app.ai.close();
      await app.news.close();
    },
  };
}

/** An answer that was read to its end. */
interface CompleteAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly events: ChatEvent[];
  /** The sources in the last event that has any. */
  readonly sources: readonly Source[];
  readonly lookups: readonly Lookup[];
  readonly text: string;
  /** Whether the last message was [DONE]. */
  readonly isDone: boolean;
  /** The error in a refusal or in the stream's last event. */
  readonly error: string | undefined;
}

export async function readAnswer(responseOrPromise: Response | Promise<Response>): Promise<CompleteAnswer> {
  const response = await responseOrPromise;
  const body = await response.text();
  const { status, headers } = response;
  if (status !== 200) {
    const { error } = JSON.parse(body) as { error: string };
    return { status, headers, events: [], sources: [], lookups: [], text: "", isDone: false, error };
  }
  const messages = body.split("\n\n").filter((message) => message !== "");
  const events = messages
    .filter((message) => message !== "data: [DONE]")
    .map((message) => JSON.parse(message.replace(/^data: /, "")) as ChatEvent);
  const analyses = events.map(({ analysis }) => analysis);
  return {
    status,
    headers,
    events,
    sources: analyses.findLast((analysis) => analysis?.sources)?.sources ?? [],
    lookups: analyses.findLast((analysis) => analysis?.lookups)?.lookups ?? [],
    text: events.map(({ choices }) => choices[0]?.delta.content ?? "").join(""),
    isDone: messages.at(-1) === "data: [DONE]",
    error: events.at(-1)?.error,
  };
}

/** An analysis with known content. */
export const TEST_ANALYSIS: Analysis = {
  tool: "chatbot",
  markdown: "The analyzer's finding [1].",
  sources: [{ number: 1, title: "One", path: "/news/1", attribution: "Feed", date: null, isSample: false }],
  chart: { kind: "drivers", drivers: [{ quote: "up", weight: 1, source: 1 }] },
  findings: [],
};
