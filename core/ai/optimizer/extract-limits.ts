import type { PriceHistory } from "../analysis.ts";
import type { Draft } from "./holdings.ts";
import type { Token } from "./split-holdings.ts";

type NumberToken = Extract<Token, { kind: "number" }>;
type AssetToken = Extract<Token, { kind: "asset" }>;
type LimitToken = Extract<Token, { kind: "limit" | "rate" }>;

/** How many tokens after "max" its figure can be. */
const FIGURE_WITHIN = 6;

/** Moves limits and the risk-free rate from a group of tokens to the draft. Returns the remaining tokens. */
export function extractLimits(line: string, group: readonly Token[], draft: Draft): Token[] {
  const left = [...group];
  const limited = new Set<PriceHistory>();
  for (let at = left.findIndex(isLimitToken); at >= 0; at = left.findIndex(isLimitToken)) {
    const limitToken = left[at];
    if (!limitToken || !isLimitToken(limitToken)) break;
    const wanted = limitToken.kind === "limit" && limitToken.side === "both" ? 2 : 1;
    const used = left
      .slice(at, at + FIGURE_WITHIN)
      .filter((token): token is NumberToken => token.kind === "number")
      .slice(0, wanted);
    const shares = used.flatMap((token) => readShare(token) ?? []);
    const place = used.length > 0 ? left.indexOf(used.at(-1) as Token) : at;
    const stranger = [left[place + 1], left[at - 1]].find((token) => token?.kind === "word");
    const target = findTarget(left, at, place, limited);
    const taken: Token[] = [limitToken, ...used];
    if (shares.length < wanted || (stranger && !target && limitToken.kind === "limit")) {
      // Report a limit without a figure or for an unknown asset. The tokens around it remain holdings.
      if (stranger && shares.length === wanted) taken.push(stranger);
      draft.notUnderstood.push(quote(line, taken));
    } else if (limitToken.kind === "rate") draft.riskFree = shares[0] ?? null;
    else {
      const [first = 0, second = first] = shares;
      const history = target?.history ?? null;
      if (history) limited.add(history);
      if (limitToken.side !== "high") draft.limits.push({ history, side: "low", share: first });
      if (limitToken.side !== "low") draft.limits.push({ history, side: "high", share: second });
      const hasAmount = left.some((token) => token.kind === "number" && !used.includes(token));
      if (target && !hasAmount && left.filter(({ kind }) => kind === "asset").length === 1) {
        draft.holdings.push({ history: target.history, amount: null, money: null, share: null });
        taken.push(target);
      }
    }
    for (const token of taken) left.splice(left.indexOf(token), 1);
  }
  return left;
}

const isLimitToken = (token: Token): token is LimitToken => token.kind === "limit" || token.kind === "rate";

const quote = (line: string, tokens: readonly Token[]) =>
  line.slice(Math.min(...tokens.map(({ start }) => start)), Math.max(...tokens.map(({ end }) => end)));

/** "40%", "40" and "0.4" mean the same share. */
function readShare({ value, unit }: NumberToken): number | null {
  const share = unit === "percent" || value > 1 ? value / 100 : value;
  return (unit === "percent" || unit === "plain") && share >= 0 && share <= 1 ? share : null;
}

/**
 * The asset a limit applies to: inside or right before it, after its figure, or the one whose amount precedes it.
 * Null means all.
 */
function findTarget(
  group: readonly Token[],
  at: number,
  figure: number,
  limited: ReadonlySet<PriceHistory>,
): AssetToken | null {
  const assetAt = (place: number) => {
    const token = group[place];
    return token?.kind === "asset" && !limited.has(token.history) ? token : null;
  };
  if (group[at - 1]?.kind === "each" || group[figure + 1]?.kind === "each") return null;
  const inside = group.slice(at, figure).find((token): token is AssetToken => token.kind === "asset");
  const byAmount = group[at - 1]?.kind === "number" ? (assetAt(at - 2) ?? assetAt(at - 3)) : null;
  return inside ?? assetAt(at - 1) ?? assetAt(figure + 1) ?? byAmount;
}
