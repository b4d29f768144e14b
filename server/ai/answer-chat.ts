import { setImmediate as yieldToEvents } from "node:timers/promises";
import { resolveQuestion } from "#analyzers/assistant/resolve-question.ts";
import type { Analysis, SiteDocument, Source } from "#core/ai/analysis.ts";
import type { ChatEvent } from "#core/ai/chat-stream.ts";
import { buildPrompt } from "#core/ai/prompt.ts";
import type { ToolId } from "#core/ai/tools.ts";
import { AnalyzerTimeout } from "./analyzers/analyzer-pool.ts";
import { ChatError, createTakesTooLongError } from "./chat-errors.ts";
import type { AiClient } from "./client.ts";
import { collectSources } from "./collect-sources.ts";
import { countRun } from "./count-run.ts";
import { streamAnalysis, streamModel } from "./create-events.ts";
import type { AiDeps, RelevantMaterial } from "./deps.ts";
import { findForSearches, NO_MATERIAL } from "./find-relevant.ts";
import { formatPriceLines } from "./format-price-lines.ts";
import { type PendingTurn, prepareTurn } from "./history/prepare-turn.ts";
import { saveAnswer } from "./history/save-answer.ts";
import { type AnswerStep, answerWithLookups } from "./lookups/answer-with-lookups.ts";
import { listDefinitions } from "./lookups/definitions.ts";
import { createNumberedSources } from "./lookups/number-sources.ts";
import { type AnswerStream, type AskModelsInput, askModels } from "./provider/ask-models.ts";
import { toLoggedDetail } from "./provider/log-detail.ts";
import type { ProviderClient } from "./provider/provider-client.ts";
import { ProviderFailure } from "./provider/provider-failure.ts";
import { toPublicFailure } from "./provider/public-message.ts";
import { streamAnswer } from "./provider/stream-answer.ts";
import type { ToolCall } from "./read-call.ts";
import { consumeUse, type Use } from "./uses.ts";

const ANALYZER = "analyzer";

/** The tools with analyzers that use articles and posts. */
const DOCUMENT_TOOLS: ReadonlySet<ToolId> = new Set(["sentiment", "chatbot", "generator"]);
/** The tools with analyzers that use price histories. */
const HISTORY_TOOLS: ReadonlySet<ToolId> = new Set(["prediction", "optimizer"]);

interface PreparedAnswer {
  readonly use: Use;
  /** The site's documents for the model and the analyzer. Empty if neither uses any. */
  readonly documents: readonly SiteDocument[];
  /** The lines with prices for the model. Empty for the scanner, or if there is no model or no price is known. */
  readonly prices: readonly string[];
  /** The analyzer's result; null if the analyzer failed and a model answers without it. */
  readonly analysis: Analysis | null;
  /** Where the answer will be saved; null if it won't be. */
  readonly turn: PendingTurn | null;
}

/** The events of an answer that has been started. */
export type Answer = AsyncGenerator<ChatEvent, void, void>;

