import { STOP_WORDS, stemOf, wordsOf } from "./text/words.ts";

/** How many words the site is searched for at most. */
export const SEARCH_WORDS_MAX = 6;

/** Tickers and the names they stand for. */
const ASSETS: readonly (readonly [ticker: string, name: string])[] = [
  ["BTC", "bitcoin"],
  ["ETH", "ethereum"],
  ["BNB", "binance"],
  ["ADA", "cardano"],
  ["SOL", "solana"],
  ["XRP", "ripple"],
  ["DOGE", "dogecoin"],
  ["DOT", "polkadot"],
  ["AVAX", "avalanche"],
  ["LINK", "chainlink"],
  ["POL", "polygon"],
  ["LTC", "litecoin"],
  ["BCH", "bitcoin cash"],
  ["TRX", "tron"],
  ["ATOM", "cosmos"],
  ["XLM", "stellar"],
  ["XMR", "monero"],
  ["ZEC", "zcash"],
  ["ETC", "ethereum classic"],
  ["UNI", "uniswap"],
  ["ARB", "arbitrum"],
  ["APT", "aptos"],
  ["SHIB", "shiba inu"],
  ["USDT", "tether"],
  ["USDC", "usd coin"],
  ["FIL", "filecoin"],
  ["ALGO", "algorand"],
  ["HBAR", "hedera"],
  ["XTZ", "tezos"],
];
const NAME_OF = new Map(ASSETS);
const TICKER_OF = new Map(ASSETS.map(([ticker, name]) => [name, ticker]));

/** Tickers that are words as well count only in capitals or behind a dollar sign. */
const ALSO_WORDS = new Set([
  "ADA",
  "SOL",
  "DOT",
  "LINK",
  "ATOM",
  "ETC",
  "UNI",
  "POL",
  "APT",
  "FIL",
  "ALGO",
  "ARB",
]);

/** On a site about these, words that nearly every page has. */
const COMMON = new Set(
  "crypto cryptocurrency cryptocurrencies coin coins token tokens blockchain price prices market markets news technology tech data money analysis article articles post posts forum site buy sell good best".split(
    " ",
  ),
);

/** An input may be a whole text: its beginning says what it is about. */
const READ_MAX = 4_000;

/**
 * The words to search the site for, lower case, the most telling first, at most six: no question words, assets by
 * ticker and by name ("btc", "bitcoin"; a name may have two words).
 */
export function searchWordsOf(input: string): string[] {
  const text = input.slice(0, READ_MAX);
  const words = wordsOf(text);
  const found = new Set<string>();
  for (const [ticker, name] of assetsIn(text, words)) {
    found.add(ticker.toLowerCase());
    found.add(name);
  }
  const named = new Set([...found].flatMap((word) => word.split(" ")));

  const counts = new Map<string, { word: string; weight: number; at: number }>();
  for (const [at, word] of words.entries()) {
    if (STOP_WORDS.has(word) || named.has(word) || word.length > 40) continue;
    if (word.length < 2 || (/^\d+$/.test(word) && word.length !== 4)) continue;
    const key = stemOf(word);
    const entry = counts.get(key);
    if (entry === undefined) counts.set(key, { word, weight: weightOf(word), at });
    else entry.weight += 1;
  }
  const ranked = [...counts.values()].sort((a, b) => b.weight - a.weight || a.at - b.at);
  for (const { word } of ranked) found.add(word);
  return [...found].slice(0, SEARCH_WORDS_MAX);
}

function weightOf(word: string): number {
  if (COMMON.has(word)) return 0;
  return 2 + Math.min(word.length, 10) / 5;
}

/** Tickers and names in the order in which they are said, at most two: room for other words is left. */
function assetsIn(text: string, words: readonly string[]): (readonly [string, string])[] {
  const found = new Map<string, string>();
  const capitals = new Set(
    text.match(/\$[A-Za-z]{2,5}\b|\b[A-Z]{2,5}\b/g)?.map((word) => word.replace("$", "").toUpperCase()),
  );
  for (const [at, word] of words.entries()) {
    const pair = `${word} ${words[at + 1] ?? ""}`;
    const name = TICKER_OF.has(pair) ? pair : word === "ether" ? "ethereum" : word;
    const ticker = TICKER_OF.get(name) ?? word.toUpperCase();
    const full = NAME_OF.get(ticker);
    if (full === undefined) continue;
    if (full !== name && ALSO_WORDS.has(ticker) && !capitals.has(ticker)) continue;
    // "Bitcoin Cash" is not Bitcoin.
    if (full !== pair && TICKER_OF.has(pair)) continue;
    found.set(ticker, full);
    if (found.size === 2) break;
  }
  return [...found];
}
