import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { toPlainMarkdown } from "#analyzers/text/plain-markdown.ts";
import { toOneLine } from "#analyzers/text/sentences.ts";
import type { Source } from "#core/ai/analysis.ts";
import { MARKDOWN_MAX, MarkdownText } from "./markdown-text.tsx";
import { createGrowingParser, type Node, parseBlocks } from "./parse-blocks.ts";

const SOURCES: readonly Source[] = [1, 2].map((number) => ({
  number,
  title: `Story ${number}`,
  path: `/news/${number}`,
  attribution: "Wire",
  date: null,
  isSample: false,
}));

function renderHtml(markdown: string): string {
  const text = createElement(MarkdownText, { markdown, sources: SOURCES, parentLevel: 3 });
  return renderToStaticMarkup(text)
    .replace(/^<div class="prose">/, "")
    .replace(/<\/div>$/, "");
}

describe("Markdown in answers", () => {
  test("preserves soft and hard line breaks", () => {
    expect(renderHtml("One\ntwo  \nthree\\\nfour\n\nFive")).toBe(
      "<p>One\ntwo<br/>three<br/>four</p><p>Five</p>",
    );
  });
  test("supports bold, italic, strikethrough, code and escaped characters", () => {
    expect(
      renderHtml("**Bold *both*** and _it_, ~~old~~, `a*b*`, 2 * 3 * 4, snake_case_name, \\*plain\\*"),
    ).toBe(
      "<p><strong>Bold <em>both</em></strong> and <em>it</em>, <del>old</del>, <code>a*b*</code>, 2 * 3 * 4, snake_case_name, *plain*</p>",
    );
  });
  test("lets only ASCII punctuation be escaped", () => {
    const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    const escapedPunctuation = [...punctuation].map((character) => `\\${character}`).join("");
    const expected = punctuation
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#x27;");
    expect(renderHtml(escapedPunctuation)).toBe(`<p>${expected}</p>`);
    expect(renderHtml("\\a\\1\\é")).toBe("<p>\\a\\1\\é</p>");
  });
  test("supports nested lists, and numbered lists that start at any number", () => {
    expect(renderHtml("- a\n  - b\n- c\n\n3. d\n4. e")).toBe(
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol start="3"><li>d</li><li>e</li></ol>',
    );
  });
  test("supports tables with aligned columns", () => {
    expect(renderHtml("| Coin | Price |\n|---|--:|\n| BTC | 1 \\| 2 |\n| ETH |")).toContain(
      '<tbody><tr><td class="whitespace-nowrap">BTC</td><td class="align-right whitespace-nowrap">1 | 2</td></tr><tr><td class="whitespace-nowrap">ETH</td><td class="align-right whitespace-nowrap"></td></tr></tbody>',
    );
  });
  test("shows fenced code literally and closes it at the end of partial text", () => {
    expect(renderHtml("```solidity\nif (a < b) **x**;\n```\nAfter")).toBe(
      '<pre class="code-block" tabindex="0"><code>if (a &lt; b) **x**;</code></pre><p>After</p>',
    );
    expect(renderHtml("```\nstill com")).toContain("<code>still com</code>");
  });
  test("supports blockquotes and horizontal rules", () => {
    expect(renderHtml("> said\n> so\n\n---")).toBe("<blockquote><p>said\nso</p></blockquote><hr/>");
  });
  test("continues heading levels without gaps, whatever the first one is", () => {
    expect(renderHtml("### A\n# B\n### C").match(/<h\d/g)).toEqual(["<h4", "<h4", "<h5"]);
  });
});

