import type { PriceHistory } from "#core/market/price-history.ts";
import { findMentions, findUnknownSymbols, guessAsset, indexAssetNames, splitWords } from "./find-assets.ts";
import { parseHorizon, type RequestedTime } from "./parse-horizon.ts";
import { type PriceTarget, parseTarget } from "./parse-target.ts";

export interface Question {
  /** Known assets named in the input, in order and without duplicates. */
  readonly assets: readonly PriceHistory[];
  /** The asset, if it was recognized despite a typo. */
  readonly guess: ReturnType<typeof guessAsset>;
  readonly unknown: readonly string[];
  /** In days. */
  readonly horizon: number;
  readonly time: RequestedTime | null;
  readonly target: PriceTarget | null;
}

const DEFAULT_HORIZON = 14;
export const HORIZON_DAYS_MAX = 90;

/** Which assets the input names, and how far ahead it asks. `today` is YYYY-MM-DD. */
export function parseQuestion(input: string, histories: readonly PriceHistory[], today: string): Question {
  const words = splitWords(input);
  const mentions = findMentions(input, words, indexAssetNames(histories));
  const isAllCaps = words.length > 3 && input === input.toUpperCase();
  const time = parseHorizon(input, today);
  const target = parseTarget(input);
  const isAhead = time !== null && time.until >= 0;
  const days = isAhead ? time.until : target === null ? DEFAULT_HORIZON : HORIZON_DAYS_MAX;
  const horizon = Math.min(HORIZON_DAYS_MAX, Math.max(1, Math.round(days)));
  const unknown = findUnknownSymbols(words, mentions, isAllCaps);
  const guess = mentions.length + unknown.length === 0 ? guessAsset(words, histories) : null;
  return {
    assets: guess ? [guess.history] : [...new Set(mentions.map(({ history }) => history))],
    guess,
    unknown,
    horizon,
    time,
    target,
  };
}
