import type { PriceHistory } from "#core/market/price-history.ts";
import { isTypo } from "../glossary/is-typo.ts";

/**
 * Symbols and names that are also English words. They only count if they are written as a symbol ("NEAR", "$near") or
 * a name ("Near"), if a word such as "vs" connects them to another asset, or if no other asset is named.
 */
const AMBIGUOUS_WORDS = new Set(
  (
    "a act ai all alpha any ape apt arc ark atom audio avalanche bat bit blast blur bond bonk cake cat chain coin " +
    "comp compound core dash dodge dog dot ever fetch flare flow flux for fun gala game gas gift gold graph " +
    "harmony hex high hold hot icon immutable in is it joe key knight level link lit loom lunar magic maker mana " +
    "mask me mina mine mint moon near next nexus nine not ocean on one open optimism or orbit orca order origin " +
    "pearl people pol portal prime quant radiant raven ray real render ripple rose safe sand scroll sea secret " +
    "shadow sky so solo space spark spell stacks star status stellar step storm stride strike sub sun super sweat " +
    "sync the time token ton top trade tribe true trust turbo uni unit usual verge wave waves wax win world zen " +
    "zero"
  ).split(" "),
);
/**
 * In a question, these ambiguous words mean an asset only if they are written as a symbol or a name, or if nothing else
 * was typed.
 */
const NEVER_ASSETS = new Set(
  "a all any for get high hold in is it next not on one open or real so the time top true trust unit usual".split(
    " ",
  ),
);
/**
 * Words that can connect two assets, and words that can follow the second one: "btc and link" and "link vs btc next week"
 * name two assets, but "btc and near term" names only one.
 */
const CONNECTING_WORDS = new Set("and against or to versus vs with".split(" "));
const FOLLOWING_WORDS = new Set(
  "after and at by compared do during for go in next over outlook perform price prices this today tomorrow until vs".split(
    " ",
  ),
);
const ALIASES: readonly (readonly [alias: string, symbol: string])[] = [
  ["bitcoins", "BTC"],
  ["ether", "ETH"],
  ["ethers", "ETH"],
  ["binance coin", "BNB"],
  ["ripple", "XRP"],
  ["cosmos", "ATOM"],
  ["near", "NEAR"],
  ["polygon", "POL"],
  ["matic", "POL"],
  ["shiba", "SHIB"],
  ["lumens", "XLM"],
  ["fetch ai", "FET"],
  ["tron", "TRX"],
];
/** After an asset and a slash ("BTC/USDT"), quote currencies don't name a second asset. */
const QUOTE_CURRENCIES = new Set(["USD", "USDT", "USDC", "EUR", "BUSD", "FDUSD", "DAI"]);
const NAME_WORDS_MAX = 4;
/** Shorter names are too similar to ordinary words: "other" isn't "ether". */
const GUESSED_LENGTH_MIN = 6;

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly hasDollar: boolean;
}

export interface Mention {
  readonly history: PriceHistory;
  /** The range of its word indexes, end exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Asset names by their first word in lower case, longest names first. */
export type AssetNames = ReadonlyMap<
  string,
  readonly { readonly words: readonly string[]; readonly history: PriceHistory }[]
>;

export function splitWords(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), (match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
    hasDollar: text[match.index - 1] === "$",
  }));
}

const indexes = new WeakMap<readonly PriceHistory[], AssetNames>();

/** Every symbol, name and alias. Cached, because all questions share the same histories. */
export function indexAssetNames(histories: readonly PriceHistory[]): AssetNames {
  const names = indexes.get(histories) ?? buildIndex(histories);
  indexes.set(histories, names);
  return names;
}

/** A symbol takes precedence over an identical name. */
function buildIndex(histories: readonly PriceHistory[]): AssetNames {
  const names = new Map<string, { words: string[]; history: PriceHistory }[]>();
  const aliases = ALIASES.flatMap(([text, symbol]) => {
    const history = histories.find((candidate) => candidate.symbol === symbol);
    return history ? [{ text, history }] : [];
  });
  const symbols = histories.map((history) => ({ text: history.symbol, history }));
  const fullNames = histories.map((history) => ({ text: history.name, history }));
  for (const { text, history } of [...symbols, ...fullNames, ...aliases]) {
    const words = splitWords(text.toLowerCase()).map((word) => word.text);
    const [first] = words;
    if (first === undefined || words.length > NAME_WORDS_MAX) continue;
    const namesWithFirstWord = [...(names.get(first) ?? []), { words, history }];
    // The sort is stable, so the first of two identical names stays first.
    names.set(
      first,
      namesWithFirstWord.sort((a, b) => b.words.length - a.words.length),
    );
  }
  return names;
}

/** Whether a word means an asset. An ambiguous one is judged by its spelling and its neighbors. */
function isWrittenAsAsset(
  words: readonly Word[],
  from: number,
  history: PriceHistory,
  names: AssetNames,
  isAllCaps: boolean,
): boolean {
  const word = words[from];
  const lower = word?.text.toLowerCase() ?? "";
  if (!word || word.hasDollar || !AMBIGUOUS_WORDS.has(lower)) return true;
  if (word.text === history.symbol.toUpperCase() && word.text.length > 1) return !isAllCaps;
  const isName = lower === history.name.toLowerCase();
  if (isName && /^\p{Lu}/u.test(word.text) && from > 0) return true;
  const getWord = (index: number) => words[index]?.text.toLowerCase() ?? "";
  const isAfterAsset = CONNECTING_WORDS.has(getWord(from - 1)) && names.has(getWord(from - 2));
  const isBeforeAsset = CONNECTING_WORDS.has(getWord(from + 1)) && names.has(getWord(from + 2));
  const isComplete = from + 1 === words.length || FOLLOWING_WORDS.has(getWord(from + 1));
  return !NEVER_ASSETS.has(lower) && (isBeforeAsset || (isAfterAsset && isComplete));
}

