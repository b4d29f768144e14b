import type { PriceHistory } from "#core/market/price-history.ts";
import { indexAssetNames } from "../outlook/find-assets.ts";
import type { Draft, ParsedHoldings } from "./holdings.ts";
import { pairTokens } from "./pair-tokens.ts";
import { parseTableHeader, parseTableRow, type TableHeader } from "./parse-table.ts";
import { expandNumericFractions, expandShares, separateNumbers, splitHoldings } from "./split-holdings.ts";

/** Longer lines, which no one writes by hand, are split. */
const LINE_LENGTH_MAX = 1_000;

/**
 * Parses holdings, limits and a risk-free rate from text or a table (Markdown, CSV, tabs, JSON). Reports what it can't
 * use.
 */
export function parseHoldings(input: string, histories: readonly PriceHistory[]): ParsedHoldings {
  const { wantsLessRisk, remainingInput } = parseRiskPreference(input);
  const names = indexAssetNames(histories);
  const draft: Draft = {
    holdings: [],
    limits: [],
    riskFree: null,
    unassignedMoney: 0,
    rest: [],
    wantsLessRisk,
    unusedInputs: [],
    reasons: new Map(),
    dashedHoldings: [],
  };
  let header: TableHeader | null = null;
  for (const line of splitLines(expandNumericFractions(insertMinusSigns(jsonToLines(remainingInput))))) {
    if (/^[\s|:+=-]*$/.test(line)) {
      // A blank line ends a table; the rule below a Markdown header doesn't.
      if (line.trim() === "") header = null;
      continue;
    }
    const tableHeader = parseTableHeader(line);
    if (tableHeader) {
      header = tableHeader;
      continue;
    }
    if (header && parseTableRow(line, header, names, draft)) continue;
    const text = separateNumbers(expandShares(line).replace(/^\s*(?:[-*•]\s+|\d{1,3}[.)]\s+)/, ""), names);
    pairTokens(text, splitHoldings(text, names), draft);
  }
  addRest(draft);
  return draft;
}

/** Rewrites "minus 3 BTC" and "short 3 BTC" as "-3 BTC". */
function insertMinusSigns(input: string): string {
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
  const money = share === 0 && !hasAmounts ? Math.max(0, draft.unassignedMoney - sum("money")) : 0;
  if (money > 0) draft.unassignedMoney = 0;
  for (const history of rest)
    holdings.push({
      history,
      amount: null,
      money: money > 0 ? money / rest.length : null,
      share: share > 0 ? Number((share / rest.length).toFixed(6)) : null,
    });
}

/** Deeper than any exchange export nests its positions. */
const JSON_DEPTH_MAX = 4;
const ASSET_KEY = /^(?:asset|symbol|ticker|coin|currency|token|name)$/i;
const AMOUNT_KEY = /^(?:amount|quantity|qty|balance|units|size|free|total)$/i;

/**
 * Converts holdings from JSON to lines: [{"asset":"BTC","amount":1}] and {"BTC":1} become "BTC 1". Returns other input
 * unchanged.
 */
function jsonToLines(input: string): string {
  if (!/^\s*[[{]/.test(input)) return input;
  try {
    const lines = collectLines(JSON.parse(input), 0);
    return lines.length > 0 ? lines.join("\n") : input;
  } catch {
    return input;
  }
}

function collectLines(value: unknown, depth: number): string[] {
  if (typeof value !== "object" || value === null || depth > JSON_DEPTH_MAX) return [];
  if (Array.isArray(value)) return value.flatMap((item) => collectLines(item, depth + 1));
  const entries = Object.entries(value);
  const asset = entries.find(([key, name]) => ASSET_KEY.test(key) && typeof name === "string");
  const amount = entries.find(([key, figure]) => AMOUNT_KEY.test(key) && isFigure(figure));
  if (asset && amount) return [`${asset[1]} ${amount[1]}`];
  return entries.flatMap(([key, inner]) =>
    isFigure(inner) ? [`${key} ${inner}`] : collectLines(inner, depth + 1),
  );
}

const isFigure = (value: unknown) =>
  typeof value === "number" || (typeof value === "string" && /^\d{1,15}(?:\.\d{1,18})?$/.test(value));

/** Matches phrases that ask for less risk. */
const LESS_RISK = new RegExp(
  [
    "(?:i )?(?:can'?t|cannot|can ?not|don'?t) sleep\\b[^,.;\\n]{0,60}",
    "(?:so (?:that )?)?i (?:can )?sleep (?:well|better|at night)",
    "(?:(?:i )?(?:want|need|would like|prefer) (?:it |something |a |to be )?|make (?:it|this|them) |(?:a )?(?:bit|little|much) )*(?:calm(?:er)?|safer|more (?:stable|conservative|defensive|cautious)|conservative|defensive|less (?:risky|volatile|risk|volatility)|low(?:er)?[- ](?:risk|volatility)|(?:lower|reduce|minimi[sz]e|cut) (?:the |my )?(?:risk|volatility))",
  ]
    .map((pattern) => `\\b(?:${pattern})(?![\\p{L}\\p{N}])`)
    .join("|"),
  "giu",
);

/** Whether the input asks for less risk, as in "make it calmer". `remainingInput`: the input without these words. */
function parseRiskPreference(input: string) {
  const remainingInput = input.replace(/’/g, "'").replace(LESS_RISK, " ");
  const wantsLessRisk = remainingInput.length < input.length;
  return { wantsLessRisk, remainingInput: wantsLessRisk ? remainingInput : input };
}
