import { ASSETS } from "#core/market/assets.ts";
import { STOP_WORDS, toStem, toWords } from "./words.ts";

export const SEARCH_WORDS_MAX = 6;

/** Alternative names of assets, and assets without prices on this site. */
const OTHER_NAMES: readonly (readonly [ticker: string, name: string])[] = [
  ["BNB", "binance"],
  ["XRP", "ripple"],
  ["ATOM", "cosmos"],
  ["POL", "polygon"],
  ["LDO", "lido"],
  ["FET", "fetch ai"],
  ["ZEC", "zcash"],
  ["ETC", "ethereum classic"],
  ["HBAR", "hedera"],
  ["XTZ", "tezos"],
];
const TICKER_NAME_PAIRS = [
  ...ASSETS.map(({ symbol, name }) => [symbol, name.toLowerCase()] as const),
  ...OTHER_NAMES,
].filter(([ticker, name]) => /^[a-z]+(?: [a-z]+)?$/.test(name) && name !== ticker.toLowerCase());
const NAME_BY_TICKER = new Map(TICKER_NAME_PAIRS);
const TICKER_BY_NAME = new Map(TICKER_NAME_PAIRS.map(([ticker, name]) => [name, ticker]));

/**
 * Tickers and names that have other meanings too. Such a ticker only counts in capitals or after a dollar sign, and such
 * a name only with initial capitals ("The Graph") or if its ticker counts. A name of two words is listed by its first
 * word.
 */
const AMBIGUOUS_WORDS = new Set(
  "ada sol dot link atom etc uni pol apt fil algo arb op near ton grt tao fet render ldo optimism stellar pepe the".split(
    " ",
  ),
);

/** Words that occur on nearly every page of this site. */
const COMMON_WORDS = new Set(
  "crypto cryptocurrency cryptocurrencies coin coins token tokens blockchain price prices market markets news technology tech data money analysis article articles post posts forum site buy sell good best".split(
    " ",
  ),
);

/** The beginning of a long input is enough to find the topic. */
const READ_LENGTH_MAX = 4_000;

/**
 * At most six lower-case words to search the site for, most significant first. Assets appear by ticker and by name
 * ("btc", "bitcoin"; a name may have two words).
 */
export function chooseSearchWords(input: string): string[] {
  const text = input.slice(0, READ_LENGTH_MAX);
  const words = toWords(text);
  const searchWords = new Set<string>();
  for (const [ticker, name] of findNamedAssets(text, words)) {
    searchWords.add(ticker.toLowerCase());
    searchWords.add(name);
  }
  const nameWords = new Set([...searchWords].flatMap((word) => word.split(" ")));

  const entriesByStem = new Map<string, { word: string; weight: number; at: number }>();
  for (const [index, word] of words.entries()) {
    if (STOP_WORDS.has(word) || nameWords.has(word) || word.length > 40) continue;
    if (word.length < 2 || (/^\d+$/.test(word) && word.length !== 4)) continue;
    const key = toStem(word);
    const entry = entriesByStem.get(key);
    if (entry === undefined) entriesByStem.set(key, { word, weight: rateWord(word), at: index });
    else entry.weight += 1;
  }
  const rankedWords = [...entriesByStem.values()].sort((a, b) => b.weight - a.weight || a.at - b.at);
  for (const { word } of rankedWords) searchWords.add(word);
  return [...searchWords].slice(0, SEARCH_WORDS_MAX);
}

function rateWord(word: string): number {
  return COMMON_WORDS.has(word) ? 0 : 2 + Math.min(word.length, 10) / 5;
}

/** Assets named in the text, in order; at most two, to leave room for other words. */
export function findNamedAssets(text: string, words: readonly string[]) {
  const namesByTicker = new Map<string, string>();
  const candidates = new Set(text.match(/\$[A-Za-z]{2,6}\b|\b[A-Z][A-Za-z]+\b/g)?.map(normalizeTicker));
  for (const [, first, second] of text.matchAll(/\b([A-Z][a-z]+)(?=\s+([A-Z][a-z]+)\b)/g))
    candidates.add(`${first} ${second}`);
  for (const [index, word] of words.entries()) {
    const pair = `${word} ${words[index + 1] ?? ""}`;
    const name = TICKER_BY_NAME.has(pair) ? pair : word === "ether" ? "ethereum" : word;
    const ticker = TICKER_BY_NAME.get(name) ?? word.toUpperCase();
    const fullName = NAME_BY_TICKER.get(ticker);
    if (fullName === undefined) continue;
    const capitalizedForm = TICKER_BY_NAME.has(name) ? capitalizeWords(name) : ticker;
    if (AMBIGUOUS_WORDS.has(word) && !candidates.has(capitalizedForm) && !candidates.has(ticker)) continue;
    namesByTicker.set(ticker, fullName);
    if (namesByTicker.size === 2) break;
  }
  return [...namesByTicker];
}

const capitalizeWords = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Converts "$sol" to "SOL" and returns other words unchanged. */
function normalizeTicker(word: string): string {
  return word.startsWith("$") ? word.slice(1).toUpperCase() : word;
}
