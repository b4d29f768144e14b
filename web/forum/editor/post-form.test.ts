import { describe, expect, test } from "vitest";
import { enterTag, findRefusal, NO_VALUES, readPostForm, wordsOf } from "./post-form.ts";

describe("the tag box", () => {
  test("takes a trimmed tag and is empty after it", () => {
    expect(enterTag(["a"], "  zero   knowledge ")).toEqual({
      tags: ["a", "zero knowledge"],
      newTag: "",
      problem: null,
    });
  });

  test("does nothing about blanks", () => {
    expect(enterTag(["a"], "   ")).toEqual({ tags: ["a"], newTag: "", problem: null });
  });

  test("takes no double, whatever its case, and says so", () => {
    expect(enterTag(["Bitcoin"], "bitcoin")).toEqual({
      tags: ["Bitcoin"],
      newTag: "",
      problem: "“bitcoin” is already there.",
    });
  });

  test("takes five and keeps what was typed for a sixth", () => {
    const five = ["a", "b", "c", "d", "e"];
    expect(enterTag(five.slice(0, 4), "e").tags).toEqual(five);
    expect(enterTag(five, "f")).toMatchObject({ tags: five, newTag: "f" });
  });

  test("keeps a tag that is too long in the box, with the reason", () => {
    const long = "x".repeat(41);
    expect(enterTag([], long)).toEqual({
      tags: [],
      newTag: long,
      problem: "A tag may have at most 40 characters.",
    });
  });
});

test("a form sent over the network reads as it was typed", () => {
  const form = new FormData();
  form.set("title", "A title");
  form.set("content", "one\r\ntwo\r\n");
  form.append("tags", "a");
  form.append("tags", "b");
  expect(readPostForm(form)).toEqual({
    ...NO_VALUES,
    title: "A title",
    content: "one\ntwo\n",
    tags: ["a", "b"],
  });
});

describe("refusals in the specification's words", () => {
  test("blanks are missing, and each field says what", () => {
    const refusal = findRefusal({ title: "  ", content: "\n", category: "", tags: [] });
    expect(refusal?.fields).toEqual({
      title: "Write a title.",
      content: "Write something to publish.",
      category: "Choose a category.",
    });
    expect(refusal && wordsOf(refusal, "create")).toEqual({
      title: "Missing Information",
      description: "Please fill in all required fields",
    });
  });

  test("any other refusal is a failed posting", () => {
    const refusal = findRefusal({ title: "t", content: "x".repeat(5001), category: "ai", tags: [] });
    expect(refusal && wordsOf(refusal, "create")).toEqual({
      title: "Error",
      description: "Failed to create post: A post may have at most 5000 characters; this one has 5001.",
    });
  });

  test("what the server takes is not refused here", () => {
    expect(findRefusal({ title: "t", content: "😀".repeat(5000), category: "ai", tags: ["a"] })).toBeNull();
  });
});
