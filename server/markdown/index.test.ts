import { describe, expect, it } from "vitest";
import { isBlankMarkdown, renderMarkdown } from "./index.ts";

const REL = 'rel="noopener nofollow ugc"';
const origin = "https://site.example";
const render = (source: string) => renderMarkdown(source, { origin }).trim();

describe("text:", () => {
  it.each([
    ["a paragraph", "a\n\nb", "<p>a</p>\n<p>b</p>"],
    ["a single line break", "a\nb", "<p>a<br />\nb</p>"],
    ["emphasis", "*a* **b** ~~c~~", "<p><em>a</em> <strong>b</strong> <s>c</s></p>"],
    ["inline code", "`a < b`", "<p><code>a &lt; b</code></p>"],
    ["a list", "- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
    ["a numbered list from 3", "3. a", '<ol start="3">\n<li>a</li>\n</ol>'],
    ["a quote", "> a", "<blockquote>\n<p>a</p>\n</blockquote>"],
    ["a rule", "---", "<hr />"],
    ["a heading, one level down", "# a", "<h2>a</h2>"],
    ["an underlined heading", "a\n---", "<h2>a</h2>"],
    [
      "headings that start at a low level, skip levels and return",
      "### a\n###### b\n#### c\n# d",
      "<h2>a</h2>\n<h3>b</h3>\n<h3>c</h3>\n<h2>d</h2>",
    ],
  ])("%s", (_name, source, html) => {
    expect(render(source)).toBe(html);
  });
});

describe("links:", () => {
  it.each([
    ["to another site", "[a](https://e.example/x)", `<a href="https://e.example/x" ${REL}>a</a>`],
    [
      "to another site by a bare URL",
      "see https://e.example/x.",
      `<a href="https://e.example/x" ${REL} class="url">https://e.example/x</a>.`,
    ],
    [
      "to another site in angle brackets",
      "<http://e.example>",
      `<a href="http://e.example" ${REL} class="url">http://e.example</a>`,
    ],
    ["to an email address", "[a](mailto:a@e.example)", `<a href="mailto:a@e.example" ${REL}>a</a>`],
    ["to a path", "[a](/forum?x=1#y)", '<a href="/forum?x=1#y">a</a>'],
    ["to our own origin", "[a](https://site.example/forum)", '<a href="https://site.example/forum">a</a>'],
    [
      "to our host with another scheme",
      "[a](http://site.example/)",
      `<a href="http://site.example/" ${REL}>a</a>`,
    ],
    ["to a host that starts like ours", "[a](https://site.example.evil.example)", REL],
    ["to a host with our name as the user", "[a](https://site.example@evil.example)", REL],
    ["with a title", '[a](/x "t")', '<a href="/x" title="t">a</a>'],
  ])("%s", (_name, source, html) => {
    expect(render(source)).toContain(html);
  });

  it("without an origin, every absolute URL is external", () => {
    expect(renderMarkdown("[a](https://site.example/)")).toContain(REL);
    expect(renderMarkdown("[a](mailto:a@b.example)", { origin: "nonsense" })).toContain(REL);
  });

  it.each(["example.com", "a@e.example", "ftp://e.example", "//e.example"])(
    "%s isn't linked automatically",
    (source) => {
      expect(render(source)).toBe(`<p>${source}</p>`);
    },
  );
});

describe("images", () => {
  const imageHtml = '<img src="/storage/a.png" alt="a cat" loading="lazy" decoding="async" />';

  it("from our storage are shown, by path or with our origin", () => {
    expect(render("![a *cat*](/storage/a.png)")).toBe(`<p>${imageHtml}</p>`);
    expect(render("![a cat](https://site.example/storage/a.png)")).toBe(`<p>${imageHtml}</p>`);
    expect(render("[![a cat](/storage/a.png)](/x)")).toBe(`<p><a href="/x">${imageHtml}</a></p>`);
  });

  it("from anywhere else become links with the alt text or the URL", () => {
    expect(render("![a cat](https://e.example/a.png)")).toBe(
      `<p><a href="https://e.example/a.png" ${REL}>a cat</a></p>`,
    );
    expect(render("![](https://e.example/a.png)")).toContain(`class="url">https://e.example/a.png</a>`);
    expect(render("![a](/other/a.png)")).toBe('<p><a href="/other/a.png">a</a></p>');
  });

  it("from other sites inside a link become text", () => {
    expect(render("[![a](https://e.example/a.png)](/x)")).toBe('<p><a href="/x">a</a></p>');
  });
});

describe("tables", () => {
  it("are in a focusable region and aligned by classes", () => {
    const html = render("|a|b|\n|-|-:|\n|*1*|2|");
    expect(html).toMatch(/^<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table>/);
    expect(html).toContain('<th scope="col">a</th>\n<th scope="col" class="align-right">b</th>');
    expect(html).toContain('<td><em>1</em></td>\n<td class="align-right">2</td>');
    expect(html).toMatch(/<\/table><\/div>$/);
  });

  it("can interrupt a paragraph", () => {
    expect(render("a\n|b|\n|-|\n|c|")).toMatch(/^<p>a<\/p>\n<div class="table-scroll"/);
  });
});

describe("code", () => {
  it.each([
    ["ts", "typescript"],
    ["TSX", "typescript"],
    ["js title=x", "javascript"],
    ["sol", "solidity"],
    ["solidity", "solidity"],
    ["py", "python"],
    ["rs", "rust"],
    ["golang", "go"],
    ["sh", "bash"],
    ["yml", "yaml"],
    ["toml", "ini"],
    ["html", "xml"],
    ["c++", "cpp"],
    ["sql", "sql"],
    ["diff", "diff"],
    ["md", "markdown"],
    ["java", "java"],
    ["css", "css"],
    ["json", "json"],
  ])("marked %s is shown as %s", (info, language) => {
    expect(render(`\`\`\`${info}\nx = 1\n\`\`\``)).toMatch(
      new RegExp(
        `^<pre class="code-block" data-language="${language}" tabindex="0"><code class="hljs language-${language}">`,
      ),
    );
  });

  it("is highlighted with classes", () => {
    expect(render("```rust\nfn main() {}\n```")).toContain('<span class="hljs-keyword">fn</span>');
    expect(render("```sol\nuint256 x;\n```")).toContain('<span class="hljs-type">uint256</span>');
  });

  it.each(["", "plaintext", "klingon", "constructor"])("marked %j is plain text", (info) => {
    expect(render(`\`\`\`${info}\nconst a = "<b>";\n\`\`\``)).toBe(
      '<pre class="code-block" tabindex="0"><code>const a = "&lt;b&gt;";\n</code></pre>',
    );
  });
});

describe("the same input", () => {
  it("always gives the same output for one origin, but a different output for another origin", () => {
    const source = "[a](https://site.example/) $x$";
    expect(render(source)).toBe(render(source));
    expect(renderMarkdown(source, { origin: "https://other.example" })).toContain(REL);
    expect(render(source)).not.toContain(REL);
  });

  it("gives the same output before and after formulas that define macros", () => {
    const before = renderMarkdown("$\\R^n$ one");
    renderMarkdown("$\\gdef\\R{x}\\R$");
    expect(renderMarkdown("$\\R^n$ two").replace("two", "one")).toBe(before);
  });
});

describe("text is blank only if it renders to nothing visible:", () => {
  it.each([
    "",
    " \n ",
    "\u2800\u3164",
    "&nbsp;",
    "&#x2800; &#8203;",
    "[](https://e.example/x)",
    "[\u2800](/forum)",
    "[&#x3164;](/forum)",
    "#",
    "## &nbsp;",
    "- ",
    ">",
    "**\u2800**",
    "```\n```",
    "[a]: https://e.example/x",
    "| |\n|-|\n| |",
  ])("%j", (source) => {
    expect(isBlankMarkdown(source)).toBe(true);
  });

  it.each([
    "a",
    ".",
    "\\",
    "<!-- -->",
    "---",
    "- [ ] ",
    "![](/storage/v1/object/public/a/b.webp)",
    "![](https://e.example/x.png)",
    "`x`",
    "$x$",
    "[a](/forum)",
    "1. one",
    "<b></b>",
    "👩‍🚀",
    "x".repeat(120_000),
  ])("%j is not blank", (source) => {
    expect(isBlankMarkdown(source)).toBe(false);
  });
});
