import { answerQuestion } from "#analyzers/assistant/answer-question.ts";
import { writeBrief } from "#analyzers/content/write-brief.ts";
import { answerForeign } from "#analyzers/language/answer-foreign.ts";
import { isForeign } from "#analyzers/language/is-foreign.ts";
import { optimize } from "#analyzers/optimizer/optimize.ts";
import { createOutlook } from "#analyzers/outlook/outlook.ts";
import type { Rarity } from "#analyzers/relevance/rate.ts";
import { scanContract } from "#analyzers/scanner/scan-contract.ts";
import { analyzeSentiment } from "#analyzers/sentiment/analyze-sentiment.ts";
import type { Analysis, SiteDocument } from "#core/ai/analysis.ts";
import type { ToolId, Turn } from "#core/ai/tools.ts";
import { readHistories, type SharedHistories } from "./share-histories.ts";

export interface AnalyzerQuestion {
  readonly tool: ToolId;
  readonly input: string;
  /** Related documents from this site. */
  readonly documents: readonly SiteDocument[];
  /** How rare the input's words are on this site. */
  readonly rarity: Rarity;
  /** The assistant's conversation so far, oldest first. */
  readonly turns: readonly Turn[];
  /** Price histories for the tools that use them; otherwise null. */
  readonly histories: SharedHistories | null;
  /** YYYY-MM-DD, in UTC. */
  readonly today: string;
}

/** The tools with analyzers that read sentences, which must be in English. */
const ENGLISH_TOOLS: ReadonlySet<ToolId> = new Set(["sentiment", "chatbot", "generator", "prediction"]);

export async function analyze(question: AnalyzerQuestion): Promise<Analysis> {
  const { tool, input } = question;
  if (!ENGLISH_TOOLS.has(tool) || !(await isForeign(input))) return runAnalyzer(question);
  return answerForeign(tool, () => runAnalyzer(question));
}

function runAnalyzer({
  tool,
  input,
  documents,
  rarity,
  turns,
  histories,
  today,
}: AnalyzerQuestion): Analysis {
  switch (tool) {
    case "sentiment":
      return analyzeSentiment(input, documents);
    case "prediction":
      return createOutlook(input, readHistories(histories), today);
    case "chatbot":
      return answerQuestion(input, documents, { rarity, turns });
    case "generator":
      return writeBrief(input, documents, rarity);
    case "scanner":
      return scanContract(input);
    case "optimizer":
      return optimize(input, readHistories(histories), today);
  }
}
