import type { SiteDocument, Source } from "#core/ai/analysis.ts";

/** A result that the model may cite. */
export interface FoundSource {
  readonly source: Omit<Source, "number">;
  readonly kind: SiteDocument["kind"] | "prices" | "scan";
  /** The result's text, which is untrusted. */
  readonly text: string;
}

export type NumberedSources = ReturnType<typeof createNumberedSources>;

export function createNumberedSources(initialSources: readonly Source[]) {
  const sources = [...initialSources];
  return {
    list: (): readonly Source[] => [...sources],
    /** Adds a source and gives it the next number, or returns the existing one if it is already there. */
    add(source: Omit<Source, "number">): Source {
      const existingSource = sources.find(({ path, title, attribution }) =>
        source.path === null
          ? path === null && title === source.title && attribution === source.attribution
          : path === source.path,
      );
      if (existingSource) return existingSource;
      const number = sources.reduce((max, other) => Math.max(max, other.number), 0) + 1;
      const numberedSource = { number, ...source };
      sources.push(numberedSource);
      return numberedSource;
    },
  };
}