/**
 * The assets named by the words, in order; the longest name wins. Ambiguous words only count if they are written as an
 * asset or nothing else is named ("link next week").
 */
export function findMentions(text: string, words: readonly Word[], names: AssetNames): Mention[] {
  const isAllCaps = words.length > 3 && text === text.toUpperCase();
  const strictMentions = findMentionsBy(text, words, names, (from, history) =>
    isWrittenAsAsset(words, from, history, names, isAllCaps),
  );
  if (strictMentions.length > 0) return strictMentions;
  return findMentionsBy(text, words, names, (from) => {
    return words.length === 1 || !NEVER_ASSETS.has(words[from]?.text.toLowerCase() ?? "");
  });
}

/**
 * For text that names no asset: the first word that could be a long name with a typo, and the asset it could mean; null
 * if there is none.
 */
export function guessAsset(words: readonly Word[], histories: readonly PriceHistory[]) {
  const candidates = histories.filter(
    ({ name }) => name.length >= GUESSED_LENGTH_MIN && !AMBIGUOUS_WORDS.has(name.toLowerCase()),
  );
  for (const { text } of words) {
    const history = candidates.find(({ name }) => isTypo(text.toLowerCase(), name.toLowerCase()));
    if (history !== undefined) return { typed: text, history };
  }
  return null;
}

/**
 * Like `findMentions`, for a list of holdings: every name counts, except the most common words if they aren't written as
 * symbols.
 */
export function findListedAssets(text: string, words: readonly Word[], names: AssetNames): Mention[] {
  return findMentionsBy(text, words, names, (from, history) => {
    const word = words[from];
    if (!word || word.hasDollar || word.text === history.symbol) return true;
    return !NEVER_ASSETS.has(word.text.toLowerCase());
  });
}

function findMentionsBy(
  text: string,
  words: readonly Word[],
  names: AssetNames,
  isMention: (from: number, history: PriceHistory) => boolean,
): Mention[] {
  const mentions: Mention[] = [];
  for (let from = 0; from < words.length; ) {
    const mention = findMentionAt(words, from, names, isMention);
    const before = words[from - 1];
    const isQuoteCurrency =
      mention !== null &&
      before !== undefined &&
      mentions.at(-1)?.to === from &&
      QUOTE_CURRENCIES.has(mention.history.symbol) &&
      text.slice(before.end, words[from]?.start) === "/";
    if (mention !== null && !isQuoteCurrency) mentions.push(mention);
    from = mention?.to ?? from + 1;
  }
  return mentions;
}

function findMentionAt(
  words: readonly Word[],
  from: number,
  names: AssetNames,
  isMention: (from: number, history: PriceHistory) => boolean,
): Mention | null {
  const word = words[from];
  if (!word) return null;
  for (const name of names.get(word.text.toLowerCase()) ?? []) {
    const { length } = name.words;
    if (!name.words.every((part, offset) => words[from + offset]?.text.toLowerCase() === part)) continue;
    if (length > 1 || isMention(from, name.history))
      return { history: name.history, from, to: from + length };
  }
  const base = /^(.{2,8}?)(?:USDT|USDC|USD|EUR)$/i.exec(word.text)?.[1];
  const history = base && names.get(base.toLowerCase())?.find((name) => name.words.length === 1)?.history;
  return history && base && base !== base.toLowerCase() ? { history, from, to: from + 1 } : null;
}

/** Lists unknown words that look like symbols because of their capitals or "$": "XYZ", "$abc". */
export function findUnknownSymbols(words: readonly Word[], mentions: readonly Mention[], isAllCaps: boolean) {
  const usedWords = new Set(
    mentions.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, offset) => from + offset)),
  );
  const unknownSymbols = new Set<string>();
  words.forEach(({ text, hasDollar }, index) => {
    if (usedWords.has(index) || !/\p{L}/u.test(text)) return;
    const looksLikeSymbol =
      /^\p{Lu}[\p{Lu}\p{N}]{1,9}$/u.test(text) &&
      !/^[A-Z]\d/.test(text) &&
      !isAllCaps &&
      !NOT_SYMBOLS.has(text);
    if (looksLikeSymbol || (hasDollar && /^\p{L}[\p{L}\p{N}]{0,9}$/u.test(text)))
      unknownSymbols.add(text.toUpperCase());
  });
  return [...unknownSymbols];
}

const NOT_SYMBOLS = new Set([
  ...QUOTE_CURRENCIES,
  ..."AI AM APY ATH ATL BTW CEO CPI CEX DAO DCA DEX DEFI EMA EOM EOQ EOY ETA ETF EU FAQ FED FOMC FOMO FUD GBP GDP HODL ICO IMO IPO".split(
    " ",
  ),
  ..."JPY MACD ML NFT OK OTC PM QC RSI ROI SEC SMA TA TLDR TVL UK US USA UTC VS YOY YTD".split(" "),
]);