/** Charges a use, finds material and runs the analyzer. Refunds the use if any of this fails. */
export async function prepareAnswer(
  deps: AiDeps,
  client: AiClient,
  call: ToolCall,
  signal: AbortSignal,
): Promise<PreparedAnswer> {
  const { tool, input, turns, models } = call;
  if (!(await deps.site.read()).aiTools) throw new ChatError("tools_off");
  const answeredBy = (deps.provider && models[0]) ?? ANALYZER;
  const isForModel = deps.provider !== null;
  const needsDocuments = DOCUMENT_TOOLS.has(tool);
  const startWork = () => {
    const pendingMaterial =
      tool !== "scanner" && (isForModel || needsDocuments)
        ? findForSearches(resolveQuestion(input, turns).searches, (search) =>
            deps.material.findDocuments(tool, search),
          )
        : Promise.resolve(NO_MATERIAL);
    return [pendingMaterial, askAnalyzer(deps, call, pendingMaterial, signal)] as const;
  };
  // Searches and analyzes before the use has been counted, so that the answer starts sooner. Clients that were just
  // rejected have to wait, and so do contracts, because scanning a hostile one takes seconds.
  const mustWait = tool === "scanner" || deps.rejectedClients.has(client);
  const earlyWork = mustWait ? null : startWork();
  for (const work of earlyWork ?? []) work.catch(() => {});
  // The analyzer waits for these documents. The use is counted while the analyzer runs, not while PostgreSQL searches.
  if (needsDocuments) await earlyWork?.[0].catch(() => {});
  const use = await consumeUse(deps, client).catch((error: unknown) => {
    if (error instanceof ChatError) countRun(deps, tool, answeredBy, "refused");
    throw error;
  });
  try {
    const [{ documents }, analysis, prices, turn] = await Promise.all([
      ...(earlyWork ?? startWork()),
      isForModel && tool !== "scanner" ? deps.material.readPrices() : null,
      prepareTurn(deps, client.userId, tool, call.history),
    ]);
    return { use, documents, prices: formatPriceLines(prices), analysis, turn };
  } catch (error) {
    await use.refund();
    if (!signal.aborted) countRun(deps, tool, answeredBy, "failed");
    throw error;
  }
}

/**
 * Returns null if the analyzer fails but a model can answer. Without a model, throws AnalyzerError, or ChatError on a
 * timeout.
 */
async function askAnalyzer(
  deps: AiDeps,
  { tool, input, turns }: ToolCall,
  pendingMaterial: Promise<RelevantMaterial>,
  signal: AbortSignal,
): Promise<Analysis | null> {
  const { documents, rarity } = DOCUMENT_TOOLS.has(tool) ? await pendingMaterial : NO_MATERIAL;
  const histories = HISTORY_TOOLS.has(tool) ? await deps.material.readHistories() : null;
  try {
    // Waking the worker thread can take CPU time from this one, so first send the queries that were just issued.
    await yieldToEvents();
    return await deps.analyzers.analyze(
      { tool, input, documents, rarity, turns, histories, today: getToday(deps) },
      signal,
    );
  } catch (error) {
    if (signal.aborted) throw error;
    if (deps.provider === null)
      throw error instanceof AnalyzerTimeout ? createTakesTooLongError(tool, error) : error;
    deps.log.error({ err: error, tool }, "an analyzer failed");
    return null;
  }
}

/** Returns the analyzer's answer, or a model's once it starts. Throws ChatError if no model starts to answer. */
export async function beginAnswer(
  deps: AiDeps,
  call: ToolCall,
  preparedAnswer: PreparedAnswer,
  signal: AbortSignal,
): Promise<Answer> {
  const { turn } = preparedAnswer;
  const answer =
    deps.provider === null
      ? answerWithAnalysis(deps, call, preparedAnswer, signal)
      : await askProvider(deps, deps.provider, call, preparedAnswer, signal);
  return turn ? saveAnswer(deps, turn, call, answer) : answer;
}

function answerWithAnalysis(
  deps: AiDeps,
  call: ToolCall,
  { use, analysis }: PreparedAnswer,
  signal: AbortSignal,
): Answer {
  if (analysis === null) throw new Error("an analyzer's answer is missing");
  return trackAnswer(
    deps,
    { call, use, answeredBy: ANALYZER, signal },
    streamAnalysis(analysis, use.leftToday),
  );
}

