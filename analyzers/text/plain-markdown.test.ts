import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { toPlainMarkdown } from "./plain-markdown.ts";
import { toOneLine } from "./sentences.ts";

const markdown = new MarkdownIt({ html: false, linkify: true });

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."*_`[]()<>#!|~$&\\-+=.:/@ \n\t1a".split(""),
        "[a](http://evil.example)",
        "![a](http://evil.example/a.png)",
        "https://evil.example/path?x=1",
        "www.evil.example",
        "evil.example",
        "name@evil.example",
        "mailto:name@evil.example",
        "<script>",
        "&amp;",
        "\n# ",
        "\n- ",
        "1. ",
        "[1]: http://evil.example",
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(""));

test("untrusted text is rendered literally", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const tokens = markdown.parse(`Said: ${toPlainMarkdown(text)}`, {});
      const inline = tokens.flatMap((token) => token.children ?? []);
      expect(tokens.map((token) => token.type)).toEqual(["paragraph_open", "inline", "paragraph_close"]);
      expect(inline.filter((token) => token.type !== "text")).toEqual([]);
      expect(inline.map((token) => token.content).join("")).toBe(`Said: ${toOneLine(text)}`.trim());
    }),
    { numRuns: 3000 },
  );
});

test("markup at the start of a list item is escaped", () => {
  for (const text of ["- a", "+ a", "1. a", "12) a", "# a", "> a", "=== a", "--- a", "    a"]) {
    const inline = markdown
      .parse(`- ${toPlainMarkdown(text)}`, {})
      .filter((token) => token.type === "inline");
    expect(inline.map((token) => token.content.replaceAll("\\", ""))).toEqual([toOneLine(text)]);
  }
});
