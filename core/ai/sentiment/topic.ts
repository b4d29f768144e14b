import { ASSETS } from "#core/market/assets.ts";
import { sentencesOf, wordsOf } from "../words.ts";
import { judgeText } from "./judge-text.ts";
import { FUNCTION_WORDS } from "./lexicon/common.ts";
import { tokensOf } from "./tokens.ts";

/** What to look for in the site's documents. */
export interface Topic {
  /** As it was asked for, without what only asks: "ethereum ETF". */
  readonly name: string;
  /** Each of them in lower case with its other names; a text that has one of each speaks of the topic. */
  readonly terms: readonly ReadonlySet<string>[];
}

const TEXT_WORDS = 12;
/** From so many words on, a line that judges is a text: "Bitcoin plunges as outflows mount". */
const HEADLINE_WORDS = 5;

const ASKING_WORDS = new Set(
  `${FUNCTION_WORDS} sentiment mood analysis analyse analyze about around current currently recent news bullish bearish positive negative feeling feel right please tell market's price doing going good bad`
    .trim()
    .split(/\s+/),
);

const OTHER_NAMES: readonly (readonly string[])[] = [
  ...ASSETS.filter(({ name }) => !/\s/.test(name)).map(({ symbol, name }) => [symbol, name]),
  ["eth", "ether", "ethereum"],
  ["btc", "bitcoin", "xbt"],
  ["xrp", "ripple"],
  ["ai", "artificial"],
  ["etf", "etfs"],
  ["nft", "nfts"],
  ["stablecoin", "stablecoins"],
].map((names) => names.map((name) => name.toLowerCase()));

/** The topic of an input that names one ("BTC", "$eth", "how is solana doing?"); null for a text to be judged itself. */
export function readTopic(input: string): Topic | null {
  const line = input.trim();
  const words = wordsOf(line.slice(0, 2_000));
  if (words.length === 0 || words.length >= TEXT_WORDS) return null;
  const isQuestion = line.endsWith("?");
  const sentences = sentencesOf(line).filter(({ text }) => wordsOf(text).length > 1);
  if (sentences.length > 1) return null;
  if (words.length >= HEADLINE_WORDS && !isQuestion && judgeText(line).drivers.length > 0) return null;
  const tokens = tokensOf(line).filter(({ kind }) => kind === "word" || kind === "number");
  const telling = tokens.filter(({ text }) => !ASKING_WORDS.has(text));
  const kept = telling.length > 0 ? telling : tokens;
  const first = kept[0];
  const last = kept.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    name: line.slice(first.start, last.end).replaceAll(/\s+/g, " "),
    terms: kept.map(({ text }) => namesOf(text)),
  };
}

/** Whether a text has each of the topic's terms, as words. */
export function speaksOf(topic: Topic, text: string): boolean {
  const words = new Set(tokensOf(text).map((token) => token.text));
  return topic.terms.every((names) => [...names].some((name) => words.has(name) || words.has(`${name}'s`)));
}

function namesOf(term: string): ReadonlySet<string> {
  const bare = term.replace(/'s$/, "");
  return new Set([bare, ...OTHER_NAMES.filter((names) => names.includes(bare)).flat()]);
}
