import type { Analysis } from "#core/ai/analysis.ts";
import type { ToolId } from "#core/ai/tools.ts";

const REFUSALS: Partial<Record<ToolId, string>> = {
  sentiment: "there is no score",
  chatbot: "I can't answer this",
  generator: "there is no brief",
};

/**
 * The answer to a question that probably isn't in English. The price outlook still answers, since symbols are the same
 * in any language.
 */
export function answerForeign(tool: ToolId, answer: () => Analysis): Analysis {
  const notice = "**This doesn't look like English.** This tool only reads English";
  const refusal = REFUSALS[tool];
  if (refusal === undefined) {
    const analysis = answer();
    const markdown = `${notice}, so it may have missed a date or a price that you named.\n\n${analysis.markdown}`;
    return { ...analysis, markdown };
  }
  const markdown = `${notice}, so ${refusal}. Please write in English. If you already did, write a full sentence.`;
  return { tool, markdown, sources: [], chart: null, findings: [] };
}
