/** What an article can be about, and the tabs of the news page (specification, sections 2, 3 and 9). */

export const NEWS_CATEGORIES = ["crypto", "ai", "quantum", "defi", "blockchain"] as const;
export type NewsCategory = (typeof NEWS_CATEGORIES)[number];

/** What a list can be asked for: a category, or all of them. */
export const NEWS_FILTERS = ["all", ...NEWS_CATEGORIES] as const;
export type NewsFilter = (typeof NEWS_FILTERS)[number];

/** The category of what says none, or one that is not known. */
export const FALLBACK_CATEGORY: NewsCategory = "blockchain";

export const NEWS_CATEGORY_LABELS: Readonly<Record<NewsCategory, string>> = {
  crypto: "Crypto",
  ai: "AI & Tech",
  quantum: "Quantum",
  defi: "DeFi",
  blockchain: "Blockchain",
};

export interface NewsTab {
  /** The value in the address (`?category=`); "all" is left out of it. */
  readonly value: NewsFilter;
  readonly label: string;
}

export const NEWS_TABS: readonly NewsTab[] = [
  { value: "all", label: "All News" },
  { value: "crypto", label: "Crypto" },
  { value: "ai", label: "AI & Tech" },
  { value: "quantum", label: "Quantum" },
];

/** How many articles a page of each list has (specification, section 9); 20 where it names no number. */
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

/** The category that a source means, whatever it wrote. */
export function newsCategory(value: unknown): NewsCategory {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  return isNewsCategory(word) ? word : FALLBACK_CATEGORY;
}
