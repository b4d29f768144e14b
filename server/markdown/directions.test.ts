import { expect, test } from "vitest";
import { renderMarkdown } from "./index.ts";

test("right-to-left lists and quotes are marked as such, and others aren't", () => {
  expect(renderMarkdown("- البند الأول\n- second")).toMatch(/^<ul dir="rtl">/);
  expect(renderMarkdown("1. אחת\n2. שתיים")).toMatch(/^<ol dir="rtl">/);
  expect(renderMarkdown("> 1 اقتباس")).toMatch(/^<blockquote dir="rtl">/);
  expect(renderMarkdown("- - البند\n- English")).toMatch(/^<ul dir="rtl">\s*<li>\s*<ul dir="rtl">/);
  for (const source of ["- item البند", "- 1\n- 2", "البند", "- ![](https://example.org)\n\n- English"])
    expect(renderMarkdown(source)).not.toContain("dir=");
  // The first list has no letter, and the second list's letter must not decide the first one's direction.
  expect(renderMarkdown("- 1\n\ntext\n\n1. البند")).toMatch(/^<ul>[\s\S]*<ol dir="rtl">/);
});
