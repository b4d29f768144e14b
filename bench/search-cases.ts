import type pg from "pg";
import type { SearchKind } from "#core/search/kinds.ts";

/** Searches of one kind; each is run in every tab of `tabs`. */
export interface SearchCase {
  readonly name: string;
  readonly searches: readonly string[];
  readonly tabs: readonly SearchKind[];
}

/** Number of searches of each kind. */
const EACH = 12;

/**
 * Typical searches built from existing content: common and rare words, names, phrases, filters, misspellings and
 * nonsense.
 */
export async function createSearchCases(pool: pg.Pool): Promise<SearchCase[]> {
  const { rows: names } = await pool.query<{ name: string }>(
    `select split_part(title, ':', 1) as name from (select title from public.forum_posts order by id limit 20000) p
     group by 1 order by count(*), 1 limit 400`,
  );
  const { rows: members } = await pool.query<{ username: string }>(
    `select username from public.profiles order by id limit 200`,
  );
  const { rows: texts } = await pool.query<{ content: string }>(
    `select content from public.forum_posts order by id limit 200`,
  );
  const pick = <T>(list: readonly T[], at: number) => list[(at * 37) % list.length] as T;
  const many = (build: (at: number) => string) => Array.from({ length: EACH }, (_, at) => build(at));
  const name = (at: number) => pick(names, at).name;
  const misspell = (word: string, at: number) => {
    const position = 2 + (at % Math.max(1, word.length - 3));
    return at % 2
      ? word.slice(0, position) + word.slice(position + 1)
      : `${word.slice(0, position)}${word[position + 1] ?? "x"}${word[position]}${word.slice(position + 2)}`;
  };
  const phrase = (at: number, length: number) => {
    const words =
      (pick(texts, at).content.match(/[A-Za-z]+ [a-z]+ [a-z]+ [a-z]+/g) ?? ["the upgrade"])[0]?.split(" ") ??
      [];
    return words.slice(0, length).join(" ");
  };
  return [
    { name: "a common word", searches: many((at) => pick(COMMON, at)), tabs: ["all", "posts", "comments"] },
    { name: "a rare word", searches: many(name), tabs: ["all", "posts", "comments"] },
    {
      name: "a misspelled common word",
      searches: many((at) => misspell(pick(COMMON, at), at)),
      tabs: ["all"],
    },
    {
      name: "a misspelled rare word",
      searches: many((at) => misspell(name(at).toLowerCase(), at)),
      tabs: ["all"],
    },
    {
      name: "two common words",
      searches: many((at) => `${pick(COMMON, at)} ${pick(COMMON, at + 5)}`),
      tabs: ["all", "comments"],
    },
    {
      name: "two words rarely together",
      searches: many((at) => `${pick(RARELY_TOGETHER, at)} ${pick(RARELY_TOGETHER, at + 3)}`),
      tabs: ["all"],
    },
    {
      name: "three common words",
      searches: many((at) => `${pick(COMMON, at)} ${pick(COMMON, at + 3)} ${pick(COMMON, at + 7)}`),
      tabs: ["all"],
    },
    {
      name: "a common and a rare word",
      searches: many((at) => `${pick(COMMON, at)} ${name(at)}`),
      tabs: ["all"],
    },
    { name: "two words in quotes", searches: many((at) => `"${phrase(at, 3)}"`), tabs: ["all"] },
    {
      name: "a rare phrase in quotes",
      searches: many((at) => `"${pick(COMMON, at)} ${pick(COMMON, at + 2)}"`),
      tabs: ["all"],
    },
    {
      name: "a word without another",
      searches: many((at) => `${pick(COMMON, at)} -${pick(COMMON, at + 4)}`),
      tabs: ["all"],
    },
    { name: "a part of a word", searches: many((at) => pick(COMMON, at).slice(0, 5)), tabs: ["all"] },
    { name: "tag:", searches: many((at) => `tag:${pick(TAGS, at)}`), tabs: ["all", "posts"] },
    {
      name: "tag: and a word",
      searches: many((at) => `tag:${pick(TAGS, at)} ${pick(COMMON, at)}`),
      tabs: ["all"],
    },
    { name: "author:", searches: many((at) => `author:${pick(members, at).username}`), tabs: ["all"] },
    {
      name: "author: and a word",
      searches: many((at) => `author:${pick(members, at).username} ${pick(COMMON, at)}`),
      tabs: ["all"],
    },
    {
      name: "category: and a word",
      searches: many((at) => `category:${pick(["ai", "defi", "quantum"], at)} ${pick(COMMON, at)}`),
      tabs: ["all"],
    },
    {
      name: "dates and a word",
      searches: many((at) => `${pick(COMMON, at)} after:${60 * (at + 1)}d before:${10 * at + 1}d`),
      tabs: ["all"],
    },
    {
      name: "dates and a rare word",
      searches: many((at) => `${name(at)} before:${30 * at + 1}d`),
      tabs: ["all"],
    },
    { name: "a member's name", searches: many((at) => pick(members, at).username), tabs: ["all", "people"] },
    { name: "a nonexistent word", searches: many((at) => `${pick(NONSENSE, at)}${at}`), tabs: ["all"] },
    { name: "a whole sentence", searches: many((at) => phrase(at, 4)), tabs: ["all"] },
  ];
}

const COMMON = [
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
const RARELY_TOGETHER = [
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
const NONSENSE = ["xylophonic", "qwrtzp", "blorptang", "zzyzx", "frumious"];
