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
const POINT = /^( *)([-*+•]|\d{1,9}[.)])(?:[ \t]+|$)/;
const QUOTE = /^ {0,3}> ?/;

/** Parses a complete or growing text. Blocks still open at the end are closed. */
export function parseBlocks(markdown: string): readonly Block[] {
  return read(markdown.replace(/\r\n?/g, "\n").split("\n"), 0);
}

function read(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    const text = paragraph.join("\n").trim();
    if (text !== "") blocks.push({ kind: "paragraph", text });
    paragraph = [];
  };
  const put = (block: Block) => {
    endParagraph();
    blocks.push(block);
  };

  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line);
    const point = depth < DEPTH_MAX ? POINT.exec(line) : null;
    if (line.trim() === "") {
      endParagraph();
      at += 1;
    } else if (fence !== undefined) {
      const end = findEnd(lines, at + 1, (next) => next.trim().startsWith(fence));
      put({ kind: "code", text: lines.slice(at + 1, end).join("\n") });
      at = end + 1;
    } else if (heading) {
      const text = (heading[2] ?? "").replace(/[ \t]#+[ \t]*$/, "").trim();
      put({ kind: "heading", level: (heading[1] ?? "#").length, text });
      at += 1;
    } else if (RULE.test(line)) {
      put({ kind: "rule" });
      at += 1;
    } else if (depth < DEPTH_MAX && QUOTE.test(line)) {
      const end = findEnd(lines, at, (next) => !QUOTE.test(next));
      const inner = lines.slice(at, end).map((next) => next.replace(QUOTE, ""));
      put({ kind: "quote", blocks: read(inner, depth + 1) });
      at = end;
    } else if (point && mayBegin(point, paragraph.length > 0)) {
      endParagraph();
      at = readList(lines, at, depth, blocks);
    } else if (line.includes("|") && isSeparator(lines[at + 1] ?? "", splitCells(line).length)) {
      const end = findEnd(lines, at + 2, (next) => !next.includes("|"));
      put(readTable(lines.slice(at, end)));
      at = end;
    } else {
      paragraph.push(line);
      at += 1;
    }
  }
  endParagraph();
  return blocks;
}

/** Inside a paragraph only the number 1 starts a list: "… in\n2024. That" doesn't. */
function mayBegin([, , mark = "", ..._]: RegExpExecArray, inParagraph: boolean): boolean {
  return !inParagraph || /^(?:\D|1[.)])/.test(mark);
}

function findEnd(lines: readonly string[], from: number, isEnd: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length && !isEnd(lines[at] as string)) at += 1;
  return at;
}

/** Parses the list that starts at a line, adds it to `blocks` and returns the next line's index. */
function readList(lines: readonly string[], from: number, depth: number, blocks: Block[]): number {
  const [, indent = "", mark = ""] = POINT.exec(lines[from] as string) ?? [];
  const isOrdered = /\d/.test(mark);
  const items: Block[][] = [];
  let at = from;
  while (at < lines.length) {
    const point = POINT.exec(lines[at] as string);
    if (!point || /\d/.test(point[2] ?? "") !== isOrdered || (point[1] ?? "").length > indent.length + 3)
      break;
    if ((point[1] ?? "").length < indent.length) break;
    const width = point[0].length;
    const own = [(lines[at] as string).slice(width)];
    at += 1;
    while (at < lines.length && belongs(lines, at, (point[1] ?? "").length)) {
      own.push(dedent(lines[at] as string, width));
      at += 1;
    }
    items.push(read(own, depth + 1));
    // A blank line between two items of the same list.
    const next = findEnd(lines, at, (line) => line.trim() !== "");
    if (next > at && POINT.test(lines[next] ?? "")) at = next;
  }
  blocks.push({ kind: "list", start: isOrdered ? Number.parseInt(mark, 10) : null, items });
  return at;
}

/** Whether a line continues the item with this indentation. */
function belongs(lines: readonly string[], at: number, indent: number): boolean {
  const line = lines[at] as string;
  const own = line.length - line.trimStart().length;
  if (line.trim() === "") {
    const next = lines[at + 1] ?? "";
    return next.trim() !== "" && next.length - next.trimStart().length > indent + 1;
  }
  if (own > indent + 1) return true;
  // A continuation line without indentation, unless it starts a block itself.
  return (
    (lines[at - 1] as string).trim() !== "" &&
    ![POINT, HEADING, FENCE, RULE, QUOTE].some((begins) => begins.test(line))
  );
}

function dedent(line: string, width: number): string {
  const own = line.length - line.trimStart().length;
  return line.slice(Math.min(own, width));
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

function readTable([head = "", separator = "", ...rows]: readonly string[]): Block {
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
