import type { Analysis, Source } from "#core/ai/analysis.ts";
import type { AnswerNotes, ChatEvent } from "#core/ai/chat-stream.ts";
import { createCitationFilter } from "#core/ai/citations.ts";
import type { SpeakingModel } from "./provider/ask-models.ts";
import { hideSecret } from "./provider/hide-secret.ts";

/** In characters. Split between words, so that an analyst's answer appears gradually. */
const PIECE = 60;

/** An analyst's answer as stream events, in small pieces without delay. */
export function* streamAnalysis(analysis: Analysis, leftToday: number): Generator<ChatEvent, void, void> {
  const { markdown, sources, picture, findings } = analysis;
  yield createEvent({ role: "assistant", content: "" }, undefined, {
    answeredBy: "analyst",
    model: null,
    sources,
    leftToday,
  });
  for (const content of splitPieces(markdown)) yield createEvent({ content });
  yield createLastEvent(undefined, { picture, findings });
}

/**
 * A model's answer as stream events, token by token. Filters remove invalid citations, links, and the provider's key.
 * Throws what the provider's stream throws.
 */
export async function* streamModel(
  { model, tokens }: SpeakingModel,
  notes: { sources: readonly Source[]; leftToday: number; analysis: Analysis | null },
  secret: string | null,
): AsyncGenerator<ChatEvent, void, void> {
  const { sources, leftToday, analysis } = notes;
  const citations = createCitationFilter(sources);
  const hidden = hideSecret(secret);
  try {
    yield createEvent({ role: "assistant", content: "" }, model, {
      answeredBy: "model",
      model,
      sources,
      leftToday,
    });
    for await (const token of tokens) {
      const content = hidden.push(citations.push(token));
      if (content !== "") yield createEvent({ content }, model);
    }
    const rest = hidden.push(citations.end()) + hidden.end();
    if (rest !== "") yield createEvent({ content: rest }, model);
    yield createLastEvent(model, { picture: analysis?.picture ?? null, findings: analysis?.findings ?? [] });
  } finally {
    await tokens.return();
  }
}

function createEvent(
  delta: ChatEvent["choices"][number]["delta"],
  model?: string,
  analysis?: AnswerNotes,
): ChatEvent {
  return {
    ...(model === undefined ? {} : { model }),
    choices: [{ index: 0, delta, finish_reason: null }],
    ...(analysis === undefined ? {} : { analysis }),
  };
}

function createLastEvent(model: string | undefined, analysis: AnswerNotes): ChatEvent {
  return {
    ...(model === undefined ? {} : { model }),
    choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
    analysis,
  };
}

/** Splits text into pieces of about sixty characters at spaces. Longer words are split, but never surrogate pairs. */
function* splitPieces(text: string): Generator<string, void, void> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + PIECE);
    if (end < text.length) {
      const blank = Math.max(text.lastIndexOf(" ", end), text.lastIndexOf("\n", end)) + 1;
      if (blank > at) end = blank;
      else if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1;
    }
    yield text.slice(at, end);
    at = end;
  }
}
