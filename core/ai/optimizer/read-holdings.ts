import type { PriceHistory } from "../analysis.ts";
import { indexAssetNames } from "../outlook/find-assets.ts";
import type { Draft, ReadHoldings } from "./holdings.ts";
import { jsonToLines } from "./json-to-lines.ts";
import { pairTokens } from "./pair-tokens.ts";
import { readTableHead, readTableRow, type TableHead } from "./read-table.ts";
import { expandShares, separateNumbers, splitHoldings } from "./split-holdings.ts";

/** Longer lines are split; none are written by hand. */
const LONGEST_LINE = 1_000;

/**
 * Parses holdings, limits and a risk-free rate from text or a table (Markdown, CSV, tabs, JSON). Reports everything
 * it can't use.
 */
export function readHoldings(input: string, histories: readonly PriceHistory[]): ReadHoldings {
  const names = indexAssetNames(histories);
  const draft: Draft = { holdings: [], limits: [], riskFree: null, cash: 0, notUnderstood: [] };
  let head: TableHead | null = null;
  for (const line of splitLines(jsonToLines(input))) {
    if (/^[\s|:+=-]*$/.test(line)) {
      // A blank line ends a table; the rule below a Markdown header doesn't.
      if (line.trim() === "") head = null;
      continue;
    }
    const found = readTableHead(line);
    if (found) {
      head = found;
      continue;
    }
    if (head && readTableRow(line, head, names, draft)) continue;
    const text = separateNumbers(expandShares(line).replace(/^\s*(?:[-*•]\s+|\d{1,3}[.)]\s+)/, ""), names);
    pairTokens(text, splitHoldings(text, names), draft);
  }
  return draft;
}

function splitLines(input: string): string[] {
  return input.split(/[\r\n\u2028\u2029]/).flatMap((line) => {
    const parts: string[] = [];
    for (let at = 0; at < line.length; ) {
      const part = line.slice(at, at + LONGEST_LINE);
      const end = part.length < LONGEST_LINE ? -1 : Math.max(part.lastIndexOf(" "), part.lastIndexOf(","));
      parts.push(end > 0 ? part.slice(0, end) : part);
      at += end > 0 ? end : part.length;
    }
    return parts.length > 0 ? parts : [""];
  });
}
