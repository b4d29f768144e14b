import type { MarkdownIt, StateBlock, StateCore } from "markdown-it";

// Short rows are padded to the width of the header, so a few thousand characters can produce 65,000 cells.
const CELLS_MAX = 5_000;

const cellCountByDocument = new WeakMap<object, number>();

/** Returns an upper bound on the number of cells. Stops counting once it exceeds `limit`. */
function countCells(state: StateBlock, startLine: number, endLine: number, limit: number): number {
  const delimiters = state.src.slice(state.bMarks[startLine + 1], state.eMarks[startLine + 1]);
  const columnCount = delimiters.split("|").length;
  let cellCount = columnCount;
  for (let line = startLine + 2; line < endLine && cellCount <= limit && !state.isEmpty(line); line += 1) {
    cellCount += columnCount;
  }
  return cellCount;
}

/** Aligns cells by a class instead of markdown-it's `style` attribute. Adds `scope` to header cells. */
function alignByClass(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== "th_open" && token.type !== "td_open") continue;
    const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet("style") ?? ""))?.[1];
    token.attrs = token.type === "th_open" ? [["scope", "col"]] : [];
    if (align) token.attrPush(["class", `align-${align}`]);
  }
}

/** Renders tables in a scrollable, focusable region, with at most 5,000 cells per document. */
export function installTables(parser: MarkdownIt): void {
  const table = parser.block.ruler.__rules__.find((rule) => rule.name === "table");
  if (!table) throw new Error("markdown-it has no table rule");
  const parseTable = table.fn;
  parser.block.ruler.at(
    "table",
    (state, startLine, endLine, silent) => {
      if (silent) return parseTable(state, startLine, endLine, silent);
      const usedCount = cellCountByDocument.get(state.env) ?? 0;
      const cellCount = countCells(state, startLine, endLine, CELLS_MAX - usedCount);
      if (usedCount + cellCount > CELLS_MAX || !parseTable(state, startLine, endLine, silent)) return false;
      cellCountByDocument.set(state.env, usedCount + cellCount);
      return true;
    },
    { alt: ["paragraph", "reference"] },
  );
  parser.core.ruler.push("align_by_class", alignByClass);
  parser.renderer.rules.table_open = () =>
    '<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table>\n';
  parser.renderer.rules.table_close = () => "</table></div>\n";
}
