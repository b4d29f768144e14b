import { findPictures, writePicture } from "#core/storage/picture-text.ts";
import {
  changeAlt,
  movePosition,
  type Replacement,
  removeBlock,
  replacePlaceholder,
} from "./picture-edits.ts";

/** Applies an edit that the user didn't type: the caret stays next to its text, and the focus doesn't move. */
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

/** Replaces a placeholder with the uploaded picture; false if the placeholder was removed. */
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

/** `at` is the picture's index in the text. */
export function editPicture(textarea: HTMLTextAreaElement, at: number, alt: string): void {
  const picture = findPictures(textarea.value)[at];
  if (picture) edit(textarea, changeAlt(picture, alt));
}

export function removePicture(textarea: HTMLTextAreaElement, at: number): void {
  const picture = findPictures(textarea.value)[at];
  if (picture) edit(textarea, removeBlock(textarea.value, picture));
}
