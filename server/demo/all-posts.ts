import { AI_MODELS } from "./posts/ai-models.ts";
import { AI_PRACTICE } from "./posts/ai-practice.ts";
import { AI_SOCIETY } from "./posts/ai-society.ts";
import { CRYPTO_POSTS } from "./posts/crypto.ts";
import { DEFI_POSTS } from "./posts/defi.ts";
import { NEWS_DESK } from "./posts/news-desk.ts";
import { NEWS_READING } from "./posts/news-reading.ts";
import { NFT_POSTS } from "./posts/nft.ts";
import { QUANTUM_CRYPTOGRAPHY } from "./posts/quantum-cryptography.ts";
import { QUANTUM_MACHINES } from "./posts/quantum-machines.ts";
import { QUANTUM_MIGRATION } from "./posts/quantum-migration.ts";
import { TECH_PROGRAMS } from "./posts/tech-programs.ts";
import { TECH_SECURITY } from "./posts/tech-security.ts";
import { TECH_SITE } from "./posts/tech-site.ts";
import { TRADING_POSTS } from "./posts/trading.ts";
import type { DemoPost } from "./types.ts";

export const DEMO_POSTS: readonly DemoPost[] = [
  CRYPTO_POSTS,
  AI_MODELS,
  AI_PRACTICE,
  AI_SOCIETY,
  QUANTUM_MACHINES,
  QUANTUM_CRYPTOGRAPHY,
  QUANTUM_MIGRATION,
  DEFI_POSTS,
  NFT_POSTS,
  TRADING_POSTS,
  TECH_SITE,
  TECH_PROGRAMS,
  TECH_SECURITY,
  NEWS_READING,
  NEWS_DESK,
].flat();
