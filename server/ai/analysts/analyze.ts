import type { Analysis, SiteDocument } from "#core/ai/analysis.ts";
import { answerQuestion } from "#core/ai/assistant/answer-question.ts";
import { writeBrief } from "#core/ai/content/write-brief.ts";
import { optimize } from "#core/ai/optimizer/optimize.ts";
import { outlook } from "#core/ai/outlook/outlook.ts";
import { scanContract } from "#core/ai/scanner/scan-contract.ts";
import { analyzeSentiment } from "#core/ai/sentiment/analyze-sentiment.ts";
import type { ToolId } from "#core/ai/tools.ts";
import { readHistories, type SharedHistories } from "./share-histories.ts";

/** The input of an analyst. */
export interface AnalystQuestion {
  readonly tool: ToolId;
  readonly input: string;
  /** Related documents from this site. */
  readonly documents: readonly SiteDocument[];
  /** For the tools that use prices; otherwise null. */
  readonly histories: SharedHistories | null;
  /** YYYY-MM-DD, in UTC. */
  readonly today: string;
}

/** Runs the tool's analyst. */
export function analyze({ tool, input, documents, histories, today }: AnalystQuestion): Analysis {
  switch (tool) {
    case "sentiment":
      return analyzeSentiment(input, documents);
    case "prediction":
      return outlook(input, readHistories(histories), today);
    case "chatbot":
      return answerQuestion(input, documents);
    case "generator":
      return writeBrief(input, documents);
    case "scanner":
      return scanContract(input);
    case "optimizer":
      return optimize(input, readHistories(histories), today);
  }
}
