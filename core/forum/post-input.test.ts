import { expect, test } from "vitest";
import { AppError } from "#core/errors.ts";
import { POST_CATEGORIES } from "./categories.ts";
import { parseDraftInput } from "./draft-input.ts";
import { parseCommentInput, parsePostInput, type RawPostInput } from "./post-input.ts";

const VALID_INPUT: RawPostInput = { title: "A title", content: "Some words", category: "crypto", tags: [] };

function getRefusal(run: () => unknown): { code: string; fields: string[]; message: string } {
  try {
    run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, fields: Object.keys(error.fieldErrors ?? {}).sort(), message: error.message };
  }
  throw new Error("The input was accepted.");
}
const getPostRefusal = (change: Partial<RawPostInput>) =>
  getRefusal(() => parsePostInput({ ...VALID_INPUT, ...change }));

test("title, content and category are trimmed and required", () => {
  expect(
    parsePostInput({ title: " A\ttitle\n", content: "\r\n one\r\ntwo \n", category: " ai ", tags: [] }),
  ).toEqual({ title: "A title", content: "one\ntwo", category: "ai", tags: [] });
  expect(getPostRefusal({ title: "  ", content: "\n", category: "" })).toEqual({
    code: "missing_information",
    fields: ["category", "content", "title"],
    message: "Please fill in all required fields",
  });
  // Invisible text counts as missing.
  for (const title of ["\u200b\u2060", "\u2800", "\u115f\u1160\u3164\uffa0", "\u2063 \ufe0f"])
    expect(getPostRefusal({ title })).toMatchObject({ code: "missing_information", fields: ["title"] });
});

test("lengths are counted in characters, not in UTF-16 units", () => {
  expect(
    parsePostInput({ ...VALID_INPUT, title: "😀".repeat(200), content: "𝒳".repeat(5000) }).title,
  ).toHaveLength(400);
  expect(getPostRefusal({ title: "😀".repeat(201) })).toEqual({
    code: "invalid_input",
    fields: ["title"],
    message: "A title can have at most 200 characters. This one has 201.",
  });
  expect(getPostRefusal({ content: "a".repeat(5001), title: "b".repeat(201) })).toMatchObject({
    code: "invalid_input",
    fields: ["content", "title"],
  });
});

test("unstorable and unreadable characters are refused", () => {
  for (const text of ["a\0b", "a\u001bb", "a\u0085b", "a\ud800b", "\udc00a"]) {
    expect(getPostRefusal({ title: text })).toMatchObject({ code: "invalid_input", fields: ["title"] });
    expect(getPostRefusal({ content: text })).toMatchObject({ code: "invalid_input", fields: ["content"] });
    expect(getPostRefusal({ tags: [text] })).toMatchObject({ code: "invalid_input", fields: ["tags"] });
    expect(getRefusal(() => parseCommentInput(text))).toMatchObject({ code: "invalid_input" });
  }
  expect(parsePostInput({ ...VALID_INPUT, content: "a\tb\n\nc" }).content).toBe("a\tb\n\nc");
});

test("direction controls and invisible characters are removed from a title, and the rest must be visible", () => {
  expect(parsePostInput({ ...VALID_INPUT, title: "Paid \u202e\u200bout \u2066now" }).title).toBe(
    "Paid out now",
  );
  expect(parsePostInput({ ...VALID_INPUT, title: "שלום 👩‍🚀" }).title).toBe("שלום 👩‍🚀");
  expect(getPostRefusal({ title: "\u202e\u200b" })).toMatchObject({ code: "missing_information" });
});

test("only the eight categories are accepted, and at most five tags of at most 40 characters", () => {
  expect(POST_CATEGORIES).toHaveLength(8);
  for (const category of POST_CATEGORIES)
    expect(parsePostInput({ ...VALID_INPUT, category }).category).toBe(category);
  for (const category of ["all", "Crypto", "__proto__", "blockchain"]) {
    expect(getPostRefusal({ category })).toMatchObject({ code: "invalid_input", fields: ["category"] });
  }
  expect(getPostRefusal({ tags: ["a", "b", "c", "d", "e", "f"] })).toMatchObject({ fields: ["tags"] });
  expect(getPostRefusal({ tags: ["x".repeat(41)] })).toMatchObject({ fields: ["tags"] });
  expect(parsePostInput({ ...VALID_INPUT, tags: ["a", " A ", "", "b", "c", "d", "e"] }).tags).toHaveLength(5);
});

test("a comment is trimmed and must not be blank", () => {
  expect(parseCommentInput("  hello\r\nthere ")).toBe("hello\nthere");
  expect(getRefusal(() => parseCommentInput(" \n\t "))).toMatchObject({ code: "missing_information" });
  expect(getRefusal(() => parseCommentInput("x".repeat(5001)))).toMatchObject({ code: "invalid_input" });
});

test("a draft accepts anything that can be stored, within its own limits", () => {
  expect(
    parseDraftInput({ title: " half a ti", content: "a\0b\ud800 ", category: "", tags: ["x", "X"] }),
  ).toEqual({
    title: " half a ti",
    content: "ab\ufffd ",
    category: "",
    tags: ["x"],
  });
  expect(getRefusal(() => parseDraftInput({ ...VALID_INPUT, content: "x".repeat(20_001) }))).toMatchObject({
    code: "invalid_input",
    fields: ["content"],
  });
});
