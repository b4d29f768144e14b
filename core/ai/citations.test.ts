import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import type { Source } from "./analysis.ts";
import { BUFFER_LIMIT, parseDestination } from "./citation-forms.ts";
import { createCitationFilter, linkCitations } from "./citations.ts";

const createSource = (number: number, path: string | null, title = `Source ${number}`): Source => ({
  number,
  title,
  path,
  attribution: "Desk",
  date: "2026-11-01T08:00:00Z",
  isSample: false,
});
const SOURCES = [createSource(1, "/news/1"), createSource(2, "/forum/2"), createSource(3, null, "Glossary")];

function filter(text: string, sources = SOURCES): string {
  const { push, end } = createCitationFilter(sources);
  return push(text) + end();
}

const markdown = new MarkdownIt({ html: false });

/** Returns the URLs that the rendered text links to or loads images from. */
function findLinkTargets(text: string): string[] {
  return markdown
    .parse(text, {})
    .flatMap((block) => block.children ?? [])
    .filter((token) => token.type === "link_open" || token.type === "image")
    .map((token) => String(token.attrGet("href") ?? token.attrGet("src")));
}

/** Building blocks of hostile or malformed answers. */
const PIECES = [
  ..."[]()<>!`~\\:^ \n-1".split(""),
  "[1]",
  "[9]",
  "[1, 9]",
  "[^2]",
  "【1】",
  "[evil](http://evil.example)",
  "](http://evil.example)",
  "](/news/1)",
  "[linked](/news/1)",
  "![a](http://evil.example/a.png)",
  "[1]: http://evil.example",
  "[evil]",
  "<http://evil.example>",
  "```",
  "\n```\n",
  "\n  ```js\n",
  "\n    ```\n",
  "\n- ```\n",
  "\n~~~\n",
  "\n\n",
  "\n2. ",
  "\n> ",
  "word ",
];
const answer = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(""));

