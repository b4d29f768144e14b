/** The configured Markdown parser: which constructs it supports and how deep they may nest. */

import type { StateBlock, StateCore } from "markdown-it";
import MarkdownIt from "markdown-it";
import { installCode } from "./code.ts";
import { installDirections } from "./directions.ts";
import { installLinks } from "./links.ts";
import { installMath } from "./math.ts";
import { installMentions } from "./mentions.ts";
import { installTables } from "./tables.ts";
import { installTaskLists } from "./task-lists.ts";

/** Longer text is shown as written. A post has at most 5,000 characters, so only an attack is longer. */
export const SOURCE_LENGTH_MAX = 100_000;

// A list takes two levels, a quote one. Deeper content becomes one paragraph of text.
const BLOCK_LEVEL_MAX = 24;

/**
 * markdown-it drops everything deeper than `maxNesting`. This rule applies first and preserves the text: the rest of
 * the enclosing block becomes a paragraph.
 */
function flattenDeepBlocks(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.level < BLOCK_LEVEL_MAX || silent) return false;
  let line = startLine + 1;
  while (line < endLine && (state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent)) line += 1;
  state.line = line;
  state.push("paragraph_open", "p", 1).map = [startLine, line];
  const inline = state.push("inline", "", 0);
  inline.content = state.getLines(startLine, line, state.blkIndent, false).trim();
  inline.map = [startLine, line];
  inline.children = [];
  state.push("paragraph_close", "p", -1);
  return true;
}

/**
 * The page has the h1, so headings in a post start at h2, whatever level the author used, and go down one level at a
 * time, without gaps in a screen reader's outline.
 */
function shiftHeadings(state: StateCore): void {
  const openLevels: number[] = [];
  for (const token of state.tokens) {
    if (token.type === "heading_open") {
      const level = Number(token.tag.slice(1));
      while ((openLevels.at(-1) ?? 0) >= level) openLevels.pop();
      openLevels.push(level);
    }
    if (token.type === "heading_open" || token.type === "heading_close") {
      token.tag = `h${Math.min(openLevels.length + 1, 6)}`;
    }
  }
}

function createParser() {
  const parser = new MarkdownIt({ html: false, breaks: true, linkify: true, maxNesting: 60 });
  parser.block.ruler.before("table", "flatten_deep_blocks", flattenDeepBlocks);
  parser.core.ruler.push("shift_headings", shiftHeadings);
  installTables(parser);
  installCode(parser);
  installMath(parser);
  installMentions(parser);
  installLinks(parser);
  installTaskLists(parser);
  installDirections(parser);
  return parser;
}

export const parser = createParser();
