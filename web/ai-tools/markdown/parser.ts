import Parser, { type MarkdownIt, type StateBlock, type StateInline } from "markdown-it";
import { flattenDeepBlocks } from "#core/markdown/flatten-deep-blocks.ts";

const BLOCK_LEVEL_MAX = 24;

/**
 * The Markdown of answers: a closed set of constructs, so anything else stays as written. Deliberately left out: HTML
 * and character references; automatic links; reference links, because a later definition could change what was shown
 * before; indented code and setext (underlined) headings, which partially streamed text often resembles.
 */
function createParser(): MarkdownIt {
  const markdownIt = new Parser("zero", { maxNesting: 60 });
  markdownIt.enable(["blockquote", "fence", "heading", "hr", "list", "table"]);
  markdownIt.enable(["backticks", "emphasis", "escape", "image", "link", "newline", "strikethrough"]);
  markdownIt.inline.ruler.after("link", "citation", parseCitation);
  // Accepts every URL, because the renderer decides which of them become links.
  markdownIt.validateLink = () => true;
  markdownIt.normalizeLink = (url) => url;
  preserveCharacterReferences(markdownIt);
  limitPadding(markdownIt);
  flattenDeepBlocks(markdownIt, BLOCK_LEVEL_MAX);
  return markdownIt;
}

const CITATION = /\[(\d{1,3}(?:\s?,\s?\d{1,3}){0,9})\]/y;

/** Parses [1] or [1, 2], except in a link's text. Whether the sources exist is checked during rendering. */
function parseCitation(state: StateInline, silent: boolean): boolean {
  CITATION.lastIndex = state.pos;
  const match = state.linkLevel > 0 || silent ? null : CITATION.exec(state.src);
  if (!match || CITATION.lastIndex > state.posMax) return false;
  state.push("citation", "", 0).content = match[0];
  state.pos += match[0].length;
  return true;
}

/** Resolves the escapes in a link's destination but not its character references, which stay as written. */
function preserveCharacterReferences({ helpers, utils }: MarkdownIt): void {
  const { parseLinkDestination } = helpers;
  helpers.parseLinkDestination = (source, start, max) => {
    const destination = parseLinkDestination(source, start, max);
    if (!destination.ok) return destination;
    const text = source.slice(start, destination.pos);
    return { ...destination, str: utils.unescapeMd(text.startsWith("<") ? text.slice(1, -1) : text) };
  };
}

/**
 * Short rows are padded to the header's width, so a few characters could produce thousands of cells. A table with more
 * cells than characters stays as written.
 */
function limitPadding({ block: { ruler } }: MarkdownIt): void {
  const table = ruler.__rules__.find(({ name }) => name === "table");
  if (!table) throw new Error("markdown-it has no table rule");
  const { fn: parseTable, alt } = table;
  ruler.at(
    "table",
    (state, startLine, endLine, silent) =>
      parseTable(state, startLine, endLine, true) &&
      !isMostlyPadding(state, startLine, endLine) &&
      (silent || parseTable(state, startLine, endLine, false)),
    { alt },
  );
}

function isMostlyPadding(state: StateBlock, startLine: number, endLine: number): boolean {
  const getStart = (line: number) => state.bMarks[line] ?? state.src.length;
  const delimiters = state.src.slice(getStart(startLine + 1), getStart(startLine + 2));
  const columnCount = delimiters.split("|").filter((cell) => cell.includes("-")).length;
  let line = startLine + 2;
  while (line < endLine && !state.isEmpty(line)) line += 1;
  return columnCount * (line - startLine - 1) > getStart(line) - getStart(startLine);
}

export const parser = createParser();
