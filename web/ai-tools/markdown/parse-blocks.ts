export type Alignment = "start" | "center" | "end";

/** The blocks of a Markdown text. `text` is inline Markdown for parse-inline.ts. */
export type Block =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | {
      readonly kind: "list";
      /** The first number; null for a bulleted list. */
      readonly start: number | null;
      readonly items: readonly (readonly Block[])[];
    }
  | {
      readonly kind: "table";
      readonly head: readonly string[];
      readonly alignments: readonly Alignment[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: "rule" };

/** Deeper lists and quotes are treated as plain lines, because each level parses its lines again. */
const DEPTH_MAX = 6;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const LIST_ITEM = /^( *)([-*+•]|\d{1,9}[.)])(?:[ \t]+|$)/;
const QUOTE = /^ {0,3}> ?/;

/** Parses a complete or growing text. Blocks still open at the end are closed. */
export function parseBlocks(markdown: string): readonly Block[] {
  // Direction controls could display a URL backwards.
  const text = markdown.replace(/\r\n?/g, "\n").replace(/\p{Bidi_Control}/gu, "");
  return parseLines(text.split("\n"), 0);
}

/**
 * Returns a parser for a text that grows: blocks that can't change anymore are the same objects in the next result, and
 * only the text after them is parsed again. Any other text is parsed from the start.
 */
export function createGrowingParser(): (markdown: string) => readonly Block[] {
  let settled: { readonly text: string; readonly blocks: readonly Block[] } = { text: "", blocks: [] };
  return (markdown) => {
    if (!markdown.startsWith(settled.text)) settled = { text: "", blocks: [] };
    const rest = markdown.slice(settled.text.length);
    if (rest.includes("\r")) return [...settled.blocks, ...parseBlocks(rest)];
    const lines = rest.replace(/\p{Bidi_Control}/gu, "").split("\n");
    const starts: number[] = [];
    const blocks = parseLines(lines, 0, starts);
    const last = findLastIndependent(lines, starts);
    const result = [...settled.blocks, ...blocks];
    if (last > 0) {
      const length = rest.split("\n", starts[last]).join("\n").length + 1;
      settled = {
        text: settled.text + rest.slice(0, length),
        blocks: [...settled.blocks, ...blocks.slice(0, last)],
      };
    }
    return result;
  };
}

/**
 * The last block, or 0, that is parsed the same without the text before it: it follows a blank line, and doesn't
 * continue a list. Its first line has to be complete.
 */
function findLastIndependent(lines: readonly string[], starts: readonly number[]): number {
  for (let block = starts.length - 1; block > 0; block -= 1) {
    const start = starts[block] ?? 0;
    const line = lines[start] ?? "";
    const isComplete = start < lines.length - 1;
    if (isComplete && /^\S/.test(line) && !LIST_ITEM.test(line) && lines[start - 1]?.trim() === "")
      return block;
  }
  return 0;
}

/** Adds the line at which each block starts to `starts`. */
function parseLines(lines: readonly string[], depth: number, starts: number[] = []): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let index = 0;
  const endParagraph = () => {
    if (paragraph.length === 0) return;
    starts.push(index - paragraph.length);
    blocks.push({ kind: "paragraph", text: paragraph.join("\n").trim() });
    paragraph = [];
  };
  const add = (block: Block) => {
    endParagraph();
    starts.push(index);
    blocks.push(block);
  };

  while (index < lines.length) {
    const line = lines[index] as string;
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line);
    const listItem = depth < DEPTH_MAX ? LIST_ITEM.exec(line) : null;
    if (line.trim() === "") {
      endParagraph();
      index += 1;
    } else if (fence !== undefined) {
      const end = findEnd(lines, index + 1, (next) => next.trim().startsWith(fence));
      add({ kind: "code", text: lines.slice(index + 1, end).join("\n") });
      index = end + 1;
    } else if (heading) {
      const text = (heading[2] ?? "").replace(/[ \t]#+[ \t]*$/, "").trim();
      add({ kind: "heading", level: (heading[1] ?? "#").length, text });
      index += 1;
    } else if (RULE.test(line)) {
      add({ kind: "rule" });
      index += 1;
    } else if (depth < DEPTH_MAX && QUOTE.test(line)) {
      const end = findEnd(lines, index, (next) => !QUOTE.test(next));
      const inner = lines.slice(index, end).map((next) => next.replace(QUOTE, ""));
      add({ kind: "quote", blocks: parseLines(inner, depth + 1) });
      index = end;
    } else if (listItem && canStartList(listItem, paragraph.length > 0)) {
      endParagraph();
      starts.push(index);
      index = parseList(lines, index, depth, blocks);
    } else if (line.includes("|") && isSeparator(lines[index + 1] ?? "", splitCells(line).length)) {
      const end = findEnd(lines, index + 2, (next) => !next.includes("|"));
      add(parseTable(lines.slice(index, end)));
      index = end;
    } else {
      paragraph.push(line);
      index += 1;
    }
  }
  endParagraph();
  return blocks;
}