async function askProvider(
  deps: AiDeps,
  provider: ProviderClient,
  call: ToolCall,
  { use, documents, prices, analysis }: PreparedAnswer,
  clientSignal: AbortSignal,
): Promise<Answer> {
  const { timing, apiKey } = deps.settings;
  const sources = collectSources(analysis, documents);
  const material = { sources, documents, findings: analysis?.markdown ?? null, prices };
  const definitions = listDefinitions(call.tool);

  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new ProviderFailure("timeout", `no answer within ${timing.answerMs} ms`)),
    timing.answerMs,
  );
  const signal = AbortSignal.any([clientSignal, controller.signal]);
  const release = () => clearTimeout(timer);

  let lastModel = call.models[0] ?? "";
  let stream: AnswerStream;
  try {
    stream = await askModels(provider, {
      models: call.models,
      buildMessages: (canLookUp) => buildPrompt(call, material, getToday(deps), { canLookUp }),
      definitions,
      modelsWithoutFunctions: deps.modelsWithoutFunctions,
      timing,
      signal,
      onFailure(model, failure) {
        lastModel = model;
        const { kind, status, message } = failure;
        const detail = toLoggedDetail(failure.detail, apiKey, call);
        deps.log.warn({ model, kind, status, message, detail }, "a model did not answer");
      },
    });
  } catch (error) {
    release();
    if (clientSignal.aborted) {
      countRun(deps, call.tool, lastModel, "stopped");
      throw error;
    }
    await use.refund();
    countRun(deps, call.tool, lastModel, "failed");
    if (!(error instanceof ProviderFailure)) throw error;
    throw toPublicFailure(error);
  }
  const context = { definitions, sources, signal };
  const steps = streamWithLookups(deps, provider, call, stream, context);
  const notes = { sources, leftToday: use.leftToday, analysis };
  const events = streamModel({ model: stream.model, steps }, notes, apiKey);
  return trackAnswer(deps, { call, use, answeredBy: stream.model, signal: clientSignal }, events, release);
}

interface LookupContext extends Pick<AskModelsInput, "definitions" | "signal"> {
  readonly sources: readonly Source[];
}

/** Streams the started answer, running the model's lookups along the way. */
function streamWithLookups(
  deps: AiDeps,
  provider: ProviderClient,
  { tool }: ToolCall,
  { model, hasFunctions, messages, parts }: AnswerStream,
  { definitions, sources, signal }: LookupContext,
): AsyncGenerator<AnswerStep, void, void> {
  return answerWithLookups({
    tool,
    canLookUp: hasFunctions,
    parts,
    messages,
    sources: createNumberedSources(sources),
    signal,
    run: (lookup) => deps.runLookup(lookup, signal),
    continueWith(messages, canLookUp) {
      const choice = canLookUp ? ("auto" as const) : ("none" as const);
      return streamAnswer(
        provider,
        { model, messages, functions: { definitions, choice } },
        deps.settings.timing,
        signal,
      );
    },
    onFailure: ({ name }, error) =>
      deps.log.warn({ lookup: name, ...describeError(error) }, "a lookup failed"),
  });
}

interface RunningAnswer {
  readonly call: ToolCall;
  readonly use: Use;
  readonly answeredBy: string;
  readonly signal: AbortSignal;
}

/**
 * Forwards the events and records how the answer ended. A failure midway becomes a final event with a message, and the
 * client gets its use back.
 */
async function* trackAnswer(
  deps: AiDeps,
  { call, use, answeredBy, signal }: RunningAnswer,
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
    if (failure === null) deps.log.error({ err: error }, "an answer was interrupted");
    else {
      const { kind, status } = failure;
      const detail = toLoggedDetail(failure.detail, deps.settings.apiKey, call);
      deps.log.warn({ model: answeredBy, kind, status, detail }, "a model stopped mid-answer");
    }
    const { message } = toPublicFailure(failure ?? new ProviderFailure("error", "a bug"));
    await use.refundClient().catch(() => {});
    yield { choices: [], error: message };
  } finally {
    release();
    countRun(deps, call.tool, answeredBy, outcome);
  }
}

/** Omits the message, because a database error's message repeats the parameters, which contain the user's input. */
function describeError(error: unknown): { error: string; code: unknown } {
  const { name = "unknown", cause } = (error ?? {}) as { name?: string; cause?: { code?: unknown } };
  return { error: name, code: cause?.code };
}

const getToday = ({ clock }: AiDeps) => clock.now().toISOString().slice(0, 10);