describe("the renderer also handles", () => {
  test("lists in blockquotes, and blocks in list items", () => {
    expect(renderHtml("> - a\n> - b\n>\n> 1. c")).toBe(
      "<blockquote><ul><li>a</li><li>b</li></ul><ol><li>c</li></ol></blockquote>",
    );
    expect(renderHtml("1. a\n   > b\n\n   ```\n   c\n   ```")).toBe(
      '<ol><li><p>a</p><blockquote><p>b</p></blockquote><pre class="code-block" tabindex="0"><code>c</code></pre></li></ol>',
    );
  });
  test("formatted text in links, and links in angle brackets", () => {
    expect(renderHtml("[**a** `b`](/news/1) and [c](</news/2>)")).toBe(
      '<p><a href="/news/1"><strong>a</strong> <code>b</code></a> and <a href="/news/2">c</a></p>',
    );
  });
  test("partially streamed text that resembles a heading, code or a link definition, as text", () => {
    expect(renderHtml("Text\n-")).toBe("<p>Text\n-</p>");
    expect(renderHtml("Text\n\n    indented")).toBe("<p>Text</p><p>indented</p>");
    expect(renderHtml("[a]\n\n[a]: /news/1")).toBe("<p>[a]</p><p>[a]: /news/1</p>");
  });
  test("lines that start with a bullet character, as separate lines", () => {
    expect(renderHtml("• a\n• b\nc")).toBe("<p>• a<br/>• b\nc</p>");
  });
});

test("text that was escaped for an answer is shown unescaped", () => {
  const part = fc.oneof(
    fc.constantFrom(
      ..."` ``` * ** _ __ ~~ [ ] [1] ( ) ! ![ < > # - + 1. 2) | |- \\ & &amp; = --- *** // https://a.b @ {".split(
        " ",
      ),
      " ",
      "\n",
      "a",
      "[a](/b)",
    ),
    fc.string({ maxLength: 4 }),
  );
  const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      const html = renderHtml(toPlainMarkdown(text));
      const shownText = html
        .replace(/^<p>|<\/p>$/g, "")
        .replace(/&(#?\w+);/g, (_, name) => entities[name] ?? "");
      expect(shownText).toBe(toOneLine(text).trim());
    }),
    { numRuns: 2_000 },
  );
});

test("citations link to their sources; a citation without a source is text", () => {
  expect(renderHtml("Said [1], [1, 2] and [7].")).toBe(
    `<p>Said ${[1, 1, 2]
      .map(
        (n) =>
          `<a href="#source-${n}" title="Story ${n}" aria-label="Source ${n}: Story ${n}" class="text-link figures text-[0.85em] no-underline hover:underline">[${n}]</a>`,
      )
      .join("|")
      .replace("|", ", ")
      .replace("|", "")} and [7].</p>`,
  );
});

test("direction controls, which could display a URL backwards, are removed", () => {
  const hostileText = "see \u202e/moc.knab and\n\n```\n\u2066code\n```\n\n| \u200fa |\n| - |\n| \u202db |";
  expect(renderHtml(hostileText)).toContain("/moc.knab");
  expect(renderHtml(hostileText)).not.toMatch(/\p{Bidi_Control}/u);
});

describe("no link leaves this site, and nothing is loaded", () => {
  test.each([
    ["a link", "[click](https://evil.example/x)", "<p>click (https://evil.example/x)</p>"],
    ["a javascript: URL", "[click](javascript:alert%281%29)", "<p>click (javascript:alert%281%29)</p>"],
    ["a host without a scheme", "[click](//evil.example)", "<p>click (//evil.example)</p>"],
    ["a host behind a backslash", "[click](/\\evil.example)", "<p>click (/\\evil.example)</p>"],
    ["an image", "![pixel](https://evil.example/p.png)", "<p>pixel</p>"],
    ["an image on this site", "![pixel](/theme)", "<p>pixel</p>"],
    [
      "HTML",
      '<img src=x onerror="alert(1)"><script>alert(1)</script>',
      "<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>",
    ],
    ["an autolink", "<https://evil.example>", "<p>&lt;https://evil.example&gt;</p>"],
    [
      "a URL",
      "https://evil.example and www.evil.example",
      "<p>https://evil.example and www.evil.example</p>",
    ],
    ["a formatted link", "[**a**](https://evil.example)", "<p><strong>a</strong> (https://evil.example)</p>"],
    ["a host with an escape", "[click](/\\/evil.example)", "<p>click (//evil.example)</p>"],
    [
      "a host with a character reference",
      "[click](/&#47;evil.example)",
      '<p><a href="/&amp;#47;evil.example">click</a></p>',
    ],
    ["a host after a tab", "[click](</\t/evil.example>)", "<p>click (/\t/evil.example)</p>"],
    [
      "an image in a link",
      "[![a](https://evil.example/a.png)](https://evil.example)",
      "<p>a (https://evil.example)</p>",
    ],
    ["a character reference", "&lt;b&gt; &#60;", "<p>&amp;lt;b&amp;gt; &amp;#60;</p>"],
  ])("%s neither links to another site nor loads anything", (_, markdown, expected) => {
    expect(renderHtml(markdown)).toBe(expected);
  });
  test("a path on this site is a link", () => {
    expect(renderHtml("[Read **it**](/news/1) and [\\[2\\]](/news/2)")).toBe(
      '<p><a href="/news/1">Read <strong>it</strong></a> and <a href="/news/2">[2]</a></p>',
    );
  });
});

