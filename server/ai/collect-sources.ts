import type { Analysis, SiteDocument, Source } from "#core/ai/analysis.ts";

/** Beyond what the analyst cites, a model is given so many of the documents that fit best. */
const MORE_SOURCES = 8;

/** The analyst's sources under their numbers, and after them what else of the site a model may cite. */
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
