import { expect, test } from "vitest";
import { renderComments } from "./render-comments.ts";

const render = (contents: readonly string[]) =>
  [
    ...renderComments(
      contents.map((content, index) => ({ id: String(index), content })),
      {},
    ).values(),
  ].map(String);
const getSize = (html: readonly string[]) => html.join("").length;

test("a page of hostile comments stays small, and ordinary ones among them are rendered normally", () => {
  const formulaComments = Array.from(
    { length: 38 },
    (_, index) => `${index} ${"$\\begin{matrix}&\\end{matrix}$ ".repeat(150)}`,
  );
  const codeComments = Array.from(
    { length: 38 },
    (_, index) => `${index}\n\n\`\`\`js\n${"0;".repeat(2400)}\n\`\`\``,
  );
  for (const [name, filler] of [
    ["formulas", formulaComments],
    ["code", codeComments],
    ["ampersands", Array.from({ length: 38 }, () => "&".repeat(5000))],
  ] as const) {
    const html = render(["**Mass** is energy: $E=mc^2$.", ...filler, "A [link](https://example.org/)."]);
    expect(getSize(html), name).toBeLessThan(1_000_000);
    expect(html[0]).toMatch(/<strong>Mass<\/strong>.*<math>/s);
    expect(html.at(-1)).toContain('href="https://example.org/"');
  }
  // Shown as source, ampersands still grow to five times their length, but formulas and code hardly grow.
  expect(getSize(render(codeComments))).toBeLessThan(600_000);
  expect(getSize(render(formulaComments))).toBeLessThan(600_000);
});

test("a long discussion with a formula in every comment shows all the formulas", () => {
  const html = render(
    Array.from(
      { length: 200 },
      (_, index) =>
        `Comment ${index}: $\\sum_{n=1}^{${index}} \\frac{1}{n^2}$ is **less** than two. ${"words ".repeat(20)}`,
    ),
  );
  for (const commentHtml of html) expect(commentHtml).toMatch(/<math>.*<strong>less/s);
});
