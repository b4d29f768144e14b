import type { PriceHistory } from "#core/market/price-history.ts";
import { findMentions, findUnknownSymbols, guessAsset, indexAssetNames, splitWords } from "./find-assets.ts";
import { parseRequestedTime } from "./parse-requested-time.ts";
import { parseTarget } from "./parse-target.ts";

export type Question = ReturnType<typeof parseQuestion>;

const DEFAULT_HORIZON = 14;
export const HORIZON_DAYS_MAX = 90;

/**
 * What the input asks. `today` is YYYY-MM-DD. `assets`: the known assets it names, in order. `guess`: the asset that was
 * recognized despite a typo, and the word typed; otherwise null. `unknownSymbols`: symbols without a price history.
 * `horizon`: in days. `time` and `target`: null if the input names none.
 */
export function parseQuestion(input: string, histories: readonly PriceHistory[], today: string) {
  const words = splitWords(input);
  const mentions = findMentions(input, words, indexAssetNames(histories));
  const isAllCaps = words.length > 3 && input === input.toUpperCase();
  const time = parseRequestedTime(input, today);
  const target = parseTarget(input);
  const isAhead = time !== null && time.until >= 0;
  const days = isAhead ? time.until : target === null ? DEFAULT_HORIZON : HORIZON_DAYS_MAX;
  const horizon = Math.min(HORIZON_DAYS_MAX, Math.max(1, Math.round(days)));
  const unknownSymbols = findUnknownSymbols(words, mentions, isAllCaps);
  const guess = mentions.length + unknownSymbols.length === 0 ? guessAsset(words, histories) : null;
  return {
    assets: guess ? [guess.history] : [...new Set(mentions.map(({ history }) => history))],
    guess,
    unknownSymbols,
    horizon,
    time,
    target,
  };
}
