import { describe, expect, it } from "vitest";
import { renderMarkdown } from "./index.ts";

describe("dollar signs outside formulas stay text:", () => {
  it.each([
    "$5 and $10",
    "between $5-$10",
    "$5, $10 or $15.",
    "it costs 5$ or 10$ a day",
    "US$5 and A$7",
    "$BTC and $ETH",
    "$BTC/$ETH, $SOL/$USDC",
    "a $ b $ c",
    "\\$x\\$",
    "$ x$",
    "$x $",
    "one $ only",
    "$$",
    "$$$",
    "$$$ and $$$",
    "cheap $$ or dear $$$, never $$",
  ])("%s", (source) => {
    const html = renderMarkdown(source);
    expect(html).not.toMatch(/<math|math-error/);
    expect(html.trim()).toBe(`<p>${source.replaceAll("\\$", "$")}</p>`);
  });

  it("next to a formula", () => {
    const html = renderMarkdown("$5 and $10, but $e^{i\\pi}=-1$ and $BTC");
    expect(html.match(/<math>/g)).toHaveLength(1);
    expect(html).toContain("$5 and $10, but ");
    expect(html).toContain(" and $BTC");
  });
});

describe("formulas", () => {
  it.each([
    ["$x$", "<mi>x</mi>"],
    ["the $n$th", "<mi>n</mi>"],
    ["($a_1$, $b$).", "<msub>"],
    ["**$x$**", "<mi>x</mi>"],
    ["|a|\n|-|\n|$x$|", "<mi>x</mi>"],
    ["> $x$", "<mi>x</mi>"],
    ["$a * b * c$", "<mo>∗</mo>"],
    ["$\\lvert\\psi\\rangle = \\alpha\\lvert 0\\rangle$", "ψ"],
    ["$a < b$", "&lt;"],
  ])("are rendered: %s", (source, html) => {
    expect(renderMarkdown(source)).toContain('<span class="math-inline"><math>');
    expect(renderMarkdown(source)).toContain(html);
  });

  it.each([
    "$$x$$",
    "$$ x $$",
    "$$\nx\n$$",
    "$$x\n$$",
    "text\n$$\nx\n$$\ntext",
    "- item\n\n  $$\n  x\n  $$",
    "> $$\n> x\n> $$",
  ])("are displayed in their own block: %j", (source) => {
    expect(renderMarkdown(source)).toContain('<div class="math-display" tabindex="0"><math display="block"');
  });

  it("that are displayed within a line stay in their paragraph", () => {
    expect(renderMarkdown("so $$x$$ holds")).toMatch(
      /^<p>so <span class="math-display" tabindex="0"><math.*holds<\/p>/,
    );
  });

  it("preserve the alignment of a system of equations", () => {
    const html = renderMarkdown("$$\\begin{aligned}a&=b\\\\&=c\\end{aligned}$$");
    expect(html).toContain("<mtable");
    expect(html.match(/<mtr/g)).toHaveLength(2);
    expect(html).toMatch(/class="tml-(?:right|left)"/);
  });

  it("are ignored in code", () => {
    expect(renderMarkdown("`$x$`\n\n```\n$$\nx\n$$\n```")).not.toContain("<math");
  });
});

describe("limits on the output of formulas:", () => {
  it.each([
    ["logo commands", `$${"\\LaTeX".repeat(60)}$`],
    ["empty cells", `$\\begin{matrix}${"&".repeat(200)}\\end{matrix}$`],
    ["aligned cells", `$\\begin{aligned}${"&".repeat(200)}\\end{aligned}$`],
    ["cases", `$\\begin{cases}${"&\\\\".repeat(80)}\\end{cases}$`],
  ])("%s are shown as source", (_, source) => {
    const html = renderMarkdown(source);
    expect(html).not.toContain("<math");
    expect(html).toContain("math-error");
  });

  it.each([
    [
      "a matrix of a hundred digits",
      `$$\\begin{pmatrix}${`${"0&".repeat(9)}1\\\\`.repeat(10)}\\end{pmatrix}$$`,
    ],
    ["many short formulas", "$x$, $y'$ and $z_1$; ".repeat(30)],
    ["a system of equations", `$$\\begin{aligned}${"a_i&=b_i+c\\\\".repeat(30)}\\end{aligned}$$`],
  ])("%s can be rendered", (_, source) => {
    expect(renderMarkdown(source)).not.toContain("math-error");
  });

  it("costly input of 5,000 characters renders to fewer than 160,000", () => {
    for (const unit of [
      "$\\LaTeX$ ",
      "$x$ ",
      "$a'$ ",
      "$\\begin{matrix}&&&&\\end{matrix}$",
      "*a*",
      "[](a)",
      "|",
      '"',
      "- \n",
    ]) {
      const filledSource = unit.repeat(Math.floor(5000 / unit.length));
      for (const source of [filledSource, `\`\`\`js\n${filledSource}`, `|a|b|\n|-|-|\n${filledSource}`])
        expect(renderMarkdown(source).length, unit).toBeLessThan(160_000);
    }
    expect(renderMarkdown(`\`\`\`js\n${"0;".repeat(2490)}\n\`\`\``).length).toBeLessThan(160_000);
  });

  it("formulas can be left as source", () => {
    const html = renderMarkdown("so $x$ is", { hasFormulas: false });
    expect(html).not.toContain("<math");
    expect(html).toContain("$x$");
    expect(renderMarkdown("so $x$ is")).toContain("<math");
  });
});

describe("TeX that can't be rendered", () => {
  it.each([
    ["$\\frac{1$", "$\\frac{1$"],
    ["$\\nosuchcommand{x}$", "$\\nosuchcommand{x}$"],
    ["$\\hat_x$", "$\\hat_x$"],
    ["$$\n\\begin{matrix}a & b\n$$", "$$\\begin{matrix}a &amp; b$$"],
  ])("such as %j stays readable", (source, expectedHtml) => {
    const html = renderMarkdown(source);
    expect(html).not.toContain("<math");
    expect(html).toContain(expectedHtml);
  });

  it("stays readable if it is too long", () => {
    const html = renderMarkdown(`$$\n${"x+".repeat(1500)}x\n$$`);
    expect(html).not.toContain("<math");
    expect(html).toContain("x+x+x");
  });

  it("is marked as such", () => {
    expect(renderMarkdown("$\\frac{<$")).toContain('<code class="math-error">$\\frac{&lt;$</code>');
  });
});
