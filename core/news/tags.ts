import { NEWS_TAGS_MAX } from "./limits.ts";

/** The words that become tags, in the order of the specification (section 9). */
const TAG_WORDS = [
  "bitcoin",
  "ethereum",
  "ai",
  "quantum",
  "defi",
  "nft",
  "blockchain",
  "crypto",
  "machine learning",
  "trading",
] as const;

/** Matches whole words and plurals only: "ai" must not match "said". */
const PATTERNS = TAG_WORDS.map((word) => ({
  word,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}_])${word.replace(" ", "[\\s-]+")}s?(?![\\p{L}\\p{N}_])`, "iu"),
}));

export function findTags(text: string): string[] {
  const tags: string[] = [];
  for (const { word, pattern } of PATTERNS) {
    if (tags.length === NEWS_TAGS_MAX) break;
    if (pattern.test(text)) tags.push(word);
  }
  return tags;
}
