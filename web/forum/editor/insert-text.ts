import type { TextEdit } from "./markdown-actions.ts";

/**
 * Edits a text area as if the user had typed the text. The deprecated `insertText` command is the only way to preserve
 * the browser's undo history.
 */
export function insertText(textarea: HTMLTextAreaElement, edit: TextEdit): void {
  const { from, to, insert, selectStart, selectEnd } = edit;
  textarea.focus();
  textarea.setSelectionRange(from, to);
  const isInserted = document.execCommand(insert === "" ? "delete" : "insertText", false, insert);
  if (!isInserted) {
    textarea.setRangeText(insert, from, to, "end");
    textarea.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  textarea.setSelectionRange(selectStart, selectEnd);
}
