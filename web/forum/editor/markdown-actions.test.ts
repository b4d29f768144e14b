import { describe, expect, test } from "vitest";
import { applyEdit, editMarkdown, MARKDOWN_ACTIONS, type MarkdownAction } from "./markdown-actions.ts";

/** In the text and the result, "⟦" and "⟧" enclose the selection, or "|" marks the caret. */
function applyAction(action: MarkdownAction, markedText: string): string {
  const caret = markedText.indexOf("|");
  const start = caret >= 0 ? caret : markedText.indexOf("⟦");
  const end = caret >= 0 ? caret : markedText.indexOf("⟧") - 1;
  const text = markedText.replace(/[|⟦⟧]/g, "");
  const edit = editMarkdown(action, { text, start, end });
  const after = applyEdit(text, edit);
  const { selectStart, selectEnd } = edit;
  if (selectStart === selectEnd) return `${after.slice(0, selectStart)}|${after.slice(selectStart)}`;
  return `${after.slice(0, selectStart)}⟦${after.slice(selectStart, selectEnd)}⟧${after.slice(selectEnd)}`;
}

describe("markers around words", () => {
  test.each<[MarkdownAction, string, string]>([
    ["bold", "a ⟦word⟧ b", "a **⟦word⟧** b"],
    ["bold", "a **⟦word⟧** b", "a ⟦word⟧ b"],
    ["bold", "a ⟦**word**⟧ b", "a ⟦word⟧ b"],
    ["bold", "a ⟦word ⟧b", "a **⟦word⟧** b"],
    ["bold", "|", "**⟦bold text⟧**"],
    ["italic", "⟦word⟧", "_⟦word⟧_"],
    ["italic", "**⟦word⟧**", "**_⟦word⟧_**"],
    ["code", "⟦x = 1⟧", "`⟦x = 1⟧`"],
    ["mathematics", "so ⟦a^2⟧", "so $⟦a^2⟧$"],
    ["mathematics", "|", "$⟦x^2⟧$"],
  ])("%s: %s becomes %s", (action, before, after) => {
    expect(applyAction(action, before)).toBe(after);
  });
});

describe("inserting a link selects what to type next", () => {
  test.each([
    ["⟦words⟧", "[words](⟦https://⟧)"],
    ["|", "[⟦link text⟧](https://)"],
    ["see ⟦https://example.com/a⟧", "see [⟦link text⟧](https://example.com/a)"],
  ])("%s becomes %s", (before, after) => {
    expect(applyAction("link", before)).toBe(after);
  });
});

describe("entire lines", () => {
  test.each<[MarkdownAction, string, string]>([
    ["quote", "a\nb|b\nc", "a\n> b|b\nc"],
    ["quote", "a\n> b|b\nc", "a\nb|b\nc"],
    ["list", "⟦a\n\nb⟧", "⟦- a\n\n- b⟧"],
    ["list", "x⟦x\nyy\n⟧zz", "⟦- xx\n- yy⟧\nzz"],
    ["list", "- ⟦a\n- b⟧", "⟦a\nb⟧"],
    ["list", "⟦- a\nb⟧", "⟦- - a\n- b⟧"],
    ["list", "|", "- |"],
    ["code", "⟦a\nb⟧", "```\n⟦a\nb⟧\n```"],
    ["mathematics", "t\n⟦a\nb⟧\nu", "t\n$$\n⟦a\nb⟧\n$$\nu"],
  ])("%s: %j becomes %j", (action, before, after) => {
    expect(applyAction(action, before)).toBe(after);
  });
});

test("actions other than links only add and remove markers, never words", () => {
  const text = "one **two**\n\n> three 😀\n- four\n";
  const getLetters = (value: string) => value.replace(/[^\p{L}]/gu, "");
  for (const action of MARKDOWN_ACTIONS.filter((name) => name !== "link")) {
    for (let start = 0; start < text.length; start += 1) {
      for (let end = start + 1; end <= text.length; end += 1) {
        // A blank selection is replaced by sample text.
        if (text.slice(start, end).trim() === "") continue;
        const edit = editMarkdown(action, { text, start, end });
        const after = applyEdit(text, edit);
        expect(getLetters(after), `${action} on ${start}-${end}`).toBe(getLetters(text));
        expect(edit.selectStart).toBeGreaterThanOrEqual(edit.from);
        expect(edit.selectEnd).toBeLessThanOrEqual(edit.from + edit.insert.length);
      }
    }
  }
});
