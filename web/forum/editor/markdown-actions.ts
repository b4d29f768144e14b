export interface TextSelection {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces the text from `from` to `to` with `insert`, then selects the text from `selectStart` to `selectEnd`. Offsets
 * are in UTF-16 units, as in a textarea.
 */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly selectStart: number;
  readonly selectEnd: number;
}

export const MARKDOWN_ACTIONS = ["bold", "italic", "link", "quote", "code", "list", "mathematics"] as const;
export type MarkdownAction = (typeof MARKDOWN_ACTIONS)[number];

const ACTIONS: Record<MarkdownAction, (selection: TextSelection) => TextEdit> = {
  bold: (selection) => toggleMarker(selection, "**", "bold text"),
  italic: (selection) => toggleMarker(selection, "_", "italic text"),
  link: insertLink,
  quote: (selection) => togglePrefix(selection, "> "),
  code: (selection) =>
    isMultiline(selection) ? insertFences(selection, "```", "```") : toggleMarker(selection, "`", "code"),
  list: (selection) => togglePrefix(selection, "- "),
  mathematics: (selection) =>
    isMultiline(selection) ? insertFences(selection, "$$", "$$") : toggleMarker(selection, "$", "x^2"),
};

export function editMarkdown(action: MarkdownAction, selection: TextSelection): TextEdit {
  return ACTIONS[action](selection);
}

export function applyEdit(text: string, { from, to, insert }: TextEdit): string {
  return text.slice(0, from) + insert + text.slice(to);
}

const isMultiline = ({ text, start, end }: TextSelection) => text.slice(start, end).trim().includes("\n");

/** The selection without surrounding whitespace, because a marker next to a space has no effect. */
function trimSelection({ text, start, end }: TextSelection): TextSelection {
  const innerText = text.slice(start, end);
  if (innerText.trim() === "") return { text, start, end };
  return {
    text,
    start: start + (innerText.length - innerText.trimStart().length),
    end: end - (innerText.length - innerText.trimEnd().length),
  };
}

/** Adds the marker around the selection, or removes one that is already just inside or outside the selection. */
function toggleMarker(selection: TextSelection, marker: string, sample: string): TextEdit {
  const { text, start, end } = trimSelection(selection);
  const innerText = text.slice(start, end);
  const size = marker.length;
  if (innerText.length > 2 * size && innerText.startsWith(marker) && innerText.endsWith(marker)) {
    const content = innerText.slice(size, -size);
    return { from: start, to: end, insert: content, selectStart: start, selectEnd: start + content.length };
  }
  if (
    innerText !== "" &&
    text.slice(start - size, start) === marker &&
    text.slice(end, end + size) === marker
  ) {
    const from = start - size;
    return { from, to: end + size, insert: innerText, selectStart: from, selectEnd: from + innerText.length };
  }
  const content = innerText.trim() === "" ? sample : innerText;
  return {
    from: start,
    to: end,
    insert: marker + content + marker,
    selectStart: start + size,
    selectEnd: start + size + content.length,
  };
}

const LINK_URL = /^(https?:\/\/|mailto:)\S+$/i;

/** Selects what to type next: the URL, or the link text if the selection was blank or a URL. */
function insertLink(selection: TextSelection): TextEdit {
  const { text, start, end } = trimSelection(selection);
  const innerText = text.slice(start, end);
  const isUrl = LINK_URL.test(innerText);
  const linkText = isUrl || innerText.trim() === "" ? "link text" : innerText;
  const url = isUrl ? innerText : "https://";
  const insert = `[${linkText}](${url})`;
  const textStart = start + 1;
  const urlStart = textStart + linkText.length + 2;
  const isTextSelected = linkText === "link text";
  return {
    from: start,
    to: end,
    insert,
    selectStart: isTextSelected ? textStart : urlStart,
    selectEnd: isTextSelected ? textStart + linkText.length : urlStart + url.length,
  };
}

function getLineRange({ text, start, end }: TextSelection): { from: number; to: number } {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  // A selection that ends at the start of a line doesn't touch that line.
  const selectionEnd = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const lineEnd = text.indexOf("\n", selectionEnd);
  return { from, to: lineEnd === -1 ? text.length : lineEnd };
}

/** Adds the prefix to each line, or removes it if every line has it. Blank lines in between stay blank. */
function togglePrefix(selection: TextSelection, prefix: string): TextEdit {
  const { text, start, end } = selection;
  const { from, to } = getLineRange(selection);
  const lines = text.slice(from, to).split("\n");
  const nonBlankLines = lines.filter((line) => line.trim() !== "");
  const isRemoving = nonBlankLines.length > 0 && nonBlankLines.every((line) => line.startsWith(prefix));
  const changedLines = lines.map((line) => {
    if (isRemoving) return line.startsWith(prefix) ? line.slice(prefix.length) : line;
    return line.trim() === "" && lines.length > 1 ? line : prefix + line;
  });
  const insert = changedLines.join("\n");
  if (start === end) {
    const shift = isRemoving ? -prefix.length : prefix.length;
    const caret = Math.max(from, start + shift);
    return { from, to, insert, selectStart: caret, selectEnd: caret };
  }
  return { from, to, insert, selectStart: from, selectEnd: from + insert.length };
}

function insertFences(selection: TextSelection, open: string, close: string): TextEdit {
  const { from, to } = getLineRange(selection);
  const innerText = selection.text.slice(from, to);
  const insert = `${open}\n${innerText}\n${close}`;
  const selectStart = from + open.length + 1;
  return { from, to, insert, selectStart, selectEnd: selectStart + innerText.length };
}
