import { readdirSync, readFileSync } from "node:fs";
import { parse } from "@solidity-parser/parser";
import { describe, expect, test } from "vitest";
import { parseQuickly } from "./parse-quickly.ts";
import { tokenizeSource } from "./tokenize-source.ts";

const FOLDER = new URL("../contracts/", import.meta.url);
const read = (text: string) => parseQuickly(text, tokenizeSource(text));

/** As JSON with sorted keys, without undefined values. */
const toComparable = (tree: unknown) =>
  JSON.stringify(tree, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Contracts in which @solidity-parser/parser mistakes `payable` for the name of a mapping's values. */
const PAYABLE_VALUES = ["parking-meter.sol", "ticket-refunds.sol"];

test("each contract of the labeled sets gets the same tree as from @solidity-parser/parser, or none", () => {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".sol"),
  );
  const isRead = paths.map((path) => {
    const text = readFileSync(new URL(path, FOLDER), "utf8");
    const tree = read(text);
    if (tree === null || PAYABLE_VALUES.some((name) => path.endsWith(name))) return tree !== null;
    // The package can't read this version range; parseSolidity replaces it.
    if (/\d - \d/.test(text)) return true;
    expect(toComparable(tree), path).toBe(toComparable(parse(text, { range: true })));
    return true;
  });
  expect(paths.length).toBeGreaterThan(200);
  expect(isRead.filter(Boolean).length / paths.length).toBeGreaterThan(0.95);
});

const inFunction = (code: string) => `contract A { function f() external { ${code} } }`;

describe("the quick parser", () => {
  test.each(['revert("no");', "revert();", "if (a) revert();", "revert Failed(1);"])(
    "reads %s like @solidity-parser/parser",
    (code) => {
      const text = inFunction(code);
      expect(toComparable(read(text))).toBe(toComparable(parse(text, { range: true })));
    },
  );

  test.each([
    "assembly { let a := b sstore(c, add(a, caller())) d.slot := e }",
    "assembly { if a { b := a } switch c case 0 { leave } default { d := e } for { } f { } { g := h() } }",
    "assembly { function f(a) -> b { b := a } a, b := c() }",
  ])("reads names in %s like @solidity-parser/parser", (code) => {
    const text = inFunction(code);
    expect(toComparable(read(text))).toBe(toComparable(parse(text, { range: true })));
  });

  test.each([
    "throw;",
    "var (a, b) = g();",
    "a = @;",
    "a = msg.;",
    "g(p. , 1);",
    "try a { }",
    "a[] = 1;",
    "a = b",
  ])("leaves %s to @solidity-parser/parser", (code) => {
    expect(read(inFunction(code))).toBeNull();
  });

  test.each(["contract { uint a; }", "contract A { struct B { uint ; } }", "contract A {", ""])(
    "leaves %s to @solidity-parser/parser too",
    (text) => {
      expect(read(text)).toBeNull();
    },
  );

  test("still reads contracts after many errors", () => {
    const good = inFunction("a = f(b)[c];");
    const bad = inFunction(`${"if (a) {".repeat(50)} a = ;`);
    for (let count = 0; count < 400; count += 1) read(bad);
    expect(toComparable(read(good))).toBe(toComparable(parse(good, { range: true })));
  });
});
