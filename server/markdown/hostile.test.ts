import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownToExcerpt, markdownToText, renderAsSource, renderMarkdown } from "./index.ts";

const ORIGIN = "https://site.example";
const VOID_ELEMENTS = new Set(["br", "hr", "img"]);
const ELEMENTS = new Set(
  (
    "a blockquote br code div em h2 h3 h4 h5 h6 hr img li ol p pre s span strong table tbody td th thead tr ul " +
    "math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle " +
    "msub msubsup msup mtable mtd mtext mtr munder munderover none"
  ).split(" "),
);
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)( \/)?>/y;

/**
 * Parses HTML more strictly than a browser. Throws on anything but expected, properly nested elements with
 * harmless attributes. Returns the text between the tags.
 */
function readSafeHtml(html: string): string {
  const openElements: string[] = [];
  let text = "";
  let position = 0;
  while (position < html.length) {
    if (html[position] !== "<") {
      const nextIndex = html.indexOf("<", position);
      const end = nextIndex < 0 ? html.length : nextIndex;
      text += html.slice(position, end);
      position = end;
      continue;
    }
    TAG.lastIndex = position;
    const match = TAG.exec(html);
    if (!match) throw new Error(`not a tag: ${html.slice(position, position + 80)}`);
    position = TAG.lastIndex;
    const [, closing, name = "", attributes = ""] = match;
    if (!ELEMENTS.has(name)) throw new Error(`element ${name}`);
    if (closing) {
      if (openElements.pop() !== name) throw new Error(`</${name}> closes something else`);
      continue;
    }
    if (name === "a" && openElements.includes("a")) throw new Error("a link in a link");
    if (!VOID_ELEMENTS.has(name)) openElements.push(name);
    for (const [, attribute = "", value = ""] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
      checkAttribute(name, attribute, value);
    }
  }
  if (openElements.length > 0) throw new Error(`left open: ${openElements.join(" ")}`);
  return text;
}

function checkAttribute(element: string, name: string, value: string): void {
  const createError = () => new Error(`<${element} ${name}="${value}">`);
  if (/^on|^id$|srcset|xlink|action|^data-(?!language$)/.test(name)) throw createError();
  if (name === "href" && !/^(?:https?:\/\/|mailto:|\/(?![/\\]))/i.test(value)) throw createError();
  if (name === "src" && !value.startsWith("/storage/")) throw createError();
  if (name === "style" && (!element.startsWith("m") || /url|expression|position|@|\\/i.test(value)))
    throw createError();
}

