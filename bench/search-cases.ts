import type pg from "pg";
import type { SearchKind } from "#core/search/kinds.ts";

/** A group of similar searches. Each search runs with every kind in `kinds`. */
export interface SearchCase {
  readonly name: string;
  readonly searches: readonly string[];
  readonly kinds: readonly SearchKind[];
}

const SEARCHES_PER_CASE = 12;

/**
 * Builds typical searches, partly from existing content: common and rare words, names, phrases, filters, misspellings
 * and nonsense.
 */
export async function createSearchCases(pool: pg.Pool): Promise<SearchCase[]> {
  const { rows: rareWords } = await pool.query<{ word: string }>(
    `select split_part(title, ':', 1) as word from (select title from public.forum_posts order by id limit 20000) p
     group by 1 order by count(*), 1 limit 400`,
  );
  const { rows: members } = await pool.query<{ username: string }>(
    `select username from public.profiles order by id limit 200`,
  );
  const { rows: posts } = await pool.query<{ content: string }>(
    `select content from public.forum_posts order by id limit 200`,
  );
  const pick = <T>(list: readonly T[], index: number) => list[(index * 37) % list.length] as T;
  const buildSearches = (build: (index: number) => string) =>
    Array.from({ length: SEARCHES_PER_CASE }, (_, index) => build(index));
  const pickRareWord = (index: number) => pick(rareWords, index).word;
  const misspell = (word: string, index: number) => {
    const position = 2 + (index % Math.max(1, word.length - 3));
    return index % 2
      ? word.slice(0, position) + word.slice(position + 1)
      : `${word.slice(0, position)}${word[position + 1] ?? "x"}${word[position]}${word.slice(position + 2)}`;
  };
  const pickPhrase = (index: number, length: number) => {
    const words =
      (pick(posts, index).content.match(/[A-Za-z]+ [a-z]+ [a-z]+ [a-z]+/g) ?? ["the upgrade"])[0]?.split(
        " ",
      ) ?? [];
    return words.slice(0, length).join(" ");
  };
  return [
    {
      name: "a common word",
      searches: buildSearches((index) => pick(COMMON_WORDS, index)),
      kinds: ["all", "posts", "comments"],
    },
    { name: "a rare word", searches: buildSearches(pickRareWord), kinds: ["all", "posts", "comments"] },
    {
      name: "a misspelled common word",
      searches: buildSearches((index) => misspell(pick(COMMON_WORDS, index), index)),
      kinds: ["all"],
    },
    {
      name: "a misspelled rare word",
      searches: buildSearches((index) => misspell(pickRareWord(index).toLowerCase(), index)),
      kinds: ["all"],
    },
    {
      name: "two common words",
      searches: buildSearches((index) => `${pick(COMMON_WORDS, index)} ${pick(COMMON_WORDS, index + 5)}`),
      kinds: ["all", "comments"],
    },
    {
      name: "two words rarely together",
      searches: buildSearches(
        (index) => `${pick(RARELY_COMBINED_WORDS, index)} ${pick(RARELY_COMBINED_WORDS, index + 3)}`,
      ),
      kinds: ["all"],
    },
    {
      name: "three common words",
      searches: buildSearches(
        (index) =>
          `${pick(COMMON_WORDS, index)} ${pick(COMMON_WORDS, index + 3)} ${pick(COMMON_WORDS, index + 7)}`,
      ),
      kinds: ["all"],
    },
    {
      name: "a common and a rare word",
      searches: buildSearches((index) => `${pick(COMMON_WORDS, index)} ${pickRareWord(index)}`),
      kinds: ["all"],
    },
    {
      name: "three words in quotes",
      searches: buildSearches((index) => `"${pickPhrase(index, 3)}"`),
      kinds: ["all"],
    },
    {
      name: "a rare phrase in quotes",
      searches: buildSearches((index) => `"${pick(COMMON_WORDS, index)} ${pick(COMMON_WORDS, index + 2)}"`),
      kinds: ["all"],
    },
    {
      name: "one word but not another",
      searches: buildSearches((index) => `${pick(COMMON_WORDS, index)} -${pick(COMMON_WORDS, index + 4)}`),
      kinds: ["all"],
    },
    {
      name: "part of a word",
      searches: buildSearches((index) => pick(COMMON_WORDS, index).slice(0, 5)),
      kinds: ["all"],
    },
    { name: "tag:", searches: buildSearches((index) => `tag:${pick(TAGS, index)}`), kinds: ["all", "posts"] },
    {
      name: "tag: and a word",
      searches: buildSearches((index) => `tag:${pick(TAGS, index)} ${pick(COMMON_WORDS, index)}`),
      kinds: ["all"],
    },
    {
      name: "author:",
      searches: buildSearches((index) => `author:${pick(members, index).username}`),
      kinds: ["all"],
    },
    {
      name: "author: and a word",
      searches: buildSearches(
        (index) => `author:${pick(members, index).username} ${pick(COMMON_WORDS, index)}`,
      ),
      kinds: ["all"],
    },
    {
      name: "category: and a word",
      searches: buildSearches(
        (index) => `category:${pick(["ai", "defi", "quantum"], index)} ${pick(COMMON_WORDS, index)}`,
      ),
      kinds: ["all"],
    },
    {
      name: "dates and a word",
      searches: buildSearches(
        (index) => `${pick(COMMON_WORDS, index)} after:${60 * (index + 1)}d before:${10 * index + 1}d`,
      ),
      kinds: ["all"],
    },
    {
      name: "dates and a rare word",
      searches: buildSearches((index) => `${pickRareWord(index)} before:${30 * index + 1}d`),
      kinds: ["all"],
    },
    {
      name: "a member's name",
      searches: buildSearches((index) => pick(members, index).username),
      kinds: ["all", "people"],
    },
    {
      name: "a nonexistent word",
      searches: buildSearches((index) => `${pick(NONSENSE_WORDS, index)}${index}`),
      kinds: ["all"],
    },
    {
      name: "four words from a sentence",
      searches: buildSearches((index) => pickPhrase(index, 4)),
      kinds: ["all"],
    },
  ];
}

const COMMON_WORDS = [
  "validator",
  "staking",
  "rollup",
  "sequencer",
  "bridge",
  "lending",
  "wallet",
  "oracle",
  "treasury",
  "multisig",
  "transformer",
  "tokenizer",
  "qubit",
  "annealer",
  "volatility",
  "marketplace",
  "compiler",
  "scheduler",
  "regulator",
  "auditor",
  "liquidity",
  "benchmark",
  "calibration",
  "mempool",
];
const RARELY_COMBINED_WORDS = [
  "validator",
  "fees",
  "calibration",
  "hardware",
  "regulator",
  "quarterly",
  "funding",
  "provenance",
  "annealer",
  "slashing",
];
const TAGS = ["bitcoin", "rollups", "llm", "qubits", "etf", "rust"];
const NONSENSE_WORDS = ["xylophonic", "qwrtzp", "blorptang", "zzyzx", "frumious"];
