import type { Analysis, SiteDocument } from "#core/ai/analysis.ts";
import type { ChatEvent } from "#core/ai/chat-stream.ts";
import { TOOLS_OFF } from "#core/ai/limits.ts";
import { writePrompt } from "#core/ai/prompt.ts";
import type { ToolId } from "#core/ai/tools.ts";
import type { AssetPrices } from "#core/market/assets.ts";
import { AnalystTimeout } from "./analysts/analyst-thread.ts";
import { ChatRefusal } from "./chat-refusal.ts";
import type { AiClient } from "./client.ts";
import { collectSources } from "./collect-sources.ts";
import { countRun } from "./count-run.ts";
import { streamAnalysis, streamModel } from "./create-events.ts";
import type { AiDeps } from "./deps.ts";
import { askModels, type SpeakingModel } from "./provider/ask-models.ts";
import type { AnswerOpener } from "./provider/open-answer.ts";
import { ProviderFailure } from "./provider/provider-failure.ts";
import { toPublicFailure } from "./provider/public-message.ts";
import type { ToolCall } from "./read-call.ts";
import { takeUse, type Use } from "./uses.ts";

const ANALYST = "analyst";

/** The analysts that use articles and posts, and those that use prices. The others only need the input. */
const READ_DOCUMENTS: ReadonlySet<ToolId> = new Set(["sentiment", "chatbot", "generator"]);
const READ_HISTORIES: ReadonlySet<ToolId> = new Set(["prediction", "optimizer"]);
const NO_DOCUMENTS: Promise<readonly SiteDocument[]> = Promise.resolve([]);

/** The preparation for an answer. */
interface Prepared {
  readonly use: Use;
  /** Documents a model can cite, and prices as lines. Empty if there is no model and the analyst doesn't need them. */
  readonly documents: readonly SiteDocument[];
  readonly prices: readonly string[];
  /** Null if the analyst failed and a model answers without it. */
  readonly analysis: Analysis | null;
}

/** A started answer. */
export type Answer = AsyncGenerator<ChatEvent, void, void>;

/**
 * Takes a use, finds material on this site and runs the tool's analyst. Throws ChatRefusal. A use that leads to no
 * answer is given back.
 */
export async function prepareAnswer(
  deps: AiDeps,
  client: AiClient,
  call: ToolCall,
  signal: AbortSignal,
): Promise<Prepared> {
  const { tool, input, models } = call;
  if (!(await deps.site.read()).aiTools) throw new ChatRefusal(403, TOOLS_OFF);
  const by = (deps.provider && models[0]) ?? ANALYST;
  const isForModel = deps.provider !== null;
  const find = () =>
    isForModel || READ_DOCUMENTS.has(tool) ? deps.material.findDocuments(tool, input) : NO_DOCUMENTS;
  // Search while the use is being counted, so that the answer starts sooner. Clients refused recently are counted
  // first, to save the search.
  const begun = deps.refused.has(client) ? null : find();
  begun?.catch(() => {});
  const use = await takeUse(deps, client).catch((error: unknown) => {
    if (error instanceof ChatRefusal) countRun(deps, tool, by, "refused");
    throw error;
  });
  try {
    const finding = begun ?? find();
    const [documents, prices, analysis] = await Promise.all([
      finding,
      isForModel && tool !== "scanner" ? deps.material.readPrices() : null,
      askAnalyst(deps, call, finding, signal),
    ]);
    return { use, documents, prices: writePriceLines(prices), analysis };
  } catch (error) {
    await use.refund();
    if (!signal.aborted) countRun(deps, tool, by, "failed");
    throw error;
  }
}

/**
 * The analyst's result; null if it failed but a model can answer without it. Throws AnalystError, or ChatRefusal if
 * the input takes too long.
 */
