/** Post categories and the filter chips of the home and forum lists (specification, section 3). */

export const POST_CATEGORIES = ["crypto", "ai", "quantum", "defi", "nft", "trading", "tech", "news"] as const;
export type PostCategory = (typeof POST_CATEGORIES)[number];

export const CATEGORY_LABELS: Readonly<Record<PostCategory, string>> = {
  crypto: "Crypto Discussion",
  ai: "Artificial Intelligence",
  quantum: "Quantum Computing",
  defi: "DeFi",
  nft: "NFTs",
  trading: "Trading",
  tech: "Technology",
  news: "News & Analysis",
};

export interface CategoryChip {
  /** The value in the URL (`?category=`); "all" is omitted. */
  readonly value: string;
  readonly label: string;
  readonly includes: readonly PostCategory[];
}

/** Categories without a chip of their own are grouped under the closest one. */
export const HOME_CHIPS: readonly CategoryChip[] = [
  { value: "all", label: "All", includes: [] },
  { value: "crypto", label: "Crypto Discussion", includes: ["crypto", "news"] },
  { value: "tech", label: "Technology", includes: ["tech", "quantum"] },
  { value: "trading", label: "Trading", includes: ["trading"] },
  { value: "ai", label: "AI & ML", includes: ["ai"] },
  { value: "defi", label: "DeFi", includes: ["defi"] },
  { value: "nft", label: "NFTs", includes: ["nft"] },
];

export const FORUM_CHIPS: readonly CategoryChip[] = [
  { value: "all", label: "All", includes: [] },
  { value: "crypto", label: "Crypto Discussion", includes: ["crypto", "defi", "nft"] },
  { value: "ai", label: "AI & Tech", includes: ["ai", "quantum"] },
  { value: "trading", label: "Trading", includes: ["trading"] },
  { value: "tech", label: "Technology", includes: ["tech", "quantum"] },
  { value: "news", label: "News & Analysis", includes: ["news"] },
];

export function isPostCategory(value: unknown): value is PostCategory {
  return typeof value === "string" && (POST_CATEGORIES as readonly string[]).includes(value);
}
