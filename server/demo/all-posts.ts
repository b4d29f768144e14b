import { AI_EXPERIMENTS } from "./posts/ai-experiments.ts";
import { AI_MODEL_TUNING } from "./posts/ai-model-tuning.ts";
import { AI_MODELS } from "./posts/ai-models.ts";
import { AI_PRACTICE } from "./posts/ai-practice.ts";
import { AI_SOCIETY } from "./posts/ai-society.ts";
import { CRYPTO_ESSAYS } from "./posts/crypto.ts";
import { CRYPTO_BRIDGES } from "./posts/crypto-bridges.ts";
import { CRYPTO_FIGURES } from "./posts/crypto-figures.ts";
import { CRYPTO_PRACTICE } from "./posts/crypto-practice.ts";
import { CRYPTO_THREADS } from "./posts/crypto-threads.ts";
import { DEFI_ESSAYS } from "./posts/defi.ts";
import { DEFI_QUESTIONS } from "./posts/defi-questions.ts";
import { DEFI_RETURNS } from "./posts/defi-returns.ts";
import { DEFI_THREADS } from "./posts/defi-threads.ts";
import { NEWS_DESK } from "./posts/news-desk.ts";
import { NEWS_READING } from "./posts/news-reading.ts";
import { NEWS_THREADS } from "./posts/news-threads.ts";
import { NFT_POSTS } from "./posts/nft.ts";
import { NFT_CONTRACTS } from "./posts/nft-contracts.ts";
import { QUANTUM_CLAIMS } from "./posts/quantum-claims.ts";
import { QUANTUM_CRYPTOGRAPHY } from "./posts/quantum-cryptography.ts";
import { QUANTUM_MACHINES } from "./posts/quantum-machines.ts";
import { QUANTUM_MIGRATION } from "./posts/quantum-migration.ts";
import { TECH_NUMBERS } from "./posts/tech-numbers.ts";
import { TECH_PROGRAMS } from "./posts/tech-programs.ts";
import { TECH_SECURITY } from "./posts/tech-security.ts";
import { TECH_SITE } from "./posts/tech-site.ts";
import { TRADING_ESSAYS } from "./posts/trading.ts";
import { TRADING_LESSONS } from "./posts/trading-lessons.ts";
import { TRADING_THREADS } from "./posts/trading-threads.ts";
import type { DemoPost } from "./types.ts";

export const DEMO_POSTS: readonly DemoPost[] = [
  CRYPTO_ESSAYS,
  CRYPTO_BRIDGES,
  CRYPTO_FIGURES,
  CRYPTO_THREADS,
  CRYPTO_PRACTICE,
  AI_MODELS,
  AI_MODEL_TUNING,
  AI_PRACTICE,
  AI_EXPERIMENTS,
  AI_SOCIETY,
  QUANTUM_MACHINES,
  QUANTUM_CRYPTOGRAPHY,
  QUANTUM_CLAIMS,
  QUANTUM_MIGRATION,
  DEFI_ESSAYS,
  DEFI_RETURNS,
  DEFI_THREADS,
  DEFI_QUESTIONS,
  NFT_POSTS,
  NFT_CONTRACTS,
  TRADING_ESSAYS,
  TRADING_LESSONS,
  TRADING_THREADS,
  TECH_SITE,
  TECH_PROGRAMS,
  TECH_NUMBERS,
  TECH_SECURITY,
  NEWS_READING,
  NEWS_THREADS,
  NEWS_DESK,
].flat();
