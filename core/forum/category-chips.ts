import type { PostCategory } from "./categories.ts";

// The filter chips of the home and forum lists (specification, section 3). They aren't in categories.ts, because every
// page loads that file.

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
