import { findPictures, writePicture } from "#core/storage/picture-text.ts";
import {
  changeAlt,
  movePosition,
  type Replacement,
  removeBlock,
  replacePlaceholder,
} from "./picture-edits.ts";

/** Edits to the text that nobody typed: the caret stays beside its words, and the focus where it is. */
function edit(textarea: HTMLTextAreaElement, replacement: Replacement): void {
  const { from, to, insert } = replacement;
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = textarea;
  textarea.setRangeText(insert, from, to, "preserve");
  textarea.setSelectionRange(
    movePosition(selectionStart, replacement),
    movePosition(selectionEnd, replacement),
    selectionDirection,
  );
  textarea.scrollTop = scrollTop;
  textarea.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** Puts an uploaded picture in its placeholder's place; false when that is gone. */
export function placePicture(
  textarea: HTMLTextAreaElement,
  { token, alt, address }: { readonly token: string; readonly alt: string; readonly address: string },
): boolean {
  const replacement = replacePlaceholder(textarea.value, token, writePicture(alt, address));
  if (replacement) edit(textarea, replacement);
  return replacement !== null;
}

export function removePlaceholder(textarea: HTMLTextAreaElement, token: string): void {
  const replacement = replacePlaceholder(textarea.value, token, "");
  if (replacement) edit(textarea, replacement);
}

/** `at` counts the pictures of the text from 0. */
export function editPicture(textarea: HTMLTextAreaElement, at: number, alt: string): void {
  const picture = findPictures(textarea.value)[at];
  if (picture) edit(textarea, changeAlt(picture, alt));
}

export function removePicture(textarea: HTMLTextAreaElement, at: number): void {
  const picture = findPictures(textarea.value)[at];
  if (picture) edit(textarea, removeBlock(textarea.value, picture));
}