/** A node without its position, which depends on where parsing started. */
const toPlainNode = ({ token: { map, ...token }, children }: Node): unknown => ({
  token,
  children: children.map(toPlainNode),
});

describe("growing text", () => {
  const line = fc.constantFrom(
    "",
    "",
    "words",
    " words",
    "  - b",
    "- a",
    "- ",
    "2. c",
    "    more",
    "```",
    "  ```",
    "~~~",
    "> said",
    "# Head",
    "---",
    "| a | b |",
    "|---|---|",
    "a | b",
    "\u202e",
    "\u202e  - b",
    "\u202e    c",
    "> - a",
    "*a",
    "- a\r",
  );
  test("is parsed as if it had arrived in one piece, however it is split", () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 40 }),
        fc.array(fc.nat(300), { maxLength: 8 }),
        (lines, cuts) => {
          const text = lines.join("\n");
          const parse = createGrowingParser();
          for (const end of [...cuts.toSorted((a, b) => a - b), text.length]) {
            const part = text.slice(0, end);
            expect(parse(part).map(toPlainNode)).toEqual(parseBlocks(part).map(toPlainNode));
          }
          expect(parse("Another").map(toPlainNode)).toEqual(parseBlocks("Another").map(toPlainNode));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ["paragraphs", "Some **words** about a subject, with a source [1].\n\n"],
    ["headings and lists", "## A heading\n- one\n  - two\n1. three\n"],
    ["code", "```ts\nconst a = 1;\n\nconst b = 2;\n```\nText\n\n"],
    ["tables and blockquotes", "| a | b |\n|---|---|\n| c | d |\n\n> - said\n\n"],
  ])("of %s is parsed at a limited cost per part, however long it already is", (_name, section) => {
    const text = section.repeat(200);
    let parsedLength = 0;
    const parse = createGrowingParser((rest) => {
      parsedLength += rest.length;
      return parseBlocks(rest);
    });
    for (let length = 10; length < text.length; length += 10) {
      parsedLength = 0;
      parse(text.slice(0, length));
      expect(parsedLength).toBeLessThanOrEqual(3 * section.length);
    }
  });

  test("has the same blocks as before where it can no longer change", () => {
    const parse = createGrowingParser();
    const blocksBefore = parse("# Head\n\nOne.\n\n```\na\n\nb\n```\n\nTwo.\nThr");
    const blocksAfter = parse("# Head\n\nOne.\n\n```\na\n\nb\n```\n\nTwo.\nThree.");
    expect(blocksBefore.length).toBe(4);
    for (const index of [0, 1, 2]) expect(blocksAfter[index]).toBe(blocksBefore[index]);
    expect(blocksAfter[3]?.children.map(({ token }) => token.content)).toEqual(["Two.", "", "Three."]);
  });
});

