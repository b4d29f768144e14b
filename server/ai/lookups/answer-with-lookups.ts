import pLimit from "p-limit";
import type { Source } from "#core/ai/analysis.ts";
import { LOOKUP_ROUNDS_MAX, LOOKUPS_MAX, type Lookup } from "#core/ai/lookups.ts";
import { formatLookupResult, formatSource } from "#core/ai/prompt.ts";
import type { ToolId } from "#core/ai/tools.ts";
import { untilAborted } from "#server/platform/deadline.ts";
import { type FunctionCall, formatCallMessage, type ProviderMessage } from "../provider/function-calls.ts";
import { ProviderFailure } from "../provider/provider-failure.ts";
import { ANSWER_LENGTH_MAX, type AnswerPart } from "../provider/stream-answer.ts";
import { describeSubject, type LookupCall, parseLookupCall } from "./definitions.ts";
import type { FoundSource, NumberedSources } from "./number-sources.ts";

/** A part of an answer: text, or the lookups so far with all sources. */
export type AnswerStep =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "lookups"; readonly lookups: readonly Lookup[]; readonly sources: readonly Source[] };

interface AnswerInput {
  readonly tool: ToolId;
  /** Whether the model was offered the functions. If it wasn't, its calls are ignored. */
  readonly canLookUp: boolean;
  /** The model's first message. */
  readonly parts: AsyncGenerator<AnswerPart, void, void>;
  readonly messages: readonly ProviderMessage[];
  readonly sources: NumberedSources;
  readonly signal: AbortSignal;
  run(call: LookupCall): Promise<readonly FoundSource[]>;
  /** Sends the conversation with the results. `canLookUp` is false once the limits are reached. */
  continueWith(
    messages: readonly ProviderMessage[],
    canLookUp: boolean,
  ): AsyncGenerator<AnswerPart, void, void>;
  onFailure(call: LookupCall, error: unknown): void;
}

/** The maximum number of concurrent lookups for one answer. */
const CONCURRENT_MAX = 3;

const TOO_MANY_ERROR = `Error: at most ${LOOKUPS_MAX} lookups are allowed. Answer with what you have.`;
const UNAVAILABLE_ERROR =
  "Error: this could not be looked up. Answer without it, and say that it is missing.";
const NOTHING_FOUND = "Nothing was found.";

/**
 * Runs a model's calls until it answers. Every call gets a result, so that the conversation stays valid. The result is
 * an error if the function is unknown, the arguments are invalid, the lookup fails or there are too many calls. Throws
 * ProviderFailure.
 */
export async function* answerWithLookups(input: AnswerInput): AsyncGenerator<AnswerStep, void, void> {
  const { tool, sources, continueWith } = input;
  const messages = [...input.messages];
  const lookups: Lookup[] = [];
  let { parts } = input;
  let length = 0;
  try {
    for (let round = 1; ; round += 1) {
      let text = "";
      let calls: readonly FunctionCall[] = [];
      for await (const part of parts) {
        if (part.kind === "calls") calls = part.calls;
        else {
          // The text of a new message starts a new paragraph.
          if (length > 0 && text === "") yield { kind: "text", text: "\n\n" };
          length += part.text.length;
          text += part.text;
          yield part;
        }
      }
      if (calls.length === 0 || !input.canLookUp || round > LOOKUP_ROUNDS_MAX) break;
      // An answer that exceeds the limit for one message gets no further messages.
      if (length > ANSWER_LENGTH_MAX) break;
      const plannedCalls = planCalls(tool, calls, LOOKUPS_MAX - lookups.length);
      const firstPosition = lookups.length;
      for (const { lookup } of plannedCalls) if (lookup) lookups.push(lookup);
      if (lookups.length > firstPosition)
        yield { kind: "lookups", lookups: [...lookups], sources: sources.list() };
      const results = await runCalls(input, plannedCalls);
      let position = firstPosition;
      for (const { lookup, state } of results)
        if (lookup) {
          lookups[position] = { ...lookup, state };
          position += 1;
        }
      if (lookups.length > firstPosition)
        yield { kind: "lookups", lookups: [...lookups], sources: sources.list() };
      messages.push(
        formatCallMessage(text, calls),
        ...results.map(({ id, content }) => ({ role: "tool" as const, tool_call_id: id, content })),
      );
      parts = continueWith(messages, round < LOOKUP_ROUNDS_MAX && lookups.length < LOOKUPS_MAX);
    }
    if (length === 0) throw new ProviderFailure("unanswered", "no answer after the lookups");
  } finally {
    await parts.return();
  }
}

interface PlannedCall {
  readonly id: string;
  /** The validated call; null if it can't run. In that case, `problem` says why. */
  readonly call: LookupCall | null;
  readonly problem: string;
  readonly lookup: Lookup | null;
}

function planCalls(tool: ToolId, calls: readonly FunctionCall[], allowedCount: number): PlannedCall[] {
  let count = 0;
  return calls.map((call): PlannedCall => {
    const parsed = parseLookupCall(tool, call);
    const refusedCall = { id: call.id, call: null, lookup: null };
    if (!parsed.ok) return { ...refusedCall, problem: `Error: ${parsed.problem}` };
    if (count >= allowedCount) return { ...refusedCall, problem: TOO_MANY_ERROR };
    count += 1;
    const subject = describeSubject(parsed.call);
    return {
      id: call.id,
      call: parsed.call,
      problem: "",
      lookup: { name: parsed.call.name, subject, state: "running" },
    };
  });
}

interface CallResult {
  readonly id: string;
  /** The content for the model. */
  readonly content: string;
  readonly lookup: Lookup | null;
  readonly state: "done" | "failed";
}

async function runCalls(
  { run, onFailure, sources, signal }: AnswerInput,
  plannedCalls: readonly PlannedCall[],
) {
  const limit = pLimit(CONCURRENT_MAX);
  const foundLists = await Promise.all(
    plannedCalls.map(({ call }) =>
      limit(async () => {
        if (call === null) return null;
        signal.throwIfAborted();
        try {
          return await untilAborted(run(call), signal);
        } catch (error) {
          signal.throwIfAborted();
          onFailure(call, error);
          return null;
        }
      }),
    ),
  );
  return plannedCalls.map(({ id, call, problem, lookup }, index): CallResult => {
    const foundSources = foundLists[index] ?? null;
    if (call === null) return { id, lookup, content: problem, state: "failed" };
    if (foundSources === null) return { id, lookup, content: UNAVAILABLE_ERROR, state: "failed" };
    return { id, lookup, content: formatFound(foundSources, sources), state: "done" };
  });
}

function formatFound(foundSources: readonly FoundSource[], sources: NumberedSources): string {
  if (foundSources.length === 0) return NOTHING_FOUND;
  return formatLookupResult(
    foundSources.map(({ source, kind, text }) =>
      formatSource(sources.add(source), { kind, text }, text.length),
    ),
  );
}
