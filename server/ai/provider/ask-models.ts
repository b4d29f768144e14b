import type { ChatMessage } from "#core/ai/tools.ts";
import type { AnswerOpener } from "./open-answer.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { streamAnswer, type Timing } from "./stream-answer.ts";

export interface SpeakingModel {
  readonly model: string;
  /** All tokens, including the first. Throws ProviderFailure midway; call `return` to stop early. */
  readonly tokens: AsyncGenerator<string, void, void>;
}

interface Question {
  readonly models: readonly string[];
  readonly messages: readonly ChatMessage[];
  readonly timing: Timing;
  readonly signal: AbortSignal;
  /** Called for each model that didn't answer. */
  onFailure(model: string, failure: ProviderFailure): void;
}

/**
 * Tries one model after another until one starts to answer. Nothing has been sent to the client before that, so the
 * switch is invisible. Throws the most helpful failure, or the reason of `signal`.
 */
export async function askModels(opener: AnswerOpener, question: Question): Promise<SpeakingModel> {
  const { models, messages, timing, signal } = question;
  const failures: ProviderFailure[] = [];
  for (const model of models) {
    const tokens = streamAnswer(opener, { model, messages }, timing, signal);
    try {
      const first = await tokens.next();
      if (!first.done) return { model, tokens: following(first.value, tokens) };
      throw new ProviderFailure("unreadable", "the answer is empty");
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof ProviderFailure)) throw error;
      question.onFailure(model, error);
      failures.push(error);
      if (!error.mayTryNextModel) break;
    }
  }
  throw mostHelpful(failures);
}

async function* following(first: string, rest: AsyncGenerator<string, void, void>) {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return();
  }
}

/** "Try again later" is the most helpful, then "payment required", then the last failure. */
function mostHelpful(failures: readonly ProviderFailure[]): ProviderFailure {
  const found =
    failures.find(({ status }) => status === 429) ??
    failures.find(({ status }) => status === 402) ??
    failures.at(-1);
  return found ?? new ProviderFailure("unreachable", "no model is set");
}
