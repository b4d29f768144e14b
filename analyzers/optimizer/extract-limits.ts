import type { PriceHistory } from "#core/market/price-history.ts";
import type { Draft } from "./holdings.ts";
import { type AssetToken, type NumberToken, quoteTokens, type Token } from "./split-holdings.ts";

type LimitToken = Extract<Token, { kind: "limit" | "rate" }>;

/** A limit's number must be among this many tokens, counted from the word that begins the limit, such as "max". */
const LIMIT_DISTANCE_MAX = 6;
const STABLECOINS = /^stable(?:s|coins?)?$/i;

/**
 * Adds to the draft a group's limits, its risk-free rate and any asset that is named only in a limit. Reports limits
 * and rates that it can't use. Returns the remaining tokens.
 */
export function extractLimits(line: string, group: readonly Token[], draft: Draft): Token[] {
  const remainingTokens = [...group];
  const limitedAssets = new Set<PriceHistory>();
  for (
    let index = remainingTokens.findIndex(isLimitToken);
    index >= 0;
    index = remainingTokens.findIndex(isLimitToken)
  ) {
    const limitToken = remainingTokens[index];
    if (!limitToken || !isLimitToken(limitToken)) break;
    const boundCount = limitToken.kind === "limit" && limitToken.side === "both" ? 2 : 1;
    const usedNumbers = remainingTokens
      .slice(index, index + LIMIT_DISTANCE_MAX)
      .filter((token): token is NumberToken => token.kind === "number")
      .slice(0, boundCount);
    const shares = usedNumbers.flatMap((token) => parseShare(token) ?? []);
    const lastUsedIndex =
      usedNumbers.length > 0 ? remainingTokens.indexOf(usedNumbers.at(-1) as Token) : index;
    const unknownWord = [remainingTokens[lastUsedIndex + 1], remainingTokens[index - 1]].find(
      (token) => token?.kind === "word",
    );
    const target = findTarget(remainingTokens, index, lastUsedIndex, limitedAssets);
    const isForStablecoins = !target && unknownWord?.kind === "word" && STABLECOINS.test(unknownWord.text);
    const consumedTokens: Token[] = [limitToken, ...usedNumbers];
    if (
      shares.length < boundCount ||
      (unknownWord && !target && !isForStablecoins && limitToken.kind === "limit")
    ) {
      // Reports a limit or rate that has no valid share, or a limit on an unknown asset. The tokens around it are still
      // read as holdings.
      if (unknownWord && shares.length === boundCount) consumedTokens.push(unknownWord);
      const unusedText = quoteTokens(line, consumedTokens);
      draft.unusedInputs.push(unusedText);
      if (limitToken.kind === "limit") draft.reasons.set(unusedText, { kind: "limit", entry: unusedText });
    } else if (limitToken.kind === "rate") draft.riskFree = shares[0] ?? null;
    else {
      const [first = 0, second = first] = shares;
      const history = target?.history ?? null;
      if (history) limitedAssets.add(history);
      if (isForStablecoins) consumedTokens.push(unknownWord);
      if (limitToken.side !== "high")
        draft.limits.push({ history, isForStablecoins, side: "low", share: first });
      if (limitToken.side !== "low")
        draft.limits.push({ history, isForStablecoins, side: "high", share: second });
      const hasAmount = remainingTokens.some(
        (token) => token.kind === "number" && !usedNumbers.includes(token),
      );
      if (target && !hasAmount && remainingTokens.filter(({ kind }) => kind === "asset").length === 1) {
        draft.holdings.push({ history: target.history, amount: null, money: null, share: null });
        consumedTokens.push(target);
      }
    }
    for (const token of consumedTokens) remainingTokens.splice(remainingTokens.indexOf(token), 1);
  }
  return remainingTokens;
}

const isLimitToken = (token: Token): token is LimitToken => token.kind === "limit" || token.kind === "rate";

/** Converts a number to a share. "40%", "40" and "0.4" mean the same. Null for money and outside 0% to 100%. */
function parseShare({ value, unit }: NumberToken): number | null {
  const share = unit === "percent" || value > 1 ? value / 100 : value;
  return (unit === "percent" || unit === "plain") && share >= 0 && share <= 1 ? share : null;
}

/**
 * Finds the asset that a limit applies to: the one named inside the limit, right before it, right after its number, or
 * before an amount that is right before the limit. Null if there is none, or if "each" is next to the limit.
 */
function findTarget(
  group: readonly Token[],
  limitIndex: number,
  lastNumberIndex: number,
  limitedAssets: ReadonlySet<PriceHistory>,
): AssetToken | null {
  const getAsset = (index: number) => {
    const token = group[index];
    return token?.kind === "asset" && !limitedAssets.has(token.history) ? token : null;
  };
  if (group[limitIndex - 1]?.kind === "each" || group[lastNumberIndex + 1]?.kind === "each") return null;
  const assetInside = group
    .slice(limitIndex, lastNumberIndex)
    .find((token): token is AssetToken => token.kind === "asset");
  const assetWithAmount =
    group[limitIndex - 1]?.kind === "number" ? (getAsset(limitIndex - 2) ?? getAsset(limitIndex - 3)) : null;
  return assetInside ?? getAsset(limitIndex - 1) ?? getAsset(lastNumberIndex + 1) ?? assetWithAmount;
}
