import type { Analysis, Source } from "#core/ai/analysis.ts";
import type { AnswerNotes, ChatEvent } from "#core/ai/chat-stream.ts";
import { createCitationFilter } from "#core/ai/citations.ts";
import { cut, neutralize } from "#core/ai/prompt.ts";
import type { AnswerStep } from "./lookups/answer-with-lookups.ts";
import { createSecretFilter } from "./provider/hide-secret.ts";

/** The approximate length of a chunk in characters. Small chunks make an analyzer's answer appear gradually. */
const CHUNK_LENGTH = 60;

/** Yields an analyzer's answer as stream events, in small chunks without delay. */
export function* streamAnalysis(analysis: Analysis, leftToday: number): Generator<ChatEvent, void, void> {
  const { markdown, sources } = analysis;
  yield createEvent({ role: "assistant", content: "" }, undefined, {
    answeredBy: "analyzer",
    model: null,
    sources,
    leftToday,
  });
  for (const content of splitIntoChunks(markdown)) yield createEvent({ content });
  yield createEvent({}, undefined, selectData(analysis), "stop");
}

/** The maximum length of a lookup's subject on the page, in characters. */
const SUBJECT_MAX = 100;

/**
 * Yields a model's answer and its lookups. Filters remove invalid citations, links to anything but sources, and the
 * provider's key.
 */
export async function* streamModel(
  { model, steps }: { readonly model: string; readonly steps: AsyncGenerator<AnswerStep, void, void> },
  notes: { sources: readonly Source[]; leftToday: number; analysis: Analysis | null },
  secret: string | null,
): AsyncGenerator<ChatEvent, void, void> {
  const { sources, leftToday, analysis } = notes;
  const citations = createCitationFilter(sources);
  const secretFilter = createSecretFilter(secret);
  try {
    yield createEvent({ role: "assistant", content: "" }, model, {
      answeredBy: "model",
      model,
      sources,
      leftToday,
    });
    for await (const step of steps) {
      if (step.kind === "lookups") {
        citations.addSources(step.sources);
        const lookups = step.lookups.map((lookup) => ({
          ...lookup,
          subject: toLine(lookup.subject, secret),
        }));
        // The title of a scanned contract contains a name from the model.
        const shownSources = step.sources.map((source) => ({
          ...source,
          title: hideSecret(source.title, secret),
        }));
        yield createEvent({}, model, { lookups, sources: shownSources });
        continue;
      }
      const content = secretFilter.push(citations.push(step.text));
      if (content !== "") yield createEvent({ content }, model);
    }
    const rest = secretFilter.push(citations.end()) + secretFilter.end();
    if (rest !== "") yield createEvent({ content: rest }, model);
    yield createEvent({}, model, selectData(analysis), "stop");
  } finally {
    await steps.return();
  }
}

/** Selects the data for the last event. */
function selectData(analysis: Analysis | null): AnswerNotes {
  const { chart = null, findings = [], findingCounts } = analysis ?? {};
  return { chart, findings, ...(findingCounts && { findingCounts }) };
}

/** Puts the model's own text on one line, without the key, and shortens it. */
function toLine(text: string, secret: string | null): string {
  return cut(hideSecret(neutralize(text), secret).replace(/\s+/g, " ").trim(), SUBJECT_MAX);
}

function hideSecret(text: string, secret: string | null): string {
  const filter = createSecretFilter(secret);
  return filter.push(text) + filter.end();
}

function createEvent(
  delta: ChatEvent["choices"][number]["delta"],
  model?: string,
  analysis?: AnswerNotes,
  finish_reason: "stop" | null = null,
): ChatEvent {
  return {
    ...(model !== undefined && { model }),
    choices: [{ index: 0, delta, finish_reason }],
    ...(analysis !== undefined && { analysis }),
  };
}

/**
 * Splits text into chunks of about sixty characters, at spaces and line breaks. Longer words are split, but never
 * surrogate pairs.
 */
function* splitIntoChunks(text: string): Generator<string, void, void> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + CHUNK_LENGTH);
    if (end < text.length) {
      const breakIndex = Math.max(text.lastIndexOf(" ", end), text.lastIndexOf("\n", end)) + 1;
      if (breakIndex > start) end = breakIndex;
      else if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1;
    }
    yield text.slice(start, end);
    start = end;
  }
}
