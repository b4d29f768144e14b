import { describe, expect, test } from "vitest";
import { POST_IMAGES_PATH } from "#core/storage/image-path.ts";
import { findImages, formatImage, formatPlaceholder } from "#core/storage/markdown-images.ts";
import {
  insertBlocks,
  movePosition,
  type Replacement,
  removeBlock,
  replaceAlt,
  replacePlaceholder,
} from "./image-edits.ts";

const IMAGE_URL = `${POST_IMAGES_PATH}me/a.webp#1600x900`;
const apply = (text: string, edit: Replacement | null) =>
  edit ? text.slice(0, edit.from) + edit.insert + text.slice(edit.to) : text;

describe("inserting", () => {
  test.each([
    ["", 0, 0, "A\n\nB"],
    ["words", 5, 5, "words\n\nA\n\nB"],
    ["ab", 1, 1, "a\n\nA\n\nB\n\nb"],
    ["a\n\nb", 3, 3, "a\n\nA\n\nB\n\nb"],
    ["a\n\n\n\nb", 3, 3, "a\n\nA\n\nB\n\nb"],
    ["a SEL b", 2, 5, "a \n\nA\n\nB\n\n b"],
  ])("into %j from %i to %i puts each image in a paragraph of its own", (text, start, end, expected) => {
    const edit = insertBlocks({ text, start, end }, ["A", "B"]);
    expect(apply(text, edit)).toBe(expected);
  });

  test.each([
    ["```js\nco|de\n```", "```js\ncode\n```\n\nA"],
    ["```js|\ncode\n```\nb", "```js\ncode\n```\n\nA\n\nb"],
    ["a\n\n~~~~\nx\n~~~\n|\n~~~~\n\nb", "a\n\n~~~~\nx\n~~~\n\n~~~~\n\nA\n\nb"],
    ["```\ncode\n```\n\na|\n\n```\ncode\n```", "```\ncode\n```\n\na\n\nA\n\n```\ncode\n```"],
    ["|```\ncode\n```", "A\n\n```\ncode\n```"],
    ["```inline``` |b\n\n```\ncode\n```", "```inline``` \n\nA\n\nb\n\n```\ncode\n```"],
    ["```\nnot |closed", "```\nnot \n\nA\n\nclosed"],
  ])("into %j, where | is the caret, puts the image after a closed code block", (marked, expected) => {
    const caret = marked.indexOf("|");
    const text = marked.replace("|", "");
    expect(apply(text, insertBlocks({ text, start: caret, end: caret }, ["A"]))).toBe(expected);
  });
});

test("removing an image within a line leaves the rest of the line unchanged", () => {
  expect(apply("a X b", removeBlock("a X b", { from: 2, to: 3 }))).toBe("a  b");
});

describe("when an upload ends", () => {
  const text = `Typed before.\n\n${formatPlaceholder("a", "a.png")}\n\n${formatPlaceholder("b", "b.png")}\n\nTyped after.`;

  test("an image replaces its own placeholder, wherever it is now", () => {
    expect(apply(text, replacePlaceholder(text, "b", "![](B)"))).toBe(
      text.replace(/!\[Uploading b.*/, "![](B)"),
    );
    expect(replacePlaceholder(text, "c", "![](C)")).toBeNull();
  });

  test("a canceled upload leaves no gap", () => {
    const remainingText = apply(text, replacePlaceholder(text, "a", ""));
    expect(apply(remainingText, replacePlaceholder(remainingText, "b", ""))).toBe(
      "Typed before.\n\nTyped after.",
    );
    const textWithOneUpload = `Words\n\n${formatPlaceholder("a", "x")}`;
    expect(apply(textWithOneUpload, replacePlaceholder(textWithOneUpload, "a", ""))).toBe("Words");
  });

  test.each([
    [0, 0],
    [5, 5],
    [7, 10],
    [9, 10],
    [12, 13],
  ])("a caret at %i stays next to its text, at %i", (before, after) => {
    expect(movePosition(before, { from: 5, to: 9, insert: "12345" })).toBe(after);
  });
});

test("changing the alt text changes nothing else", () => {
  const text = `a ${formatImage("old", IMAGE_URL)} b ${formatImage("old", IMAGE_URL)} c`;
  const [, secondImage] = findImages(text);
  const changedText = secondImage ? apply(text, replaceAlt(secondImage, "new [one]")) : "";
  expect(findImages(changedText).map(({ alt }) => alt)).toEqual(["old", "new [one]"]);
  expect(changedText.replaceAll(/!\[.*?\)/g, "")).toBe(text.replaceAll(/!\[.*?\)/g, ""));
});
