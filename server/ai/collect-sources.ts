import type { Analysis, SiteDocument, Source } from "#core/ai/analysis.ts";

/** How many more documents a model gets in addition to those the analyzer cites. */
const MORE_SOURCES = 8;

/** Returns the analyzer's sources with their numbers, followed by other documents a model may cite. */
export function collectSources(analysis: Analysis | null, documents: readonly SiteDocument[]): Source[] {
  const cited = analysis?.sources ?? [];
  const citedPaths = new Set(cited.map(({ path }) => path));
  const lastNumber = cited.reduce((most, { number }) => Math.max(most, number), 0);
  const uncited = documents.filter(({ path }) => !citedPaths.has(path)).slice(0, MORE_SOURCES);
  return [
    ...cited,
    ...uncited.map(({ title, path, attribution, date, isSample }, index) => ({
      number: lastNumber + index + 1,
      title,
      path,
      attribution,
      date,
      isSample,
    })),
  ];
}
