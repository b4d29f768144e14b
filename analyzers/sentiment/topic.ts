import { INPUT_LIMIT } from "#core/ai/limits.ts";
import { ASSETS } from "#core/market/assets.ts";
import { splitSentences } from "../text/split-sentences.ts";
import { toStem, toWords } from "../text/words.ts";
import { isStatement } from "./is-statement.ts";
import { FUNCTION_WORDS } from "./lexicon/common.ts";
import { scoreText } from "./score-text.ts";
import { blankUrlsAndEmails, tokenize } from "./tokens.ts";
import { getBaseForms } from "./word-forms.ts";

/** What to look for in the site's documents. */
export interface Topic {
  /** As requested, without question words: "ethereum ETF". */
  readonly name: string;
  readonly terms: readonly Term[];
}

interface Term {
  /** The term and its alternative names, in base forms. */
  readonly names: ReadonlySet<string>;
  readonly stems: readonly string[];
  readonly initials: ReadonlySet<string>;
}

const TEXT_WORDS_MIN = 12;
/** A question with fewer words can name a topic, because many of its words are fillers. */
const TEXT_QUESTION_WORDS_MIN = 25;
const TERMS_MAX = 4;
/**
 * A line that expresses a judgment is analyzed itself if it has at least this many words: "Bitcoin plunges as outflows
 * mount".
 */
const JUDGMENT_WORDS_MIN = 5;

const QUESTION_FILLERS = new Set(
  `${FUNCTION_WORDS} sentiment mood analysis analyse analyze about around current currently recent news bullish bearish positive negative feeling feel right please tell market's price doing going good bad site people members latest vibe vibes whats hows rn lately pls`
    .trim()
    .split(/\s+/),
);

const ALIASES: readonly (readonly string[])[] = [
  ...ASSETS.filter(({ name }) => !/\s/.test(name)).map(({ symbol, name }) => [symbol, name]),
  ["eth", "ether", "ethereum"],
  ["btc", "bitcoin", "xbt"],
  ["xrp", "ripple"],
  ["ai", "artificial"],
  ["etf", "etfs"],
  ["nft", "nfts"],
  ["stablecoin", "stablecoins"],
].map((names) => names.map((name) => name.toLowerCase()));

/**
 * The topic that an input names ("BTC", "$eth", "how is solana doing?"); null if the input itself is to be analyzed.
 */
export function parseTopic(input: string): Topic | null {
  const line = blankUrlsAndEmails(input.slice(0, INPUT_LIMIT)).trim();
  const wordCount = toWords(line.slice(0, 2_000)).length;
  const isQuestion = line.endsWith("?");
  if (wordCount === 0 || wordCount >= (isQuestion ? TEXT_QUESTION_WORDS_MIN : TEXT_WORDS_MIN)) return null;
  if (splitSentences(line).filter(({ text }) => toWords(text).length > 1).length > 1) return null;
  if (wordCount >= JUDGMENT_WORDS_MIN && !isQuestion && scoreText(line).drivers.length > 0) return null;
  const allTokens = tokenize(line);
  if (!isQuestion && isStatement(line, allTokens)) return null;
  const tokens = allTokens.filter(({ kind }) => kind === "word" || kind === "number");
  const significantTokens = tokens.filter(({ text }) => !QUESTION_FILLERS.has(text));
  if ((wordCount >= TEXT_WORDS_MIN || !isQuestion) && significantTokens.length > TERMS_MAX) return null;
  const topicTokens = significantTokens.length > 0 ? significantTokens : tokens;
  const first = topicTokens[0];
  const last = topicTokens.at(-1);
  if (first === undefined || last === undefined) return null;
  const name = line.slice(first.start, last.end).replaceAll(/\s+/g, " ");
  return { name, terms: topicTokens.map(({ text }) => createTerm(text)) };
}

/** The share of the topic's terms that occur among these words in any form, from 0 to 1. */
export function computeTopicShare(topic: Topic, words: ReadonlySet<string>): number {
  const matchingTerms = topic.terms.filter(({ names, stems, initials }) => {
    for (const word of words) {
      if (names.has(word)) return true;
      // Finding base forms is expensive, so check the initial first.
      if (!initials.has(word.charAt(0))) continue;
      if (getBaseForms(word).some((form) => names.has(form))) return true;
      // "Quantum computers" are about "quantum computing".
      if (stems.some((stem) => isDerived(stem, toStem(word)))) return true;
    }
    return false;
  });
  return matchingTerms.length / topic.terms.length;
}

const STEM_LENGTH_MIN = 6;
const ENDING_LENGTH_MAX = 2;

function isDerived(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    short.length >= STEM_LENGTH_MIN &&
    long.length - short.length <= ENDING_LENGTH_MAX &&
    long.startsWith(short)
  );
}

function createTerm(text: string): Term {
  const forms = getBaseForms(text);
  const aliases = ALIASES.filter((names) => names.some((name) => forms.includes(name))).flat();
  const names = [...new Set([...forms, ...aliases])];
  return {
    names: new Set(names),
    stems: names.map(toStem),
    initials: new Set(names.map((name) => name.charAt(0))),
  };
}
