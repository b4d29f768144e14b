import { AI_POSTS } from "./posts/ai.ts";
import { CRYPTO_POSTS } from "./posts/crypto.ts";
import { DEFI_POSTS } from "./posts/defi.ts";
import { NEWS_POSTS } from "./posts/news.ts";
import { NFT_POSTS } from "./posts/nft.ts";
import { QUANTUM_POSTS } from "./posts/quantum.ts";
import { TECH_POSTS } from "./posts/tech.ts";
import { TRADING_POSTS } from "./posts/trading.ts";
import type { DemoPost } from "./types.ts";

export const DEMO_POSTS: readonly DemoPost[] = [
  ...CRYPTO_POSTS,
  ...AI_POSTS,
  ...QUANTUM_POSTS,
  ...DEFI_POSTS,
  ...NFT_POSTS,
  ...TRADING_POSTS,
  ...TECH_POSTS,
  ...NEWS_POSTS,
];
