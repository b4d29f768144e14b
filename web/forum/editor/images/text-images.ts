import { findImages, formatImage } from "#core/storage/markdown-images.ts";
import {
  movePosition,
  type Replacement,
  removeBlock,
  replaceAlt,
  replacePlaceholder,
} from "./image-edits.ts";

/** Applies an edit that the user didn't type: the caret stays next to its text, and focus doesn't move. */
function applyReplacement(textarea: HTMLTextAreaElement, replacement: Replacement): void {
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

/** Replaces a placeholder with the uploaded image; false if the placeholder was removed. */
export function placeImage(
  textarea: HTMLTextAreaElement,
  { token, alt, path }: { readonly token: string; readonly alt: string; readonly path: string },
): boolean {
  const replacement = replacePlaceholder(textarea.value, token, formatImage(alt, path));
  if (replacement) applyReplacement(textarea, replacement);
  return replacement !== null;
}

export function removePlaceholder(textarea: HTMLTextAreaElement, token: string): void {
  const replacement = replacePlaceholder(textarea.value, token, "");
  if (replacement) applyReplacement(textarea, replacement);
}

export function changeImageAlt(textarea: HTMLTextAreaElement, index: number, alt: string): void {
  const image = findImages(textarea.value)[index];
  if (image) applyReplacement(textarea, replaceAlt(image, alt));
}

export function removeImage(textarea: HTMLTextAreaElement, index: number): void {
  const image = findImages(textarea.value)[index];
  if (image) applyReplacement(textarea, removeBlock(textarea.value, image));
}
