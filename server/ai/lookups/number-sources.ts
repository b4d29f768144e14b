import type { SiteDocument, Source } from "#core/ai/analysis.ts";

/** A result that the model may cite. */
export interface FoundSource {
  readonly source: Omit<Source, "number">;
  readonly kind: SiteDocument["kind"] | "prices" | "scan";
  /** Untrusted text. */
  readonly text: string;
}

/** The numbered sources of an answer. */
export interface NumberedSources {
  list(): readonly Source[];
  /** Adds a source with the next number, or returns it if it is already there. */
  add(source: Omit<Source, "number">): Source;
}

export function createNumberedSources(initial: readonly Source[]): NumberedSources {
  const sources = [...initial];
  return {
    list: () => [...sources],
    add(source) {
      const known = sources.find(({ path, title, attribution }) =>
        source.path === null
          ? path === null && title === source.title && attribution === source.attribution
          : path === source.path,
      );
      if (known) return known;
      const number = sources.reduce((most, other) => Math.max(most, other.number), 0) + 1;
      const added = { number, ...source };
      sources.push(added);
      return added;
    },
  };
}
