/** The toolbar's edits as pure functions: a text and selection in, one replacement out. */

export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces `from` to `to` with `insert`, then selects. Offsets are UTF-16 units, as in a textarea. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly selectStart: number;
  readonly selectEnd: number;
}

export const MARKDOWN_ACTIONS = ["bold", "italic", "link", "quote", "code", "list", "mathematics"] as const;
export type MarkdownAction = (typeof MARKDOWN_ACTIONS)[number];

const ACTIONS: Record<MarkdownAction, (selected: Selected) => TextEdit> = {
  bold: (selected) => wrap(selected, "**", "bold text"),
  italic: (selected) => wrap(selected, "_", "italic text"),
  link,
  quote: (selected) => prefixLines(selected, "> "),
  code: (selected) => (spansLines(selected) ? fence(selected, "```", "```") : wrap(selected, "`", "code")),
  list: (selected) => prefixLines(selected, "- "),
  mathematics: (selected) =>
    spansLines(selected) ? fence(selected, "$$", "$$") : wrap(selected, "$", "x^2"),
};

export function editMarkdown(action: MarkdownAction, selected: Selected): TextEdit {
  return ACTIONS[action](selected);
}

export function applyEdit(text: string, { from, to, insert }: TextEdit): string {
  return text.slice(0, from) + insert + text.slice(to);
}

const spansLines = ({ text, start, end }: Selected) => text.slice(start, end).trim().includes("\n");

/** The selection without surrounding whitespace, because a marker next to a space has no effect. */
function withoutBlanks({ text, start, end }: Selected): Selected {
  const inner = text.slice(start, end);
  if (inner.trim() === "") return { text, start, end };
  return {
    text,
    start: start + (inner.length - inner.trimStart().length),
    end: end - (inner.length - inner.trimEnd().length),
  };
}

/** Adds the marker around the selection, or removes it if it is just inside or outside of it. */
function wrap(selected: Selected, marker: string, sample: string): TextEdit {
  const { text, start, end } = withoutBlanks(selected);
  const inner = text.slice(start, end);
  const size = marker.length;
  if (inner.length > 2 * size && inner.startsWith(marker) && inner.endsWith(marker)) {
    const bare = inner.slice(size, -size);
    return { from: start, to: end, insert: bare, selectStart: start, selectEnd: start + bare.length };
  }
  if (inner !== "" && text.slice(start - size, start) === marker && text.slice(end, end + size) === marker) {
    const from = start - size;
    return { from, to: end + size, insert: inner, selectStart: from, selectEnd: from + inner.length };
  }
  const marked = inner.trim() === "" ? sample : inner;
  return {
    from: start,
    to: end,
    insert: marker + marked + marker,
    selectStart: start + size,
    selectEnd: start + size + marked.length,
  };
}

const ADDRESS = /^(https?:\/\/|mailto:)\S+$/i;

/** Selects what to type next: the address, or the text if the selection was an address. */
function link(selected: Selected): TextEdit {
  const { text, start, end } = withoutBlanks(selected);
  const inner = text.slice(start, end);
  const isAddress = ADDRESS.test(inner);
  const linkText = isAddress || inner.trim() === "" ? "link text" : inner;
  const address = isAddress ? inner : "https://";
  const insert = `[${linkText}](${address})`;
  const textAt = start + 1;
  const addressAt = textAt + linkText.length + 2;
  const selectsText = linkText === "link text";
  return {
    from: start,
    to: end,
    insert,
    selectStart: selectsText ? textAt : addressAt,
    selectEnd: selectsText ? textAt + linkText.length : addressAt + address.length,
  };
}

/** The complete lines that a selection touches. */
function linesAround({ text, start, end }: Selected): { from: number; to: number } {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  // A selection that ends at the start of a line doesn't touch that line.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const next = text.indexOf("\n", last);
  return { from, to: next === -1 ? text.length : next };
}

/** Adds the prefix to each line, or removes it if every line has it. Blank lines in between stay blank. */
function prefixLines(selected: Selected, prefix: string): TextEdit {
  const { text, start, end } = selected;
  const { from, to } = linesAround(selected);
  const lines = text.slice(from, to).split("\n");
  const written = lines.filter((line) => line.trim() !== "");
  const remove = written.length > 0 && written.every((line) => line.startsWith(prefix));
  const changed = lines.map((line) => {
    if (remove) return line.startsWith(prefix) ? line.slice(prefix.length) : line;
    return line.trim() === "" && lines.length > 1 ? line : prefix + line;
  });
  const insert = changed.join("\n");
  if (start === end) {
    const shift = remove ? -prefix.length : prefix.length;
    const caret = Math.max(from, start + shift);
    return { from, to, insert, selectStart: caret, selectEnd: caret };
  }
  return { from, to, insert, selectStart: from, selectEnd: from + insert.length };
}

/** Puts complete lines between two fences on their own lines. */
function fence(selected: Selected, open: string, close: string): TextEdit {
  const { from, to } = linesAround(selected);
  const inner = selected.text.slice(from, to);
  const insert = `${open}\n${inner}\n${close}`;
  const selectStart = from + open.length + 1;
  return { from, to, insert, selectStart, selectEnd: selectStart + inner.length };
}
