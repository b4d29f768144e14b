import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownToExcerpt, markdownToText, renderMarkdown } from "./index.ts";

function readShownText(source: string): string {
  return renderMarkdown(source)
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

describe("an excerpt", () => {
  it.each([
    ["joins lines and blocks", "b\nc\n\n- d\n- e", "b c d e"],
    ["leaves out headings", "# A\n\nb\n\n## C\n\nd", "b d"],
    ["uses headings if there is nothing else", "# A\n\n## B", "A B"],
    ["removes markup", "**a** *b* ~~c~~ `d` [e](/f) https://g.example", "a b c d e https://g.example"],
    ["leaves out code blocks", "a\n\n```ts\nlet x;\n```\n\n    y\n\nb", "a b"],
    ["prefers headings to code blocks", "# A\n\n```\nlet x;\n```", "A"],
    ["uses code blocks if there is nothing else", "```ts\nlet x;\nlet y;\n```\n\n    z", "let x; let y; z"],
    ["writes short formulas as text", "so $e^{i\\pi}=-1$ and\n\n$$\na\n+b\n$$", "so e^(iπ)=-1 and a +b"],
    [
      "leaves out formulas that can't be written on one line",
      "so $\\begin{matrix}a\\end{matrix}$ it is",
      "so … it is",
    ],
    ["shows images as their alt text", "![a *cat*](/storage/a.png) ![dog](https://e.example/a)", "a cat dog"],
    ["uses tables if there is nothing else", "|a|b|\n|-|-|\n|1|2|", "a b 1 2"],
    ["doesn't change dollar amounts", "$5 and $10", "$5 and $10"],
    ["is text, not HTML", "a < b & <i>c</i>", "a < b & <i>c</i>"],
    ["of empty text is empty", "\n\n---\n", ""],
  ])("%s", (_name, source, text) => {
    expect(markdownToExcerpt(source)).toBe(text);
  });

  it("of several lines has each paragraph and list item on its own line", () => {
    const source = "# A\n\nb\nc\n\n- d\n- e\n\n```\nf\n```";
    expect(markdownToText(source, 100)).toBe("b c\nd\ne");
    expect(markdownToText(source, 4)).toBe("b c…");
  });

  it("is cut at a word boundary, if possible", () => {
    expect(markdownToExcerpt("one two three four", 12)).toBe("one two…");
    expect(markdownToExcerpt("one two three", 13)).toBe("one two three");
    expect(markdownToExcerpt("a".repeat(400))).toBe(`${"a".repeat(279)}…`);
  });

  it("does not cut through a visible character", () => {
    expect(markdownToExcerpt("👩‍👩‍👧‍👦".repeat(3), 14)).toBe("👩‍👩‍👧‍👦…");
    expect(markdownToExcerpt("語".repeat(20), 5)).toBe("語語語語…");
  });

  const markdown = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ..."* ** ~~ ` ``` # > - 1. | |-| $ $$ [a](/b) ![a](/storage/b) <b> &amp; https://a.example".split(
            " ",
          ),
          "\n",
          "\n\n",
          " ",
        ),
        fc.string({ unit: "binary", maxLength: 12 }),
        fc.lorem({ maxCount: 4 }),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(""));

  it("is a single line within the maximum length", () => {
    fc.assert(
      fc.property(markdown, fc.integer({ min: 0, max: 300 }), (source, max) => {
        const excerpt = markdownToExcerpt(source, max);
        expect(excerpt.length).toBeLessThanOrEqual(max);
        expect(excerpt).not.toMatch(/[\n\r\t\u2028\u2029]|\p{Cc}/u);
        expect(excerpt).toBe(excerpt.trim());
      }),
      { numRuns: 500 },
    );
  });

  const words = fc.lorem({ maxCount: 5 });
  const inline = fc.oneof(
    words,
    words.map((text) => `**${text}**`),
    words.map((text) => `*${text}*`),
    words.map((text) => `~~${text}~~`),
    words.map((text) => `\`${text}\``),
    words.map((text) => `[${text}](/forum)`),
    words.map((text) => `![${text}](https://e.example/a.png)`),
    fc.constantFrom("https://e.example/a?b=1", "$5", "a < b", "&amp;", "\\*", "<script>"),
  );
  const line = fc.array(inline, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(" "));
  const block = fc.oneof(
    line,
    fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n")),
    fc
      .array(line, { minLength: 1, maxLength: 3 })
      .map((lines) => lines.map((text) => `- ${text}`).join("\n")),
    line.map((text) => `> ${text}`),
  );

  it("has no markup and matches the beginning of the rendered text", () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), fc.integer({ min: 20, max: 300 }), (blocks, max) => {
        const source = blocks.join("\n\n");
        const shownText = readShownText(source);
        const excerpt = markdownToExcerpt(source, max);
        if (shownText.length <= max) expect(excerpt).toBe(shownText);
        else {
          expect(excerpt.endsWith("…")).toBe(true);
          expect(shownText.startsWith(excerpt.slice(0, -1))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
