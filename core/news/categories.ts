/** News categories (specification, sections 2, 3 and 9). */

export const NEWS_CATEGORIES = ["crypto", "ai", "quantum", "defi", "blockchain"] as const;
export type NewsCategory = (typeof NEWS_CATEGORIES)[number];

export const NEWS_FILTERS = ["all", ...NEWS_CATEGORIES] as const;
export type NewsFilter = (typeof NEWS_FILTERS)[number];

/** Used if an article's category is missing or unknown. */
export const FALLBACK_CATEGORY: NewsCategory = "blockchain";

export const NEWS_CATEGORY_LABELS: Readonly<Record<NewsCategory, string>> = {
  crypto: "Crypto",
  ai: "AI & Tech",
  quantum: "Quantum",
  defi: "DeFi",
  blockchain: "Blockchain",
};

export interface NewsTab {
  readonly value: NewsFilter;
  readonly label: string;
}

export const NEWS_TABS: readonly NewsTab[] = [
  { value: "all", label: "All News" },
  { value: "crypto", label: "Crypto" },
  { value: "ai", label: "AI & Tech" },
  { value: "quantum", label: "Quantum" },
];

/** The page size of each filter (specification, section 9); 20 where the specification gives no number. */
export const NEWS_PAGE_SIZES: Readonly<Record<NewsFilter, number>> = {
  all: 50,
  crypto: 20,
  ai: 20,
  quantum: 15,
  defi: 20,
  blockchain: 20,
};

export function isNewsCategory(value: unknown): value is NewsCategory {
  return typeof value === "string" && (NEWS_CATEGORIES as readonly string[]).includes(value);
}

/** Normalizes a category from a feed. */
export function normalizeNewsCategory(value: unknown): NewsCategory {
  const category = typeof value === "string" ? value.trim().toLowerCase() : value;
  return isNewsCategory(category) ? category : FALLBACK_CATEGORY;
}