/** Inside a paragraph, only a bullet or the number 1 starts a list; "… in\n2024. That" doesn't. */
function canStartList([, , marker = "", ..._]: RegExpExecArray, isInParagraph: boolean): boolean {
  return !isInParagraph || /^(?:\D|1[.)])/.test(marker);
}

function findEnd(lines: readonly string[], from: number, isEnd: (line: string) => boolean): number {
  let index = from;
  while (index < lines.length && !isEnd(lines[index] as string)) index += 1;
  return index;
}

/** Parses the list that starts at a line, adds it to `blocks` and returns the next line's index. */
function parseList(lines: readonly string[], from: number, depth: number, blocks: Block[]): number {
  const [, indent = "", marker = ""] = LIST_ITEM.exec(lines[from] as string) ?? [];
  const isOrdered = /\d/.test(marker);
  const items: Block[][] = [];
  let index = from;
  while (index < lines.length) {
    const listItem = LIST_ITEM.exec(lines[index] as string);
    if (
      !listItem ||
      /\d/.test(listItem[2] ?? "") !== isOrdered ||
      (listItem[1] ?? "").length > indent.length + 3
    )
      break;
    if ((listItem[1] ?? "").length < indent.length) break;
    const width = listItem[0].length;
    const itemLines = [(lines[index] as string).slice(width)];
    index += 1;
    while (index < lines.length && isContinuation(lines, index, (listItem[1] ?? "").length)) {
      itemLines.push(dedent(lines[index] as string, width));
      index += 1;
    }
    items.push(parseLines(itemLines, depth + 1));
    // A blank line between two items of the same list.
    const next = findEnd(lines, index, (line) => line.trim() !== "");
    if (next > index && LIST_ITEM.test(lines[next] ?? "")) index = next;
  }
  blocks.push({ kind: "list", start: isOrdered ? Number.parseInt(marker, 10) : null, items });
  return index;
}

/** Whether a line continues the list item with this indentation. */
function isContinuation(lines: readonly string[], index: number, indent: number): boolean {
  const line = lines[index] as string;
  const lineIndent = line.length - line.trimStart().length;
  if (line.trim() === "") {
    const next = lines[index + 1] ?? "";
    return next.trim() !== "" && next.length - next.trimStart().length > indent + 1;
  }
  if (lineIndent > indent + 1) return true;
  // A continuation line without indentation, unless it starts a block itself.
  return (
    (lines[index - 1] as string).trim() !== "" &&
    ![LIST_ITEM, HEADING, FENCE, RULE, QUOTE].some((pattern) => pattern.test(line))
  );
}

function dedent(line: string, width: number): string {
  const indent = line.length - line.trimStart().length;
  return line.slice(Math.min(indent, width));
}

function splitCells(line: string): string[] {
  return line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function isSeparator(line: string, columns: number): boolean {
  if (!line.includes("-")) return false;
  const cells = splitCells(line);
  return cells.length === columns && cells.every((cell) => /^:?-+:?$/.test(cell));
}

function parseTable([head = "", separator = "", ...rows]: readonly string[]): Block {
  const names = splitCells(head);
  return {
    kind: "table",
    head: names,
    alignments: splitCells(separator).map((cell) =>
      !cell.endsWith(":") ? "start" : cell.startsWith(":") ? "center" : "end",
    ),
    rows: rows.map((row) => {
      const cells = splitCells(row);
      return names.map((_, column) => cells[column] ?? "");
    }),
  };
}
