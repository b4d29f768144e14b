import type { ToolAnswer } from "#core/ai/export.ts";
import type { SaveRequest } from "#core/ai/history/types.ts";

/** How to save the conversation's next answer. `from` is the index of the first answer that it replaces. */
export function buildSaveRequest(answers: readonly ToolAnswer[], from = answers.length): SaveRequest {
  const conversation = answers.findLast(({ saved }) => saved)?.saved?.conversation ?? null;
  const replaces = answers
    .slice(from)
    .flatMap(({ saved }) => (saved && saved.conversation === conversation ? [saved.turn] : []));
  return { conversation, replaces };
}
