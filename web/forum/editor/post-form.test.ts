import { describe, expect, test } from "vitest";
import { EMPTY_VALUES, enterTag, findRefusal, getErrorText, parsePostForm } from "./post-form.ts";

describe("the tag box", () => {
  test("adds a trimmed tag and is emptied", () => {
    expect(enterTag(["a"], "  zero   knowledge ")).toEqual({
      tags: ["a", "zero knowledge"],
      newTag: "",
      problem: null,
    });
  });

  test("ignores a blank tag", () => {
    expect(enterTag(["a"], "   ")).toEqual({ tags: ["a"], newTag: "", problem: null });
  });

  test("rejects a duplicate with a message, ignoring case", () => {
    expect(enterTag(["Bitcoin"], "bitcoin")).toEqual({
      tags: ["Bitcoin"],
      newTag: "",
      problem: "You've already added “bitcoin”.",
    });
  });

  test("accepts five tags and leaves a sixth in the box", () => {
    const fiveTags = ["a", "b", "c", "d", "e"];
    expect(enterTag(fiveTags.slice(0, 4), "e").tags).toEqual(fiveTags);
    expect(enterTag(fiveTags, "f")).toMatchObject({ tags: fiveTags, newTag: "f" });
  });

  test("adds several tags separated by commas, or leaves all in the box if there are too many", () => {
    expect(enterTag(["a"], "b, c,")).toEqual({ tags: ["a", "b", "c"], newTag: "", problem: null });
    expect(enterTag(["a", "b", "c", "d"], "e,f")).toEqual({
      tags: ["a", "b", "c", "d"],
      newTag: "e,f",
      problem: "You can add at most 5 tags.",
    });
  });

  test("leaves a tag that is too long in the box, with the reason", () => {
    const longTag = "x".repeat(41);
    expect(enterTag([], longTag)).toEqual({
      tags: [],
      newTag: longTag,
      problem: "A tag can have at most 40 characters.",
    });
  });
});

test("a submitted form is parsed as typed", () => {
  const form = new FormData();
  form.set("title", "A title");
  form.set("content", "one\r\ntwo\r\n");
  form.append("tags", "a");
  form.append("tags", "b");
  expect(parsePostForm(form)).toEqual({
    ...EMPTY_VALUES,
    title: "A title",
    content: "one\ntwo\n",
    tags: ["a", "b"],
  });
});

describe("when a form is checked", () => {
  test("blank fields are reported as missing, each with its own message", () => {
    const refusal = findRefusal({ title: "  ", content: "\n", category: "", tags: [] });
    expect(refusal?.fieldErrors).toEqual({
      title: "Enter a title.",
      content: "Enter some content.",
      category: "Choose a category.",
    });
    expect(refusal && getErrorText(refusal, "create")).toEqual({
      title: "Missing Information",
      description: "Please fill in all required fields",
    });
  });

  test("any other error is shown as a failure to create the post", () => {
    const refusal = findRefusal({ title: "t", content: "x".repeat(5001), category: "ai", tags: [] });
    expect(refusal && getErrorText(refusal, "create")).toEqual({
      title: "Error",
      description: "Failed to create post: A post can have at most 5000 characters. This one has 5001.",
    });
  });

  test("input that the server accepts is not rejected", () => {
    expect(findRefusal({ title: "t", content: "😀".repeat(5000), category: "ai", tags: ["a"] })).toBeNull();
  });
});