async function askAnalyst(
  deps: AiDeps,
  { tool, input }: ToolCall,
  finding: Promise<readonly SiteDocument[]>,
  signal: AbortSignal,
): Promise<Analysis | null> {
  const documents = READ_DOCUMENTS.has(tool) ? await finding : [];
  const histories = READ_HISTORIES.has(tool) ? await deps.material.readHistories() : null;
  try {
    return await deps.analysts.analyze({ tool, input, documents, histories, today: getToday(deps) }, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    if (deps.provider === null) throw error instanceof AnalystTimeout ? tooLong(tool, error) : error;
    deps.log.error({ err: error, tool }, "an analyst failed");
    return null;
  }
}

const tooLong = (tool: ToolId, cause: AnalystTimeout): ChatRefusal =>
  new ChatRefusal(
    422,
    tool === "scanner"
      ? "This contract takes too long to scan. Scan its contracts one at a time, or without the most deeply nested code."
      : "This takes too long to analyze. Try a shorter text.",
    { cause },
  );

/**
 * Starts the prepared answer: a model's once its first token arrives, otherwise the analyst's. Until then failures
 * are ChatRefusals; later ones become the stream's last event. `signal` aborts when the client disconnects, which
 * ends the provider call immediately.
 */
export async function beginAnswer(
  deps: AiDeps,
  call: ToolCall,
  prepared: Prepared,
  signal: AbortSignal,
): Promise<Answer> {
  const { use, analysis } = prepared;
  if (deps.provider !== null) return askProvider(deps, deps.provider, call, prepared, signal);
  if (analysis === null) throw new Error("an analyst's answer is missing");
  return watch(deps, { call, use, by: ANALYST, signal }, streamAnalysis(analysis, use.leftToday));
}

async function askProvider(
  deps: AiDeps,
  provider: AnswerOpener,
  call: ToolCall,
  { use, documents, prices, analysis }: Prepared,
  caller: AbortSignal,
): Promise<Answer> {
  const { timing, apiKey } = deps.settings;
  const sources = collectSources(analysis, documents);
  const findings = analysis?.markdown ?? null;
  const messages = writePrompt(call, { sources, documents, findings, prices }, getToday(deps));

  const stopping = new AbortController();
  const stop = () => stopping.abort(caller.reason);
  if (caller.aborted) stop();
  caller.addEventListener("abort", stop, { once: true });
  const late = new ProviderFailure("timeout", `not answered within ${timing.answerMs} ms`);
  const timer = setTimeout(() => stopping.abort(late), timing.answerMs);
  const release = () => {
    clearTimeout(timer);
    caller.removeEventListener("abort", stop);
  };

  let lastAsked = call.models[0] ?? "";
  let speaking: SpeakingModel;
  try {
    speaking = await askModels(provider, {
      models: call.models,
      messages,
      timing,
      signal: stopping.signal,
      onFailure(model, failure) {
        lastAsked = model;
        // Not the provider's own text, which may repeat the key or the input.
        const { kind, status, message } = failure;
        deps.log.warn({ model, kind, status, message }, "a model did not answer");
      },
    });
  } catch (error) {
    release();
    if (caller.aborted) {
      countRun(deps, call.tool, lastAsked, "stopped");
      throw error;
    }
    await use.refund();
    countRun(deps, call.tool, lastAsked, "failed");
    if (!(error instanceof ProviderFailure)) throw error;
    throw new ChatRefusal(...toRefusal(deps, error), { cause: error });
  }
  const events = streamModel(speaking, { sources, leftToday: use.leftToday, analysis }, apiKey);
  return watch(deps, { call, use, by: speaking.model, signal: caller }, events, release);
}

interface Watched {
  readonly call: ToolCall;
  readonly use: Use;
  readonly by: string;
  readonly signal: AbortSignal;
}

/** Forwards the events, records how the answer ended, and turns a failure midway into a final event with a message. */
async function* watch(
  deps: AiDeps,
  { call, use, by, signal }: Watched,
  events: Iterable<ChatEvent> | AsyncIterable<ChatEvent>,
  release = () => {},
): Answer {
  let outcome: "done" | "stopped" | "broken" = "stopped";
  try {
    yield* events;
    outcome = "done";
  } catch (error) {
    if (signal.aborted) return;
    outcome = "broken";
    const failure = error instanceof ProviderFailure ? error : null;
    if (failure === null) deps.log.error({ err: error }, "an answer broke off");
    else deps.log.warn({ model: by, kind: failure.kind, status: failure.status }, "a model broke off");
    const [, message] = toRefusal(deps, failure ?? new ProviderFailure("error", "a bug"));
    await use.refundClient().catch(() => {});
    yield { choices: [], error: message };
  } finally {
    release();
    countRun(deps, call.tool, by, outcome);
  }
}

function toRefusal({ settings }: AiDeps, failure: ProviderFailure): [status: number, message: string] {
  const { apiKey, baseUrl } = settings;
  const secrets = [
    ...(apiKey === null ? [] : [apiKey]),
    ...(baseUrl === null ? [] : [new URL(baseUrl).hostname]),
  ];
  const { status, message } = toPublicFailure(failure, secrets);
  return [status, message];
}

function writePriceLines(prices: AssetPrices | null): string[] {
  if (prices === null || prices.prices.length === 0) return [];
  const head = prices.isSample
    ? "Made-up sample prices in US dollars:"
    : "Latest prices in US dollars, with their 24-hour change:";
  return [
    head,
    ...prices.prices.map(({ symbol, price, changePercent }) => {
      const change =
        changePercent === null ? "" : ` (${changePercent >= 0 ? "+" : ""}${changePercent.toFixed(1)}%)`;
      return `${symbol}: ${price}${change}`;
    }),
  ];
}

const getToday = ({ clock }: AiDeps) => clock.now().toISOString().slice(0, 10);
