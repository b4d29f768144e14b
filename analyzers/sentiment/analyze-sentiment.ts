import type { Analysis, SiteDocument, Source } from "#core/ai/analysis.ts";
import { scoreDocuments, type TopicSentiment } from "./score-documents.ts";
import { scoreText } from "./score-text.ts";
import { parseTopic } from "./topic.ts";
import {
  buildDriversChart,
  chooseDrivers,
  NOTHING_TO_ANALYZE,
  removeRepeatedDrivers,
  writeNothingFound,
  writeTextAnswer,
  writeTopicAnswer,
} from "./write-answer.ts";

/**
 * The sentiment of the input or, if it is a topic or ticker, of the documents about it. Never throws. For the method
 * and its accuracy see docs/sentiment.md.
 */
export function analyzeSentiment(input: string, documents: readonly SiteDocument[]): Analysis {
  const topic = parseTopic(input);
  if (topic === null) return analyzeText(input);
  const topicSentiment = scoreDocuments(topic, documents);
  return topicSentiment === null
    ? toAnalysis(writeNothingFound(topic.name, scoreText(input)))
    : analyzeTopic(topic.name, topicSentiment);
}

/** What to search the site for before calling `analyzeSentiment`; null if the input itself is analyzed. */
export function findSentimentTopic(input: string): string | null {
  return parseTopic(input)?.name ?? null;
}

function analyzeText(text: string): Analysis {
  const textScore = scoreText(text);
  if (textScore.wordCount === 0 && textScore.drivers.length === 0) return toAnalysis(NOTHING_TO_ANALYZE);
  const drivers = removeRepeatedDrivers(textScore.drivers.map((driver) => ({ ...driver, source: null })));
  return { ...toAnalysis(writeTextAnswer(textScore, drivers)), chart: buildDriversChart(drivers) };
}

function analyzeTopic(name: string, topicSentiment: TopicSentiment): Analysis {
  const sources = topicSentiment.documents.map(
    ({ document: { title, path, attribution, date, isSample } }, index): Source => {
      return { number: index + 1, title, path, attribution, date, isSample };
    },
  );
  const drivers = chooseDrivers(topicSentiment.documents);
  return {
    ...toAnalysis(writeTopicAnswer(name, topicSentiment, sources, drivers)),
    sources,
    chart: buildDriversChart(drivers),
  };
}

function toAnalysis(markdown: string): Analysis {
  return { tool: "sentiment", markdown, sources: [], chart: null, findings: [] };
}