describe("the citation filter", () => {
  test.each([
    ["Up 4% [1].", "Up 4% [1]."],
    ["Up 4% [9].", "Up 4%."],
    ["Up [9] 4%", "Up 4%"],
    ["Up[9] 4% [9]", "Up 4%"],
    ["both [1, 2] and [1][2]", "both [1][2] and [1][2]"],
    ["half [1, 9; 2]", "half [1][2]"],
    ["a range [1-3] and [2–9]", "a range [1][2][3] and [2][3]"],
    ["a note [^1] and [^7]", "a note [1] and"],
    ["brackets 【1】, 【2†source】 and 【8】.", "brackets [1], [2] and."],
    ["[[1]] and [Source 2] and [[9]]", "[1] and [2] and"],
    ["[1](http://evil.example) and [[2]](http://evil.example)", "[1] and [2]"],
    ["[9] First.", "First."],
    ["[9][1] x", "[1] x"],
    ["x [9] [1] y", "x [1] y"],
    ["words [like these] stay, [x] too", "words [like these] stay, [x] too"],
    ["since [2026] within [90,000, 105,000]", "since [2026] within [90,000, 105,000]"],
    ["\\[1] is not a citation", "\\[1] is not a citation"],
  ])("turns %j into %j", (text, expected) => {
    expect(filter(text)).toBe(expected);
  });

  test.each([
    ["`a[9]` and [9]", "`a[9]` and"],
    ["``a[9] ` b[8]`` c", "``a[9] ` b[8]`` c"],
    ["```js\na[9]\n```\nb [9]", "```js\na[9]\n```\nb"],
    ["~~~\na[9]\n~~~\n", "~~~\na[9]\n~~~\n"],
    ["1. do\n\n    ```js\n    a[9]\n    ```\n", "1. do\n\n    ```js\n    a[9]\n    ```\n"],
    ["a ` b [9]", "a ` b"],
  ])("leaves only code unchanged: %j", (text, expected) => {
    expect(filter(text)).toBe(expected);
  });

  test.each([
    ["see [the story](/news/1)", "see [the story](/news/1)"],
    ['see [the story](/news/1 "told")', 'see [the story](/news/1 "told")'],
    ["see [the story](/news/7)", "see the story"],
    ["see [the story](https://evil.example/a(b)c)", "see the story"],
    ["![chart](https://evil.example/x.png) a", "a"],
    ["a ![chart](/news/1) b", "a b"],
    ["[![x](http://evil.example)](/news/1)", ""],
    ["[see ![x](http://evil.example) this](/news/1)", "see this"],
    ["<https://evil.example>", "https://evil.example"],
    ["[a](javascript:alert(1))", "a"],
    ["a < b, <<http://evil.example>>", "a < b, \\<http://evil.example>"],
    ["[1]: http://evil.example", "[1]\\: http://evil.example"],
    ["[a] (b) and f(x)", "[a] (b) and f(x)"],
    ["[never closed", "[never closed"],
  ])("allows only links to sources: %j", (text, expected) => {
    expect(filter(text)).toBe(expected);
  });

  test("returns the same text no matter how it is split", () => {
    fc.assert(
      fc.property(answer, fc.array(fc.nat(12)), (text, cuts) => {
        const { push, end } = createCitationFilter(SOURCES);
        let out = "";
        let position = 0;
        for (const cut of [...cuts, text.length]) {
          out += push(text.slice(position, position + cut));
          position += cut;
        }
        expect(out + end()).toBe(filter(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("allows only the sources' paths as targets of links and images in any rendered answer", () => {
    fc.assert(
      fc.property(answer, (text) => {
        for (const target of findLinkTargets(filter(text))) expect(["/news/1", "/forum/2"]).toContain(target);
      }),
      { numRuns: 5000 },
    );
  });

  test("needs only a bounded buffer, no matter how long a bracket or a code span stays open", () => {
    for (const opening of ["[", "`", "[a](", "![a](http://", "<http://", "```", "[1](", "~~~", " "]) {
      const { push, end } = createCitationFilter(SOURCES);
      const text = opening + "x".repeat(20_000);
      let out = "";
      let longestDelay = 0;
      for (const [position, character] of [...text].entries()) {
        out += push(character);
        longestDelay = Math.max(longestDelay, position + 1 - out.length);
      }
      expect(longestDelay).toBeLessThanOrEqual(3 * BUFFER_LIMIT);
      expect((out + end()).replaceAll("\\", "")).toBe(text);
    }
  });

  test("removes links to other sites even if they are longer than the buffer", () => {
    const longText = "x".repeat(BUFFER_LIMIT);
    for (const text of [
      `[${longText}](http://evil.example)`,
      `![${longText}](http://evil.example)`,
      `<http://${longText}>`,
    ]) {
      expect(findLinkTargets(filter(text))).toEqual([]);
    }
    expect(findLinkTargets(filter(`\`${longText}\` [a](http://evil.example) \`b\``))).toEqual([]);
  });
});

test("a link's destination is parsed in linear time, and its title may follow a missing URL", () => {
  const parse = (text: string) => parseDestination({ text, isLast: true });
  expect(parse('(\n /a\n "title"\t)')).toEqual({ url: "/a", length: 16 });
  expect(parse('( "a title" )')).toEqual({ url: "", length: 13 });
  expect(parse("( \n )")).toEqual({ url: "", length: 5 });
  // Filters never pass this much text.
  expect(parse(`(${" ".repeat(2_000_000)}x y)`)).toBeNull();
  expect(parse(`(${" ".repeat(2_000_000)}'`)).toBeNull();
});

describe("citations as links", () => {
  test("lead to their sources, unless a source has no page", () => {
    expect(linkCitations("Up [1], down [2]; that is [3].", SOURCES)).toBe(
      'Up [[1]](</news/1> "Source 1"), down [[2]](</forum/2> "Source 2"); that is [3].',
    );
  });

  test("leave brackets in code unchanged", () => {
    expect(linkCitations("`a[1]`\n\n```\na[1]\n```", SOURCES)).toBe("`a[1]`\n\n```\na[1]\n```");
  });

  test("contain no markup from titles", () => {
    const hostileSources = [createSource(1, "/news/1", 'He said "x") [a](http://evil.example) <b> \\ \n`')];
    const out = linkCitations("x [1]", hostileSources);
    expect(findLinkTargets(out)).toEqual(["/news/1"]);
    expect(markdown.renderInline(out)).toContain("He said &quot;x&quot;) [a](http://evil.example) &lt;b&gt;");
  });
});
