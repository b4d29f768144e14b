import { readdirSync, readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parse } from "@solidity-parser/parser";
import { describe, expect, test } from "vitest";
import { parseQuickly } from "./parse-quickly.ts";
import { tokenizeSource } from "./tokenize-source.ts";

const FOLDER = new URL("../contracts/", import.meta.url);
const parseText = (text: string) => parseQuickly(text, tokenizeSource(text));

/** Returns a tree as JSON with sorted keys, without undefined values. */
const toComparable = (tree: unknown) =>
  JSON.stringify(tree, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Contracts in which @solidity-parser/parser mistakes `payable` for the name of a mapping's values. */
const PAYABLE_VALUE_FILES = ["parking-meter.sol", "ticket-refunds.sol"];

test("each contract in the labeled sets gets the tree that @solidity-parser/parser returns or, rarely, none", () => {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".sol"),
  );
  const quicklyParsedPaths = paths.filter((path) => {
    const text = readFileSync(new URL(path, FOLDER), "utf8");
    const tree = parseText(text);
    if (tree === null || PAYABLE_VALUE_FILES.some((name) => path.endsWith(name))) return tree !== null;
    // @solidity-parser/parser can't parse this version range; parseSolidity replaces it.
    if (/\d - \d/.test(text)) return true;
    expect(toComparable(tree), path).toBe(toComparable(parse(text, { range: true })));
    return true;
  });
  expect(paths.length).toBeGreaterThan(200);
  expect(quicklyParsedPaths.length / paths.length).toBeGreaterThan(0.95);
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const wrapInFunction = (code: string) => `contract A { function f() external { ${code} } }`;

describe("the quick parser", () => {
  test.each(['revert("no");', "revert();", "if (a) revert();", "revert Failed(1);"])(
    "parses %s like @solidity-parser/parser",
    (code) => {
      const text = wrapInFunction(code);
      expect(toComparable(parseText(text))).toBe(toComparable(parse(text, { range: true })));
    },
  );

  test.each([
    "assembly { let a := b sstore(c, add(a, caller())) d.slot := e }",
    "assembly { if a { b := a } switch c case 0 { leave } default { d := e } for { } f { } { g := h() } }",
    "assembly { function f(a) -> b { b := a } a, b := c() }",
  ])("parses names in %s like @solidity-parser/parser", (code) => {
    const text = wrapInFunction(code);
    expect(toComparable(parseText(text))).toBe(toComparable(parse(text, { range: true })));
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
    "szabo(a);",
    "a = b.default;",
    "revert()[a] = 1;",
    "revert(a,);",
    "address[a] = b;",
    "address payable = b;",
    "address payable;",
    "a >>> b;",
    "for (uint i; i < n; i { a(); }",
    "assembly { a := memory b() }",
    "assembly { a := b + c }",
    'assembly ("memory-safe") { a := b(); }',
  ])("leaves %s to @solidity-parser/parser", (code) => {
    expect(parseText(wrapInFunction(code))).toBeNull();
  });

  test.each([
    "function a(uint256 uint256) external;",
    "function a(uint256 indexed b) external;",
    "function a(, uint256 b) external;",
    "function a() external returns (bool) b;",
    "function a() external 1_000;",
    'function a() external "b";',
    "function a() external view (bool);",
    "function a() external unchecked { }",
    "function a() external payable (b);",
    "function a() external B.c { }",
    "receive a() external payable { }",
    "receive(uint256 a) external payable { }",
    "event A(uint256 calldata b);",
    "mapping(address => a uint256) public b;",
    "mapping(address => uint256) public bool;",
    "struct A { ; uint b; }",
    "struct A { uint b; ; }",
    "using uint256 for B;",
    "using A for function global;",
    "struct A { uint b; function; }",
    "function a() external function returns (bool);",
  ])("leaves %s in a contract to @solidity-parser/parser", (member) => {
    expect(parseText(`contract C { ${member} }`)).toBeNull();
  });

  test.each(["contract { uint a; }", "contract A { struct B { uint ; } }", "contract A {", ""])(
    "leaves %s to @solidity-parser/parser too",
    (text) => {
      expect(parseText(text)).toBeNull();
    },
  );

  test("doesn't accumulate failed instances of the parser", async () => {
    const instances: WeakRef<object>[] = [];
    const { Instance } = WebAssembly;
    WebAssembly.Instance = class extends Instance {
      constructor(...parameters: ConstructorParameters<typeof Instance>) {
        super(...parameters);
        instances.push(new WeakRef(this));
      }
    };
    try {
      for (let count = 0; count < 20; count += 1) parseText(wrapInFunction("a = ;"));
    } finally {
      WebAssembly.Instance = Instance;
    }
    expect(instances.length).toBeGreaterThan(10);
    // Weak references stay valid until the end of the current task.
    await setImmediate();
    collectGarbage();
    expect(instances.filter((instance) => instance.deref() !== undefined).length).toBeLessThan(3);
  });

  test("still parses contracts after many errors", () => {
    const validSource = wrapInFunction("a = f(b)[c];");
    const invalidSource = wrapInFunction(`${"if (a) {".repeat(50)} a = ;`);
    for (let count = 0; count < 400; count += 1) parseText(invalidSource);
    expect(toComparable(parseText(validSource))).toBe(toComparable(parse(validSource, { range: true })));
  });
});
