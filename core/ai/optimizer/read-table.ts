import type { AssetNames } from "../outlook/find-assets.ts";
import { findListed, splitWords } from "../outlook/find-assets.ts";
import type { Draft } from "./holdings.ts";
import { readNumberAt } from "./read-number.ts";
import { separateNumbers } from "./split-holdings.ts";

type Column = "asset" | "amount" | "money" | "share" | "high" | "low" | "other";

export interface TableHead {
  readonly mark: string;
  readonly columns: readonly Column[];
}

const COLUMNS: readonly { readonly column: Column; readonly sign: RegExp }[] = [
  { column: "high", sign: /^max/i },
  { column: "low", sign: /^min/i },
  { column: "other", sign: /price|cost|date|change|profit|p&l|pnl|network|wallet|exchange/i },
  { column: "share", sign: /%|percent|weight|alloc|share/i },
  { column: "money", sign: /value|worth|usd|\$|dollar/i },
  { column: "asset", sign: /^(?:asset|symbol|coin|token|name|ticker|currency|crypto)/i },
  { column: "amount", sign: /^(?:amount|quantity|qty|balance|units?|holdings?|size|count|number)/i },
];

/** A table's header, if it names a column of assets and one of figures; otherwise null. */
export function readTableHead(line: string): TableHead | null {
  if (line.length > 400) return null;
  for (const mark of ["|", "\t", ";", ","]) {
    const cells = splitCells(line, mark);
    if (cells.length < 2 || cells.some((cell) => /^\W*\d/.test(cell))) continue;
    const columns = cells.map((cell) => COLUMNS.find(({ sign }) => sign.test(cell))?.column ?? "other");
    const hasFigures = columns.some(
      (column) => column === "amount" || column === "money" || column === "share",
    );
    if (columns.includes("asset") && hasFigures) return { mark, columns };
  }
  return null;
}

function splitCells(line: string, mark: string): string[] {
  if (mark === ",") {
    // A quoted cell may contain commas.
    const cells = line.match(/"(?:[^"]|"")*"|[^,]+|(?<=,)(?=,)|^(?=,)|(?<=,)$/g) ?? [];
    return cells.map((cell) => cell.trim().replaceAll(/^"|"$/g, ""));
  }
  const inner = mark === "|" ? line.trim().replaceAll(/^\||\|$/g, "") : line;
  return inner.split(mark).map((cell) => cell.trim());
}

/** Reads a table row; false if the line is not part of the table. */
export function readTableRow(line: string, head: TableHead, names: AssetNames, draft: Draft): boolean {
  if (!line.includes(head.mark)) return false;
  const cells = splitCells(line, head.mark);
  const getCell = (column: Column) => cells[head.columns.indexOf(column)] ?? "";
  const asset = getCell("asset");
  if (/^\W*(?:total|sum)\b/i.test(asset)) return true;
  const words = splitWords(asset);
  // In an asset cell, the first known name is the one meant.
  const history = findListed(asset, words, names)[0]?.history ?? lookUp(asset, names);
  const figure = (column: Column) => readCell(separateNumbers(getCell(column), names));
  const [amount, money, share] = [figure("amount"), figure("money"), figure("share")];
  const isBad = [amount, money, share].includes(Number.NaN);
  if (!history || isBad) {
    draft.notUnderstood.push(cells.filter((cell) => cell !== "").join(" "));
    return true;
  }
  draft.holdings.push({
    history,
    amount,
    money: amount === null ? money : null,
    // A share column is in percent even if it doesn't say so; valueHoldings rescales the shares.
    share: amount === null && money === null && share !== null ? share / 100 : null,
  });
  for (const side of ["high", "low"] as const) {
    const limit = figure(side);
    if (limit === null) continue;
    const part = limit > 1 ? limit / 100 : limit;
    if (part >= 0 && part <= 1) draft.limits.push({ history, side, share: part });
    else draft.notUnderstood.push(getCell(side));
  }
  return true;
}

function lookUp(text: string, names: AssetNames) {
  const word = text.trim().toLowerCase();
  return names.get(word)?.find((name) => name.words.length === 1)?.history;
}

/** A cell's figure; null if empty, NaN if it isn't a figure. */
function readCell(cell: string): number | null {
  if (/^[-–—\s]*$/.test(cell)) return null;
  const start = cell.search(/[-−$€£\d.]/);
  const number = start < 0 ? null : readNumberAt(cell, start);
  return number && number.unit !== "other" && number.value >= 0 && number.value < 1e15
    ? number.value
    : Number.NaN;
}
