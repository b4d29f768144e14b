import type { ChatMessage } from "#core/ai/tools.ts";
import type { ProviderClient } from "./provider-client.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { streamAnswer, type Timing } from "./stream-answer.ts";

export interface AnswerStream {
  readonly model: string;
  /** All tokens, including the first. Throws ProviderFailure if the stream breaks; call `return` to stop early. */
  readonly tokens: AsyncGenerator<string, void, void>;
}

interface AskModelsInput {
  readonly models: readonly string[];
  readonly messages: readonly ChatMessage[];
  readonly timing: Timing;
  readonly signal: AbortSignal;
  /** Called for each model that didn't answer. */
  onFailure(model: string, failure: ProviderFailure): void;
}

/**
 * Tries the models in order until one starts to answer. Nothing is sent to the client until then, so the fallback is
 * invisible. Throws the most helpful failure, or `signal.reason`.
 */
export async function askModels(provider: ProviderClient, input: AskModelsInput): Promise<AnswerStream> {
  const { models, messages, timing, signal } = input;
  const failures: ProviderFailure[] = [];
  for (const model of models) {
    const tokens = streamAnswer(provider, { model, messages }, timing, signal);
    try {
      const first = await tokens.next();
      if (!first.done) return { model, tokens: prepend(first.value, tokens) };
      throw new ProviderFailure("unreadable", "the answer is empty");
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof ProviderFailure)) throw error;
      input.onFailure(model, error);
      failures.push(error);
      if (!error.canTryNextModel) break;
    }
  }
  throw selectMostHelpful(failures);
}

async function* prepend(first: string, rest: AsyncGenerator<string, void, void>) {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return();
  }
}

/** "Try again later" is the most helpful, then "payment required", then the last failure. */
function selectMostHelpful(failures: readonly ProviderFailure[]): ProviderFailure {
  const failure =
    failures.find(({ status }) => status === 429) ??
    failures.find(({ status }) => status === 402) ??
    failures.at(-1);
  return failure ?? new ProviderFailure("unreachable", "no model is configured");
}
