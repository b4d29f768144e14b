import type { PriceHistory } from "#core/market/price-history.ts";
import { indexAssetNames } from "../outlook/find-assets.ts";
import type { Draft, ParsedHoldings } from "./holdings.ts";
import { jsonToLines } from "./json-to-lines.ts";
import { pairTokens } from "./pair-tokens.ts";
import { parseRiskPreference } from "./parse-risk-preference.ts";
import { parseTableHead, parseTableRow, type TableHead } from "./parse-table.ts";
import { expandShares, expandWrittenFractions, separateNumbers, splitHoldings } from "./split-holdings.ts";

/** Longer lines, which no one writes by hand, are split. */
const LINE_LENGTH_MAX = 1_000;

/**
 * Parses holdings, limits and a risk-free rate from text or a table (Markdown, CSV, tabs, JSON). Reports what it can't
 * use.
 */
export function parseHoldings(input: string, histories: readonly PriceHistory[]): ParsedHoldings {
  const { wantsLessRisk, rest } = parseRiskPreference(input);
  const names = indexAssetNames(histories);
  const draft: Draft = {
    holdings: [],
    limits: [],
    riskFree: null,
    cash: 0,
    rest: [],
    wantsLessRisk,
    unusedInputs: [],
    reasons: new Map(),
    dashedHoldings: [],
  };
  let head: TableHead | null = null;
  for (const line of splitLines(expandWrittenFractions(expandMinusSigns(jsonToLines(rest))))) {
    if (/^[\s|:+=-]*$/.test(line)) {
      // A blank line ends a table; the rule below a Markdown header doesn't.
      if (line.trim() === "") head = null;
      continue;
    }
    const tableHead = parseTableHead(line);
    if (tableHead) {
      head = tableHead;
      continue;
    }
    if (head && parseTableRow(line, head, names, draft)) continue;
    const text = separateNumbers(expandShares(line).replace(/^\s*(?:[-*•]\s+|\d{1,3}[.)]\s+)/, ""), names);
    pairTokens(text, splitHoldings(text, names), draft);
  }
  addRest(draft);
  return draft;
}

/** Rewrites "minus 3 BTC" and "short 3 BTC" as "-3 BTC". */
function expandMinusSigns(input: string): string {
  return input.replaceAll(/(?<![\p{L}\p{N}])(?:minus|negative|short(?:ed|ing)?)\s{1,3}(?=[$€£]?\d)/giu, "-");
}

function splitLines(input: string): string[] {
  return input.split(/[\r\n\u2028\u2029]/).flatMap((line) => {
    const parts: string[] = [];
    for (let position = 0; position < line.length; ) {
      const part = line.slice(position, position + LINE_LENGTH_MAX);
      const end = part.length < LINE_LENGTH_MAX ? -1 : Math.max(part.lastIndexOf(" "), part.lastIndexOf(","));
      parts.push(end > 0 ? part.slice(0, end) : part);
      position += end > 0 ? end : part.length;
    }
    return parts.length > 0 ? parts : [""];
  });
}

/**
 * Divides what is left of 100%, or of the money, equally among the assets that the input gives "the rest". If nothing
 * is left, these assets count as named without an amount.
 */
function addRest(draft: Draft): void {
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
