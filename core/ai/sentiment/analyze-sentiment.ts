import type { Analysis, SiteDocument, Source } from "../analysis.ts";
import { judgeDocuments, type TopicMood } from "./judge-documents.ts";
import { judgeText } from "./judge-text.ts";
import { readTopic } from "./topic.ts";
import {
  chooseDrivers,
  drawDrivers,
  writeNothingFound,
  writeNothingToRead,
  writeTextAnswer,
  writeTopicAnswer,
} from "./write-answer.ts";

/** The most documents to cite; others count without a citation. */
const CITED_MAX = 8;

/**
 * The sentiment of a text or, if the input is a topic or ticker, of the given documents about it (in any order).
 * Pure; never throws. For the method and its accuracy see docs/sentiment.md.
 */
export function analyzeSentiment(input: string, documents: readonly SiteDocument[]): Analysis {
  const topic = readTopic(input);
  if (topic === null) return analyzeText(input);
  const found = judgeDocuments(topic, documents);
  return found === null
    ? answer(writeNothingFound(topic.name, judgeText(input)))
    : analyzeTopic(topic.name, found);
}

/** What to search the site for before calling `analyzeSentiment`; null if the input itself is judged. */
export function sentimentTopic(input: string): string | null {
  return readTopic(input)?.name ?? null;
}

function analyzeText(text: string): Analysis {
  const judgement = judgeText(text);
  if (judgement.words === 0 && judgement.drivers.length === 0) return answer(writeNothingToRead());
  const drivers = judgement.drivers.map((driver) => ({ ...driver, source: null }));
  return { ...answer(writeTextAnswer(judgement, drivers)), picture: drawDrivers(drivers) };
}

function analyzeTopic(name: string, found: TopicMood): Analysis {
  const cited = found.documents.slice(0, CITED_MAX);
  const sources = cited.map(
    ({ document: { title, path, by, date, isSample } }, index): Source => ({
      number: index + 1,
      title,
      path,
      by,
      date,
      isSample,
    }),
  );
  const drivers = chooseDrivers(cited);
  return {
    ...answer(writeTopicAnswer(name, found, sources, drivers)),
    sources,
    picture: drawDrivers(drivers),
  };
}

function answer(markdown: string): Analysis {
  return { tool: "sentiment", markdown, sources: [], picture: null, findings: [] };
}
