import type { FunctionDefinition, ProviderMessage } from "./function-calls.ts";
import type { ProviderClient } from "./provider-client.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { type AnswerPart, streamAnswer, type Timing } from "./stream-answer.ts";

export interface AnswerStream {
  readonly model: string;
  /** Whether the model was offered functions. */
  readonly hasFunctions: boolean;
  /** The messages that were sent to the model. */
  readonly messages: readonly ProviderMessage[];
  /** All parts, including the first. Throws ProviderFailure if the stream breaks; call `return` to stop early. */
  readonly parts: AsyncGenerator<AnswerPart, void, void>;
}

export interface ModelSet {
  has(model: string): boolean;
  add(model: string): void;
}

export interface AskModelsInput {
  readonly models: readonly string[];
  buildMessages(hasFunctions: boolean): readonly ProviderMessage[];
  readonly definitions: readonly FunctionDefinition[];
  /** Models for which the provider rejected function calls. `askModels` adds to the set. */
  readonly modelsWithoutFunctions: ModelSet;
  readonly timing: Timing;
  readonly signal: AbortSignal;
  onFailure(model: string, failure: ProviderFailure): void;
}

/**
 * Tries the models until one starts to answer or calls a function; nothing is sent to the client before that. A model
 * that can't call functions is asked again without them. Throws the most helpful failure, or `signal.reason`.
 */
export async function askModels(provider: ProviderClient, input: AskModelsInput): Promise<AnswerStream> {
  const { models, signal, modelsWithoutFunctions } = input;
  const failures: ProviderFailure[] = [];
  for (const model of models) {
    let hasRefusedFunctions = false;
    for (const hasFunctions of modelsWithoutFunctions.has(model) ? [false] : [true, false]) {
      try {
        const stream = await askModel(provider, model, hasFunctions, input);
        // Added only once the model answers without functions: an error that mentions tools may be about the input.
        if (hasRefusedFunctions) modelsWithoutFunctions.add(model);
        return stream;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (!(error instanceof ProviderFailure)) throw error;
        input.onFailure(model, error);
        if (hasFunctions && error.isAboutFunctions) hasRefusedFunctions = true;
        else if (!hasFunctions || error.kind !== "calls") {
          failures.push(error);
          break;
        }
      }
    }
    if (failures.at(-1)?.canTryNextModel === false) break;
  }
  throw selectMostHelpful(failures);
}

async function askModel(
  provider: ProviderClient,
  model: string,
  hasFunctions: boolean,
  { buildMessages, definitions, timing, signal }: AskModelsInput,
): Promise<AnswerStream> {
  const messages = buildMessages(hasFunctions);
  const functions = hasFunctions ? { definitions, choice: "auto" as const } : null;
  const parts = streamAnswer(provider, { model, messages, functions }, timing, signal);
  const firstResult = await parts.next();
  if (firstResult.done) throw new ProviderFailure("unreadable", "the answer is empty");
  if (!hasFunctions && firstResult.value.kind === "calls") {
    await parts.return();
    throw new ProviderFailure("calls", "the model called functions that it wasn't offered");
  }
  return { model, hasFunctions, messages, parts: prepend(firstResult.value, parts) };
}

async function* prepend(firstPart: AnswerPart, rest: AsyncGenerator<AnswerPart, void, void>) {
  try {
    yield firstPart;
    yield* rest;
  } finally {
    await rest.return();
  }
}

/** Selects the failure to report: "try again later", otherwise "payment required", otherwise the last one. */
function selectMostHelpful(failures: readonly ProviderFailure[]): ProviderFailure {
  const failure =
    failures.find(({ status }) => status === 429) ??
    failures.find(({ status }) => status === 402) ??
    failures.at(-1);
  return failure ?? new ProviderFailure("unreachable", "no model is configured");
}
