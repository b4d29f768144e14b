import type { TextEdit } from "./markdown-actions.ts";

/**
 * Does an edit to a textarea as if it had been typed. `insertText` is the one way that keeps the browser's undo, and
 * it is old, not gone; where a browser lacks it, the text is set and undo forgets it.
 */
export function insertText(textarea: HTMLTextAreaElement, edit: TextEdit): void {
  const { from, to, insert, selectStart, selectEnd } = edit;
  textarea.focus();
  textarea.setSelectionRange(from, to);
  const typed = document.execCommand(insert === "" ? "delete" : "insertText", false, insert);
  if (!typed) {
    textarea.setRangeText(insert, from, to, "end");
    textarea.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  textarea.setSelectionRange(selectStart, selectEnd);
}
