import type { Draft } from "./holdings.ts";

/**
 * Divides the rest of 100%, or of the money, equally among the assets that have "the rest". If nothing is left, these
 * count as named without an amount.
 */
export function addRest(draft: Draft): void {
  const { rest, holdings } = draft;
  if (rest.length === 0) return;
  const sum = (key: "share" | "money") => holdings.reduce((total, holding) => total + (holding[key] ?? 0), 0);
  const hasAmounts = holdings.some(({ amount }) => amount !== null);
  const share = holdings.some((holding) => holding.share !== null) ? Math.max(0, 1 - sum("share")) : 0;
  const money = share === 0 && !hasAmounts ? Math.max(0, draft.cash - sum("money")) : 0;
  if (money > 0) draft.cash = 0;
  for (const history of rest)
    holdings.push({
      history,
      amount: null,
      money: money > 0 ? money / rest.length : null,
      share: share > 0 ? Number((share / rest.length).toFixed(6)) : null,
    });
}