describe("hostile text", () => {
  const fragments =
    "[ ![ [a]( [a](< [a](b' [[] [1 (a]( **a_ *a_b a**b *a`b ***x ~~x ` >_ - 1. -_>_ | a| |-⏎ |a|⏎|-|⏎ \\ # ⏎a ⏎__- <a &#1 ```⏎ *_*_ -_a⏎ -_a⏎b⏎ www.a@b. [a]:_b⏎";
  const cases: [name: string, build: (length: number) => string][] = [
    ...fragments.split(" ").map((text): [string, (length: number) => string] => {
      const fragment = text.replaceAll("_", " ").replaceAll("⏎", "\n");
      return [text, (length) => fragment.repeat(Math.ceil(length / fragment.length))];
    }),
    ["nested emphasis", (length) => "*a ".repeat(length / 6) + "b* ".repeat(length / 6)],
    ["nested links", (length) => "[".repeat(length / 6) + "](/a)".repeat(length / 6)],
    ["nested images", (length) => "![".repeat(length / 7) + "](/1)".repeat(length / 7)],
    [
      "ever deeper lists",
      (length) => Array.from({ length: Math.sqrt(length) }, (_, n) => `${" ".repeat(2 * n)}- a\n`).join(""),
    ],
    ["one long item", (length) => `- a\n${"  b\n".repeat(length / 4)}`],
    ["a long blockquote", (length) => "> a\n".repeat(length / 4)],
    [
      "runs of backticks",
      (length) => Array.from({ length: Math.sqrt(2 * length) }, (_, n) => "`".repeat(n)).join("a"),
    ],
    [
      "a wide table with short rows",
      (length) => {
        const columns = length / 10;
        return `${"|a".repeat(columns)}\n${"|-".repeat(columns)}\n${"|b\n".repeat(columns)}`;
      },
    ],
    [
      "many padded tables",
      (length) => `${"|a".repeat(40)}\n${"|-".repeat(40)}\n${"b\n".repeat(200)}\n`.repeat(length / 560),
    ],
  ];

  test.each(cases)("%s: parsed by reading each character a limited number of times", (_name, build) => {
    const countReads = (text: string) => {
      const { charCodeAt } = String.prototype;
      let readCount = 0;
      String.prototype.charCodeAt = function (index) {
        readCount += 1;
        return charCodeAt.call(this, index);
      };
      try {
        parseBlocks(text);
      } finally {
        String.prototype.charCodeAt = charCodeAt;
      }
      return readCount;
    };
    const shortText = build(MARKDOWN_MAX / 20);
    const longText = build(MARKDOWN_MAX / 5);
    const growth = longText.length / shortText.length;
    expect(countReads(longText)).toBeLessThan(1.5 * growth * countReads(shortText) + 1000);
  });

  test.each(cases)("%s: rendered in full, without deep recursion", (_name, build) => {
    const text = build(MARKDOWN_MAX);
    const html = renderHtml(text);
    expect(html.length).toBeLessThan(40 * text.length);
    const letters = html.replace(/<[^>]*>/g, "").match(/[a-z]/g)?.length ?? 0;
    expect(letters).toBeGreaterThanOrEqual(text.replace(/`{3}\n/g, "").match(/[ab]/g)?.length ?? 0);
  });

  test("too deeply nested emphasis is shown as text, but links in it are still rendered", () => {
    const html = renderHtml(
      `${"*a **b ".repeat(10)}[c](https://evil.example) [d](/e)${" b** a*".repeat(10)}`,
    );
    expect(html.match(/<(?:em|strong)>/g)?.length).toBe(16);
    expect(html).toContain('*a **b c (https://evil.example) <a href="/e">d</a>');
  });

  test("text beyond the maximum is shown as written", () => {
    const line = "**a** \u202e[1]\n";
    const html = renderHtml(line.repeat(Math.ceil((MARKDOWN_MAX + 100) / line.length)));
    const [renderedPart = "", writtenPart = ""] = html.split('<p class="plain-source">');
    expect(renderedPart).toContain("<strong>a</strong>");
    expect(writtenPart).toMatch(/^(?:\*\*a\*\* \[1\]\n){8,12}<\/p>$/);
    expect(renderHtml("a".repeat(MARKDOWN_MAX + 1))).toMatch(/^<p>a+<\/p><p class="plain-source">a<\/p>$/);
  });
});
