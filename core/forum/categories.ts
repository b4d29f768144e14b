/** Post categories (specification, section 3). */

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

export function isPostCategory(value: unknown): value is PostCategory {
  return typeof value === "string" && (POST_CATEGORIES as readonly string[]).includes(value);
}
