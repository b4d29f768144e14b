import { findPlaceholders, type PictureInText, writePicture } from "#core/storage/picture-text.ts";
import type { Selected, TextEdit } from "../markdown-actions.ts";

/** Edits for pictures in a text, as pure functions. */

export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Replaces the selection with a paragraph for each block, and puts the caret after them. */
export function insertBlocks({ text, start, end }: Selected, blocks: readonly string[]): TextEdit {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const tail = after === "" || after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  const insert = lead + blocks.join("\n\n") + tail;
  const caret = start + insert.length;
  return { from: start, to: end, insert, selectStart: caret, selectEnd: caret };
}

export function replacePlaceholder(text: string, token: string, insert: string): Replacement | null {
  const place = findPlaceholders(text).find((one) => one.token === token);
  if (!place) return null;
  return insert === "" ? removeBlock(text, place) : { from: place.from, to: place.to, insert };
}

export function changeAlt({ address, from, to }: PictureInText, alt: string): Replacement {
  return { from, to, insert: writePicture(alt, address) };
}

/** Removes a paragraph with its separating blank line, or just the part if the line has other text. */
export function removeBlock(text: string, { from, to }: { from: number; to: number }): Replacement {
  const isAlone = /(^|\n)$/.test(text.slice(0, from)) && /^(\n|$)/.test(text.slice(to));
  if (!isAlone) return { from, to, insert: "" };
  const behind = /^\n{0,2}/.exec(text.slice(to))?.[0].length ?? 0;
  if (behind > 0) return { from, to: to + behind, insert: "" };
  const before = /\n{0,2}$/.exec(text.slice(0, from))?.[0].length ?? 0;
  return { from: from - before, to, insert: "" };
}

/** Maps a position to the text after a replacement, so that a caret stays next to its text. */
export function movePosition(position: number, { from, to, insert }: Replacement): number {
  if (position <= from) return position;
  if (position >= to) return position + insert.length - (to - from);
  return from + insert.length;
}
