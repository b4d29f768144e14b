import type { SiteDocument } from "#core/ai/analysis.ts";
import type { RatedThread, Rater } from "./rate.ts";

/** The minimum relevance of a source; see docs/assistant.md. */
export const RELEVANCE_MIN = 0.55;
/** A single shared concept proves little, so it must make up most of the question and be in the title or the tags. */
const SINGLE_CONCEPT_SHARE_MIN = 0.75;
/** The minimum relevance of further sources, relative to the best one. */
const FURTHER_RELEVANCE_MIN = 0.85;

/** The relevant posts with their comments, and articles: title matches first, then by relevance. */
export function chooseThreads(rater: Rater, documents: readonly SiteDocument[], limit = 3) {
  const ratedThreads = groupThreads(documents)
    .map(({ main, comments }) => rater.rate(main, comments))
    .filter(isRelevant)
    .toSorted((a, b) => Number(b.isTitleMatch) - Number(a.isTitleMatch) || b.relevance - a.relevance);
  const bestRelevance = ratedThreads[0]?.relevance ?? 0;
  return ratedThreads
    .filter(({ relevance }, index) => index === 0 || relevance >= bestRelevance * FURTHER_RELEVANCE_MIN)
    .slice(0, limit);
}

function isRelevant({ relevance, isTitleMatch, majorConceptCount, titleAndTagsShare }: RatedThread): boolean {
  if (isTitleMatch) return true;
  return (
    relevance >= RELEVANCE_MIN && (majorConceptCount > 1 || titleAndTagsShare >= SINGLE_CONCEPT_SHARE_MIN)
  );
}

/** Posts with their comments, and articles. A comment without its post is left out. */
export function groupThreads(documents: readonly SiteDocument[]) {
  const threads = new Map<string, { main: SiteDocument; comments: SiteDocument[] }>();
  for (const document of documents.filter(({ kind }) => kind !== "comment")) {
    if (!threads.has(document.path)) threads.set(document.path, { main: document, comments: [] });
  }
  for (const document of documents.filter(({ kind }) => kind === "comment")) {
    threads.get(document.path.replace(/\/comments\/.*$/, ""))?.comments.push(document);
  }
  return [...threads.values()];
}
