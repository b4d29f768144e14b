import type { StateCore } from "markdown-it";
import MarkdownIt from "markdown-it";
import { flattenDeepBlocks } from "#core/markdown/flatten-deep-blocks.ts";
import { installCode } from "./code.ts";
import { installDirections } from "./directions.ts";
import { installLinks } from "./links.ts";
import { installMath } from "./math.ts";
import { installMentions } from "./mentions.ts";
import { installTables } from "./tables.ts";
import { installTaskLists } from "./task-lists.ts";

/** Longer text is shown as written. A post has at most 5,000 characters, so text this long is an attack. */
export const SOURCE_LENGTH_MAX = 100_000;

const BLOCK_LEVEL_MAX = 24;

/** The page has the h1, so headings start at h2 and go down one level at a time, for screen readers. */
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
  flattenDeepBlocks(parser, BLOCK_LEVEL_MAX);
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
