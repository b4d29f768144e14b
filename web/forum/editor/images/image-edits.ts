import { findPlaceholders, formatImage, type MarkdownImage } from "#core/storage/markdown-images.ts";
import type { TextEdit, TextSelection } from "../markdown-actions.ts";

export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * Replaces the selection with a paragraph for each block, and puts the caret after them. In a code block, the paragraphs
 * would be code, so they are inserted after it.
 */
export function insertBlocks(selection: TextSelection, blocks: readonly string[]): TextEdit {
  const { text } = selection;
  const codeEnd = findCodeBlockEnd(text, selection.start);
  const { start, end } = codeEnd === null ? selection : { start: codeEnd, end: codeEnd };
  const before = text.slice(0, start);
  const after = text.slice(end);
  const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const tail = after === "" || after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  const insert = lead + blocks.join("\n\n") + tail;
  const caret = start + insert.length;
  return { from: start, to: end, insert, selectStart: caret, selectEnd: caret };
}

/** The end of the fenced code block that contains the position, or null. */
function findCodeBlockEnd(text: string, position: number): number | null {
  let fence = "";
  let lineStart = 0;
  for (const line of text.split("\n")) {
    const lineEnd = lineStart + line.length;
    const marker = /^\s*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    if (fence === "") {
      if (lineStart >= position) return null;
      fence = marker ?? "";
    } else if (marker?.startsWith(fence) && line.trim() === marker) {
      if (position <= lineEnd) return lineEnd;
      fence = "";
    }
    lineStart = lineEnd + 1;
  }
  return null;
}

export function replacePlaceholder(text: string, token: string, insert: string): Replacement | null {
  const placeholder = findPlaceholders(text).find((candidate) => candidate.token === token);
  if (!placeholder) return null;
  return insert === ""
    ? removeBlock(text, placeholder)
    : { from: placeholder.from, to: placeholder.to, insert };
}

export function replaceAlt({ url, from, to }: MarkdownImage, alt: string): Replacement {
  return { from, to, insert: formatImage(alt, url) };
}

/** Removes a range. If there is nothing else on its line, also removes up to two line breaks next to it. */
export function removeBlock(text: string, { from, to }: { from: number; to: number }): Replacement {
  const isAlone = /(^|\n)$/.test(text.slice(0, from)) && /^(\n|$)/.test(text.slice(to));
  if (!isAlone) return { from, to, insert: "" };
  const newlinesAfter = /^\n{0,2}/.exec(text.slice(to))?.[0].length ?? 0;
  if (newlinesAfter > 0) return { from, to: to + newlinesAfter, insert: "" };
  const newlinesBefore = /\n{0,2}$/.exec(text.slice(0, from))?.[0].length ?? 0;
  return { from: from - newlinesBefore, to, insert: "" };
}

/** Returns where a position is after a replacement, so that a caret stays next to its text. */
export function movePosition(position: number, { from, to, insert }: Replacement): number {
  if (position <= from) return position;
  if (position >= to) return position + insert.length - (to - from);
  return from + insert.length;
}
