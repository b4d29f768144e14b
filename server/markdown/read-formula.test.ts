import fc from "fast-check";
import { expect, test } from "vitest";
import { readFormula } from "./read-formula.ts";

test.each([
  ["x", "x"],
  ["a_1 + b^2", "a₁ + b²"],
  ["x^{10}", "x¹⁰"],
  ["e^{-rT}", "e^(-rT)"],
  ["a_i", "a_i"],
  ["\\frac{1}{2}", "1/2"],
  ["\\frac{a+b}{\\sqrt{2}}", "(a+b)/(√2)"],
  ["\\alpha\\lvert0\\rangle + \\beta\\lvert1\\rangle", "α|0⟩ + β|1⟩"],
  ["S \\le 2\\sqrt 2", "…"],
  ["S \\leq 2\\sqrt{2}", "S ≤ 2√2"],
  ["\\log n", "log n"],
  ["\\text{supply} \\times \\mathrm{price}", "supply × price"],
  ["\\left( \\frac{x}{y} \\right)", "( x/y )"],
  ["\\{a, b\\}", "{a, b}"],
  ["10\\%", "10%"],
  ["\\begin{pmatrix}1&0\\end{pmatrix}", "…"],
  ["\\nosuchcommand{x}", "…"],
  ["x \\constructor", "…"],
  ["\\frac{1", "…"],
  ["a & b", "…"],
  ["x".repeat(300), "…"],
])("%s becomes %s", (tex, text) => {
  expect(readFormula(tex)).toBe(text);
});

test("any formula becomes at most 80 characters of text without TeX", () => {
  const part = fc.constantFrom(
    ..."\\frac \\sqrt \\text \\alpha { } ^ _ & \\\\ \\{ \\} \\left ( ) x 2 ~ $ \\,".split(" "),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 4 })), { maxLength: 40 }), (parts) => {
      const text = readFormula(parts.join(""));
      expect(text).not.toMatch(/\\|(?![\n\t])\p{Cc}/u);
      expect(text.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(80);
    }),
  );
});
