import type { Analysis, SiteDocument, Source } from "#core/ai/analysis.ts";

/** The maximum number of documents that a model gets in addition to those that the analyzer cites. */
const UNCITED_MAX = 8;

/** Returns the analyzer's sources with their numbers, followed by other documents a model may cite. */
export function collectSources(analysis: Analysis | null, documents: readonly SiteDocument[]): Source[] {
  const citedSources = analysis?.sources ?? [];
  const citedPaths = new Set(citedSources.map(({ path }) => path));
  const lastNumber = citedSources.reduce((max, { number }) => Math.max(max, number), 0);
  const uncitedDocuments = documents.filter(({ path }) => !citedPaths.has(path)).slice(0, UNCITED_MAX);
  return [
    ...citedSources,
    ...uncitedDocuments.map(({ title, path, attribution, date, isSample }, index) => ({
      number: lastNumber + index + 1,
      title,
      path,
      attribution,
      date,
      isSample,
    })),
  ];
}
