import { type AssetNames, findListedAssets, splitWords } from "../outlook/find-assets.ts";
import type { Draft } from "./holdings.ts";
import { findLeftOutReason, type ParsedNumber, parseNumberAt } from "./parse-number.ts";
import { separateNumbers } from "./split-holdings.ts";

type Column = "asset" | "amount" | "money" | "share" | "high" | "low" | "other";

export interface TableHeader {
  readonly delimiter: string;
  readonly columns: readonly Column[];
}

const COLUMNS: readonly { readonly column: Column; readonly pattern: RegExp }[] = [
  { column: "high", pattern: /^max/i },
  { column: "low", pattern: /^min/i },
  { column: "other", pattern: /price|cost|date|change|profit|p&l|pnl|network|wallet|exchange/i },
  { column: "share", pattern: /%|percent|weight|alloc|share/i },
  { column: "money", pattern: /value|worth|usd|\$|dollar/i },
  { column: "asset", pattern: /^(?:asset|symbol|coin|token|name|ticker|currency|crypto)/i },
  { column: "amount", pattern: /^(?:amount|quantity|qty|balance|units?|holdings?|size|count|number)/i },
];

const FIGURE_COLUMNS = ["amount", "money", "share"] as const;

/** A table's header, if it names a column of assets and one of numbers; otherwise null. */
export function parseTableHeader(line: string): TableHeader | null {
  if (line.length > 400) return null;
  for (const delimiter of ["|", "\t", ";", ","]) {
    const cells = splitCells(line, delimiter);
    if (cells.length < 2 || cells.some((cell) => /^\W*\d/.test(cell))) continue;
    const columns = cells.map((cell) => COLUMNS.find(({ pattern }) => pattern.test(cell))?.column ?? "other");
    const hasFigures = FIGURE_COLUMNS.some((column) => columns.includes(column));
    if (columns.includes("asset") && hasFigures) return { delimiter, columns };
  }
  return null;
}

function splitCells(line: string, delimiter: string): string[] {
  if (delimiter === ",") {
    // A quoted cell may contain commas.
    const cells = line.match(/"(?:[^"]|"")*"|[^,]+|(?<=,)(?=,)|^(?=,)|(?<=,)$/g) ?? [];
    return cells.map((cell) => cell.trim().replaceAll(/^"|"$/g, ""));
  }
  const inner = delimiter === "|" ? line.trim().replaceAll(/^\||\|$/g, "") : line;
  return inner.split(delimiter).map((cell) => cell.trim());
}

/** Adds the holding and the limits in a table row to the draft. Returns false if the line isn't a row of the table. */
export function parseTableRow(line: string, header: TableHeader, names: AssetNames, draft: Draft): boolean {
  if (!line.includes(header.delimiter)) return false;
  const cells = splitCells(line, header.delimiter);
  const getCell = (column: Column) => cells[header.columns.indexOf(column)] ?? "";
  const asset = getCell("asset");
  if (/^\W*(?:total|sum)\b/i.test(asset)) return true;
  const words = splitWords(asset);
  // In an asset cell, the first known name is the one meant.
  const history = findListedAssets(asset, words, names)[0]?.history ?? findHistory(asset, names);
  const readCell = (column: Column) => separateNumbers(getCell(column), names);
  const parseFigure = (column: Column) => parseCell(readCell(column));
  const [amount, money, share] = [parseFigure("amount"), parseFigure("money"), parseFigure("share")];
  const figures = [amount, money, share].filter((figure) => figure !== null);
  if (!history || figures.includes(Number.NaN)) {
    const text = cells.filter((cell) => cell !== "").join(" ");
    draft.unusedInputs.push(text);
    if (!history && asset !== "") draft.reasons.set(text, { kind: "unknown", entry: asset });
    else if (history) {
      const [kind] = FIGURE_COLUMNS.flatMap((column) => {
        const number = findNumber(readCell(column));
        return (number && findLeftOutReason(number)) ?? [];
      });
      if (kind) draft.reasons.set(text, { kind, entry: history.symbol });
    }
    return true;
  }
  draft.holdings.push({
    history,
    amount,
    money: amount === null ? money : null,
    // A share column is in percent even if it doesn't say so. `valueHoldings` scales shares to 100%.
    share: amount === null && money === null && share !== null ? share / 100 : null,
  });
  for (const side of ["high", "low"] as const) {
    const limit = parseFigure(side);
    if (limit === null) continue;
    const limitShare = limit > 1 ? limit / 100 : limit;
    if (limitShare >= 0 && limitShare <= 1)
      draft.limits.push({ history, isForStablecoins: false, side, share: limitShare });
    else draft.unusedInputs.push(getCell(side));
  }
  return true;
}

function findHistory(text: string, names: AssetNames) {
  const word = text.trim().toLowerCase();
  return names.get(word)?.find((name) => name.words.length === 1)?.history;
}

/** A cell's number; null if empty, NaN if it isn't a number that can be used. */
function parseCell(cell: string): number | null {
  if (/^[-–—\s]*$/.test(cell)) return null;
  const number = findNumber(cell);
  return number && findLeftOutReason(number) === null ? number.value : Number.NaN;
}

function findNumber(cell: string): ParsedNumber | null {
  const start = cell.search(/(?:USD|EUR)(?= ?\d)|[-−$€£¥\d.]/i);
  return start < 0 ? null : parseNumberAt(cell, start);
}
