import type { Analysis, SiteDocument, Source } from "#core/ai/analysis.ts";

/** How many more documents a model gets in addition to those the analyst cites. */
const MORE_SOURCES = 8;

/** The analyst's sources with their numbers, followed by other documents a model may cite. */
export function collectSources(analysis: Analysis | null, documents: readonly SiteDocument[]): Source[] {
  const cited = analysis?.sources ?? [];
  const known = new Set(cited.map(({ path }) => path));
  const last = cited.reduce((most, { number }) => Math.max(most, number), 0);
  const more = documents.filter(({ path }) => !known.has(path)).slice(0, MORE_SOURCES);
  return [
    ...cited,
    ...more.map(({ title, path, by, date, isSample }, at) => ({
      number: last + at + 1,
      title,
      path,
      by,
      date,
      isSample,
    })),
  ];
}
