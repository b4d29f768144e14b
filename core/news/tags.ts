import { NEWS_TAGS_MAX } from "./limits.ts";

/** The words that become tags, in the specification's order (section 9). */
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

/** A word, or its plural; never a part of another ("ai" is not in "said", nor "nft" in "unft"). */
const PATTERNS = TAG_WORDS.map((word) => ({
  word,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}_])${word.replace(" ", "[\\s-]+")}s?(?![\\p{L}\\p{N}_])`, "iu"),
}));

/** Up to four of the ten words that the text says. */
export function findTags(text: string): string[] {
  const found: string[] = [];
  for (const { word, pattern } of PATTERNS) {
    if (found.length === NEWS_TAGS_MAX) break;
    if (pattern.test(text)) found.push(word);
  }
  return found;
}