describe("hostile input", () => {
  const cases: [name: string, source: string, expectedHtml?: string][] = [
    ["a script", "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
    ["a broken script in mixed case", "<ScRiPt\n>alert(1)</sCrIpT", "&lt;ScRiPt"],
    ["an event handler", '<img src=x onerror="alert(1)">', "&lt;img src=x onerror="],
    ["an unclosed tag", "<b><div onclick=alert(1)", "&lt;b&gt;&lt;div onclick=alert(1)"],
    ["a comment", "<!-- <script>alert(1)</script> -->", "&lt;!--"],
    ["closing tags of the container", "</div></article></body>", "&lt;/div&gt;"],
    ["svg", "<svg><script>alert(1)</script></svg>", "&lt;svg&gt;"],
    ["a style", "<style>*{display:none}</style>", "&lt;style&gt;"],
    ["an entity that makes a tag", "&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;script&gt;"],
    ["a numeric entity that makes a tag", "&#60;script&#62;", "&lt;script&gt;"],
    ["a javascript: link", "[a](javascript:alert(1))", "[a](javascript:alert(1))"],
    ["a javascript: link in mixed case", "[a](JaVaScRiPt:alert(1))"],
    ["a javascript: link with an entity", "[a](javascript&colon;alert(1))"],
    ["a javascript: link with a numeric entity", "[a](&#106;avascript:alert(1))"],
    ["a javascript: link with a tab", "[a](<java&Tab;script:alert(1)>)"],
    ["a javascript: link with a line break", "[a](<java&NewLine;script:alert(1)>)"],
    ["a javascript: link after a control character", "[a](<&#1;javascript:alert(1)>)"],
    ["a javascript: link after a space", "[a](< javascript:alert(1)>)"],
    ["a javascript: autolink", "<javascript:alert(1)>"],
    ["a javascript: reference", "[a]\n\n[a]: javascript:alert(1)"],
    ["a vbscript: link", "[a](vbscript:msgbox(1))"],
    ["a data: link", "[a](data:text/html;base64,PHNjcmlwdD4=)"],
    ["a file: link", "[a](file:///etc/passwd)"],
    ["a blob: link", "[a](blob:https://site.example/1)"],
    ["a link to another host without a scheme", "[a](//evil.example)"],
    ["a link to another host with a backslash", "[a](/\\evil.example)"],
    ["a link to another host with a tab", "[a](</&Tab;/evil.example>)"],
    ["a relative link", "[a](evil)"],
    ["an invalid URL", "[a](https://)"],
    ["an attribute that breaks out of a link", '[a](https://e.example/"onmouseover="alert(1))'],
    ["an attribute that breaks out of a title", "[a](https://e.example '\"onmouseover=\"alert(1)')"],
    ["an attribute that breaks out of an alt text", '![" onerror="alert(1)](/storage/a.png)'],
    ["an attribute that breaks out of an image URL", '![a](/storage/a"onerror="alert(1))'],
    ["an image from another site", "![a](https://e.example/a.png)"],
    ["a data: image", "![a](data:image/svg+xml;base64,PHN2Zz4=)"],
    ["an image path that leaves the storage", "![a](/storage/../auth/v1/logout)"],
    ["an encoded image path that leaves the storage", "![a](/storage/%2e%2e/auth/v1/logout)"],
    ["an image in a link", "[![a](https://e.example/a.png)](https://f.example)"],
    ["a link in an image in a link", "[![[a](/x)](https://e.example/a.png)](https://f.example)"],
    ["an attribute that breaks out of a fence", '```"onclick="alert(1)\na\n```'],
    ["a tag in a fence", "```html\n<script>alert(1)</script>\n```"],
    ["closing tags of the fence's element", "```\n</code></pre><script>\n```"],
    ["a tag in a formula", "$<script>alert(1)</script>$"],
    ["a tag in the text of a formula", "$\\text{<img src=x onerror=alert(1)>}$"],
    ["a closing tag of the formula", "$$\\text{</math><script>alert(1)</script>}$$"],
    ["\\href", "$\\href{javascript:alert(1)}{x}$", "math-error"],
    ["\\url", "$\\url{javascript:alert(1)}$", "math-error"],
    ["\\includegraphics", "$\\includegraphics{https://e.example/a.png}$", "math-error"],
    ["\\style", "$\\style{position:fixed}{x}$", "math-error"],
    ["\\class", "$\\class{admin}{x}$", "math-error"],
    ["\\id", "$\\id{root}{x}$", "math-error"],
    ["\\data", "$\\data{x=y}{x}$", "math-error"],
    ["a color that is a style", "$\\textcolor{red;position:fixed}{x}$", "math-error"],
    ["a color that is a URL", "$\\colorbox{url(//e.example)}{x}$", "math-error"],
    ["a broken formula with a tag", "$\\frac{<b onclick=x>$", "math-error"],
    ["a tag in a table", "|<script>|\n|-|\n|<img onerror=x>|", "&lt;script&gt;"],
    ["a style in a table", "|a|\n|:-:|\n|b|", 'class="align-center"'],
    ["NUL characters", "<scr\0ipt>\0", "&lt;scr"],
    ["a lone surrogate", "\ud800<script>", "&lt;script&gt;"],
  ];

  it.each(cases)("such as %s is harmless", (_name, source, expectedHtml) => {
    const html = renderMarkdown(source, { origin: ORIGIN });
    readSafeHtml(html);
    if (expectedHtml) expect(html).toContain(expectedHtml);
  });

  it("is rejected by this test's strict parser if it is unsafe HTML", () => {
    for (const html of [
      "<script>",
      '<p onclick="x"></p>',
      '<a href="javascript:x"></a>',
      '<img src="https://e.example/a" />',
      "<p>",
      "</p>",
      "a < b",
      '<p style="color:red"></p>',
      '<a href="/a"><a href="/b"></a></a>',
    ]) {
      expect(() => readSafeHtml(html)).toThrow();
    }
  });

  const fragment = fc.oneof(
    fc.constantFrom(
      ...cases.map(([, source]) => source),
      ..."[ ] ( ) ! < > \" ' ` ``` ~~~ $ $$ * ** _ ~~ | |-| # > - 1. \\ & &colon; / // : javascript: data: https://a.b".split(
        " ",
      ),
      "\n",
      "\n\n",
      "\n    ",
      "[a]: ",
      "](",
      "![",
      "/storage/",
      "onload=",
      "\\text{",
      "\\begin{matrix}",
      "\\color{",
      "}",
      "{",
      " ",
    ),
    fc.string({ unit: "binary", maxLength: 8 }),
  );

  it("never becomes a script, an event handler or an unsafe URL, in any combination", () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 24 }), (parts) => {
        readSafeHtml(renderMarkdown(parts.join(""), { origin: ORIGIN }));
      }),
      { numRuns: 1500 },
    );
  });
});

