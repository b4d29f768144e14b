import type { MarkdownIt, StateBlock } from "markdown-it";

/**
 * markdown-it drops everything that is nested deeper than its `maxNesting`. This rule applies first and preserves the
 * text: from `levelMax` on, the rest of the enclosing block becomes a paragraph. A list uses two levels, a quote one.
 */
export function flattenDeepBlocks(parser: MarkdownIt, levelMax: number): void {
  parser.block.ruler.before("table", "flatten_deep_blocks", (state, startLine, endLine, silent) => {
    if (state.level < levelMax || silent) return false;
    addParagraph(state, startLine, findEnd(state, startLine, endLine));
    return true;
  });
}

function findEnd(state: StateBlock, startLine: number, endLine: number): number {
  let line = startLine + 1;
  while (line < endLine && (state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent)) line += 1;
  return line;
}

function addParagraph(state: StateBlock, startLine: number, endLine: number): void {
  state.line = endLine;
  state.push("paragraph_open", "p", 1).map = [startLine, endLine];
  const inline = state.push("inline", "", 0);
  inline.content = state.getLines(startLine, endLine, state.blkIndent, false).trim();
  inline.map = [startLine, endLine];
  inline.children = [];
  state.push("paragraph_close", "p", -1);
}
