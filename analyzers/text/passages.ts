import type { SiteDocument } from "#core/ai/analysis.ts";

export interface Passage {
  readonly document: SiteDocument;
  /** Index of the sentence; -1 for the title. */
  readonly at: number;
  readonly sentence: string;
  readonly stems: ReadonlySet<string>;
}

/** The Jaccard similarity of two sentences' stems, from 0 to 1. */
export function computeSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const sharedCount = [...a].filter((stem) => b.has(stem)).length;
  return sharedCount === 0 ? 0 : sharedCount / (a.size + b.size - sharedCount);
}
