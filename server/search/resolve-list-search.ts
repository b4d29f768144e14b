import { parseSearch, type SearchFilter } from "#core/search/parse-search.ts";
import type { SearchDeps } from "./deps.ts";
import type { DocumentKind } from "./find-words.ts";
import { type ResolvedSearch, resolveSearch, type WordVariants } from "./resolve-search.ts";

export interface ListSearch {
  readonly kind: DocumentKind;
  readonly text: string;
  readonly categories: readonly string[];
  readonly tag?: string | null;
  readonly since?: Date | null;
  /** The first page's variants, which later pages reuse; null on the first page. */
  readonly variants: readonly WordVariants[] | null;
}

/** Resolves the search in a list, whose filters aren't part of the text. Text without words matches nothing. */
export async function resolveListSearch(
  deps: Pick<SearchDeps, "database">,
  { kind, text, categories, tag = null, since = null, variants }: ListSearch,
): Promise<ResolvedSearch> {
  const parsed = parseSearch(text, null);
  const filters: SearchFilter[] = [
    ...categories.map((value) => ({ field: "category", value, isExcluded: false }) as const),
    ...(tag === null ? [] : [{ field: "tag", value: tag.toLowerCase(), isExcluded: false } as const]),
  ];
  const resolvedSearch = await resolveSearch(deps, { ...parsed, filters, since }, [kind], variants);
  return { ...resolvedSearch, matchesNothing: resolvedSearch.ranking === null };
}