describe("oversized input:", () => {
  const oversizedInputs: [name: string, source: string][] = [
    ["opening brackets", "[".repeat(5000)],
    ["quotes", `${">".repeat(5000)} deep`],
    ["quotes with spaces", `${"> ".repeat(2500)}deep`],
    ["lists", `${"- ".repeat(2500)}deep`],
    ["lists and quotes", `${"- > ".repeat(1250)}deep`],
    ["backticks", Array.from({ length: 100 }, (_, n) => "`".repeat(n + 1)).join("a")],
    ["nested emphasis", `${"*a **b ".repeat(700)}${"** *".repeat(100)}`],
    ["asterisks", "*a ".repeat(1600)],
    ["nested images", "![".repeat(800) + "](/storage/a)".repeat(400)],
    ["nested links", "[".repeat(800) + "](/a)".repeat(800)],
    ["dollar signs", "$a ".repeat(1600)],
    ["unclosed display formulas", "$$a\n".repeat(1200)],
    ["a wide table with short rows", `${"|a".repeat(1200)}\n${"|-".repeat(1200)}\n${"|\n".repeat(1000)}`],
    ["nested braces", `$${"{".repeat(900)}x${"}".repeat(900)}$`],
    ["template strings", `\`\`\`ts\n${"`${".repeat(1600)}\n\`\`\``],
    ["one long word of code", `\`\`\`java\n${"a".repeat(5000)}\n\`\`\``],
    ["shell sessions with unclosed variables", `\`\`\`shell\n${"$${{\n".repeat(1600)}\`\`\``],
    ["scripts with unclosed templates", `\`\`\`html\n${"<script>`${</script>\n".repeat(400)}\`\`\``],
    ["a megabyte", "[a](b *c* `".repeat(95_000)],
  ];

  it.each(oversizedInputs)("the HTML of %s is harmless and of reasonable size", (_name, source) => {
    const html = renderMarkdown(source);
    readSafeHtml(html);
    expect(html.length).toBeLessThan(Math.max(400_000, source.length * 6));
  });

  it("text below the deepest level is preserved", () => {
    for (const marker of [">", "> ", "- ", "- > "]) {
      expect(renderMarkdown(`${marker.repeat(1000)}deep`)).toContain("deep");
    }
  });

  it("text after a deep block is preserved", () => {
    expect(renderMarkdown(`${"- ".repeat(200)}deep\n\nafter`)).toContain("<p>after</p>");
  });

  it("formulas with exponential cost are rejected", () => {
    const nestDeeply = (command: string, depth: number) => `$${command.repeat(depth)}x${"}".repeat(depth)}$`;
    for (const source of [
      nestDeeply("\\cancelto{x}{", 12),
      nestDeeply("\\mathllap{", 18),
      nestDeeply("\\equilibriumRight{", 12),
      "$\\edef\\x{aaaaaaaaaa}\\edef\\x{\\x\\x\\x\\x\\x\\x\\x\\x\\x\\x}\\x$",
      "$\\def\\x{\\x\\x}\\x$",
      "$\\expandafter\\csname def\\endcsname\\x{y}\\x$",
    ]) {
      expect(renderMarkdown(source)).toContain('<code class="math-error">');
    }
  });

  it("the total cost of formulas and code in a document is limited, and the rest is shown as source", () => {
    const formulas = renderMarkdown("$x$ ".repeat(2000));
    expect(formulas.match(/<math>/g)?.length).toBeLessThan(1000);
    expect(formulas.match(/<math>|math-error/g)).toHaveLength(2000);
    const matrix = `$$\\begin{matrix}${"&".repeat(500)}\\end{matrix}$$\n\n`;
    const matrices = renderMarkdown(matrix.repeat(9));
    expect(matrices.includes("<mtable")).toBe(true);
    expect(matrices.includes("math-error")).toBe(true);
    expect(matrices.length).toBeLessThan(130_000);
    const code = renderMarkdown(`\`\`\`ts\n${"let a = 1;\n".repeat(800)}\`\`\`\n\n`.repeat(8));
    expect(code.match(/<pre/g)).toHaveLength(8);
    expect(code.match(/<pre[^>]*data-language/g)).toHaveLength(3);
  });

  it("code with a long line isn't highlighted", () => {
    // The Markdown grammar takes cubic time for this line.
    const createLine = (length: number) => "[".repeat(length / 3) + "](".repeat(length / 3);
    for (const line of [createLine(3600), createLine(300), "$".repeat(300), "a ".repeat(150)]) {
      for (const language of ["md", "java"]) {
        const html = renderMarkdown(`\`\`\`${language}\nshort\n${line}\n\`\`\``);
        expect(html).toContain(line);
        expect(html).not.toContain("hljs");
      }
    }
    expect(renderMarkdown(`\`\`\`md\n${createLine(297)}\n\`\`\``)).toContain("hljs");
  });

  it("a formula can't extend far outside its box", () => {
    const html = renderMarkdown("$a\\kern{-900em}b\\rule{9000em}{9000em}\\raisebox{-500em}{c}$");
    expect(html).toContain("<math>");
    expect(html).not.toMatch(/\d{3}em/);
  });
});

describe("direction controls, which could reorder a URL or a sentence,", () => {
  const CONTROLS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
  it.each([
    ["text", "hello \u202eevil.test/moc.knab//:sptth"],
    ["an autolink", "https://evil.test/\u202emoc.knab"],
    ["an encoded autolink", "https://evil.test/%E2%80%AEmoc.knab"],
    ["an entity", "hello &#x202e;moc.knab &rlm;"],
    ["a link's title", '[bank](https://evil.test "\u2067moc.knab")'],
    ["code", "`if (\u2066admin)` and\n\n```\n// \u202e } \u2066\n```"],
    ["a formula", "$\\text{a\u202eb}$"],
    ["a table", "| a\u202eb | c |\n| - | - |\n| d | e\u2067f |"],
    ["text with all of them", CONTROLS.split("").join("x")],
  ])("are left out of %s", (_where, source) => {
    for (const output of [
      renderMarkdown(source),
      renderAsSource(source),
      markdownToExcerpt(source),
      markdownToText(source, 500),
    ])
      expect(output).not.toMatch(/\p{Bidi_Control}/u);
  });
});
