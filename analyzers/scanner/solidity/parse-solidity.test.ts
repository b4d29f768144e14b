import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readContracts } from "../measure.fixture.ts";
import { parseSolidity } from "./parse-solidity.ts";

const grammar = readFileSync(join(import.meta.dirname, "../contracts/grammar.sol"), "utf8");

function parse(source: string) {
  const result = parseSolidity(source);
  if (result.kind !== "parsed") throw new Error(JSON.stringify(result));
  return result;
}

function parseUnreadable(source: string) {
  const result = parseSolidity(source);
  if (result.kind !== "unreadable") throw new Error(JSON.stringify(result.kind));
  return { ...result, rest: source.slice(result.offset) };
}

const wrapInFunction = (code: string): string => `contract A {\n  function f() public {\n    ${code}\n  }\n}`;

describe("the tree", () => {
  test("covers the grammar sample, with the source position of each top-level item", () => {
    const { unit, skipped } = parse(grammar);
    expect(skipped).toEqual([]);
    for (const child of unit.children) {
      const [start, last] = child.range ?? [0, 0];
      expect(grammar.slice(start, last + 1)).toMatch(/^\w[\s\S]*[};]$/);
    }
  });

  test("represents chained assignments as right-associative", () => {
    const source = wrapInFunction("a = b += c = d;");
    const text = JSON.stringify(parse(source).unit, (key, value) => (key === "range" ? undefined : value));
    expect(text).toContain(
      '{"type":"BinaryOperation","operator":"=","left":{"type":"Identifier","name":"a"},"right":{"type":"BinaryOperation","operator":"+=","left":{"type":"Identifier","name":"b"}',
    );
  });

  test("contains members outside contracts at their positions", () => {
    const source = "uint public total;\n\nmodifier once() { _; }\nfunction f() public { total = 1; }\n";
    const { unit } = parse(source);
    expect(
      unit.children.map(({ type, range }) => [type, source.slice(range?.[0], (range?.[1] ?? 0) + 1)]),
    ).toEqual([
      ["StateVariableDeclaration", "uint public total;"],
      ["ModifierDefinition", "modifier once() { _; }"],
      ["FunctionDefinition", "function f() public { total = 1; }"],
    ]);
  });
});

describe("a version", () => {
  test.each(["0.8.0 - 0.8.25", "0.5 - 0.8", "0.4.22 - 0.4.26 || 0.8.1", ">=0.4.22 <0.9.0"])(
    "can be %s",
    (version) => {
      const { unit } = parse(`pragma solidity ${version};\ncontract A { uint x = 1 - 2; }`);
      const [pragma] = unit.children;
      expect(pragma).toMatchObject({ type: "PragmaDirective", name: "solidity" });
      if (version.includes(" - ")) expect(pragma).toMatchObject({ value: version });
    },
  );
});

describe("a nameless contract", () => {
  test.each(["contract { uint x; }", "library { }", "contract is B { uint x; }", "interface\n{ }"])(
    "is an error at its own position: %s",
    (code) => {
      for (const before of ["", "Please read this:\n", "pragma solidity 0.8.1;\n\ncontract B { }\n"]) {
        const { message, offset } = parseUnreadable(`${before}${code}\ncontract C { }`);
        expect(message).toMatch(/^this (?:contract|library|interface) has no name$/);
        expect(offset).toBe(before.length);
      }
    },
  );

  test("isn't confused with prose", () => {
    expect(
      parse("This contract is mine, {really}. A contract is B.\ncontract A { }").unit.children,
    ).toHaveLength(1);
  });
});

describe("a syntax error", () => {
  // The "»" marks the position of the error.
  test.each([
    ["uint x = »;", "unexpected `;`"],
    ["require(ok»;", 'unexpected `;`; expected ")"'],
    ["if (a »{ b; }", 'unexpected `{`; expected ")"'],
    ["x = 5 »5;", 'unexpected `5`; expected ";"'],
    ["x = (1»;", "unexpected `;`"],
    ["foo(1,»,2);", "unexpected"],
    ["a.»;", "unexpected `;`"],
    ["emit »;", "unexpected `;`"],
    ["a = 1;\n    b = x ? y»;\n    c = 2;", "unexpected `;`"],
    ['a.call{value: »}("");', "unexpected `}`"],
    ["new »;", "unexpected `;`"],
    ["a = 1; // fine\n    delete »;", "unexpected `;`"],
    ["for (uint i; i < 3 »i++) {}", 'unexpected `i`; expected ";"'],
    ["x = »@;", "unexpected `@`"],
    ["x = »'abc;", "the string that starts here is not closed on its line"],
    ["»/* abc", "the comment that starts here is never closed with */"],
    ["x = »#;", 'the character "#" has no meaning in Solidity'],
  ])("is reported in plain words, with its position: %s", (code, message) => {
    const source = wrapInFunction(code);
    const error = parseUnreadable(source.replace("»", ""));
    expect([error.offset, error.message]).toEqual([source.indexOf("»"), expect.stringContaining(message)]);
  });

  test.each([
    ["contract A { uint »}", "unexpected `}`"],
    ["contract A { function »}", "unexpected `}`"],
    ["contract A { mapping(a b») c; }", "unexpected `)`"],
    ["contract A is »{ }", "unexpected `{`; expected a name"],
    ["contract A { } »}", "unexpected `}`; expected a contract, a function or the end of the text"],
    ["pragma solidity ^0.8.0\n»contract A {}", 'unexpected `contract`; expected ";"'],
    ["contract A { struct B { uint x; »= } }", "unexpected `=`"],
    ["contract A { uint x = »; }\ncontract B {}", "unexpected `;`"],
    ["uint public x = »;", "unexpected `;`"],
    ["contract A {}\nmodifier m() { require(»; _; }", "unexpected `;`"],
  ])("is reported outside functions too: %s", (source, message) => {
    const error = parseUnreadable(source.replace("»", ""));
    expect([error.offset, error.message]).toEqual([source.indexOf("»"), expect.stringContaining(message)]);
  });

  test("names the unclosed contract", () => {
    expect(parseSolidity("\ncontract A { uint x;")).toMatchObject({
      kind: "unreadable",
      message: 'unexpected end of the text; expected "}" to close contract A (opened on line 2)',
    });
  });

  test.each([
    ["abstract contract A { uint x;", '"}" to close abstract contract A'],
    ["constructor(address a) { x = a;", '"}" to close constructor'],
    ["function f() public { x = 1;", '"}" to close function f'],
    ["function () public payable { x = 1;", '"}" to close function'],
    ["mapping(address => uint) public x", '";" to close mapping'],
    ["uint public x", '";" to close variable x'],
    ["uint constant X = 1", '";" to close variable X'],
    ["uint public immutable x", '";" to close variable x'],
  ])("says what would close %s", (source, expectation) => {
    expect(parseUnreadable(source).message).toBe(
      `unexpected end of the text; expected ${expectation} (opened on line 1)`,
    );
  });

  test("doesn't mention the parser package or its grammar", () => {
    for (const code of ["return return;", "else {}", "uint uint x;", "import x;", "do { } x;", "try a { }"])
      expect(parseUnreadable(wrapInFunction(code)).message).not.toMatch(
        /Identifier|EOF|Literal|null|undefined|Error/,
      );
  });

  const NESTED = "( { [ if(a) ! a= a? f( x[ unchecked{ 1+ a.b(). try~a(){ new~A[]( - if(a){}else~".split(" ");
  test.each(NESTED)("is reported without a stack overflow for deep nesting of %s", (input) => {
    const part = input.replaceAll("~", " ");
    const source = `contract A { function f() public { x = ${part.repeat(59_000 / part.length)}`;
    expect(parseSolidity(source).kind).toBe("unreadable");
  });

  test.each([
    ["blocks", "if(a){}else ".repeat(2_000)],
    ["operators", `x = ${"!".repeat(1_900)}`],
  ])("is reported for very long sequences of %s", (_, part) => {
    const source = wrapInFunction(`${part}b();`);
    expect(parseUnreadable(`pragma solidity 0.8.1;\n${source}`)).toMatchObject({
      message: expect.stringContaining("too deep"),
      offset: 23,
    });
  });

  test("is reported before parsing for extreme nesting and very long statements", () => {
    const nestBrackets = (depth: number) => wrapInFunction(`x = ${"(".repeat(depth)}1${")".repeat(depth)};`);
    expect(parse(nestBrackets(18)).unit.children).toHaveLength(1);
    expect(parseUnreadable(nestBrackets(30)).message).toContain("more than 20 levels deep");
    expect(parseUnreadable(wrapInFunction(`x = ${"1+".repeat(1_500)}1;`)).message).toContain(
      "more than 2,000 tokens",
    );
  });

  test("is never an internal error, whatever is removed or inserted", () => {
    const sources = [grammar, ...readContracts().map(({ source }) => source)];
    const change = fc.record({
      source: fc.constantFrom(...sources),
      at: fc.nat(3_000),
      removed: fc.nat(60),
      inserted: fc.oneof(
        fc.constantFrom("{", "}", "(", "[", '"', "/*", ";", "=", "\u202e", "\\", "assembly {", "is"),
        fc.string(),
      ),
    });
    fc.assert(
      fc.property(change, ({ source, at, removed, inserted }) => {
        const position = at % source.length;
        const changedSource = source.slice(0, position) + inserted + source.slice(position + removed);
        const result = parseSolidity(changedSource);
        expect(["parsed", "unreadable", "not-solidity"]).toContain(result.kind);
        if (result.kind === "unreadable") expect(result.offset).toBeLessThanOrEqual(changedSource.length);
      }),
      { numRuns: 15, seed: 5 },
    );
  });
});

describe("prose", () => {
  test("is skipped before, between and after contracts", () => {
    const source =
      "Don't trust this contract is it safe?\n\ncontract A { uint x; }\n\nAnd the second:\ncontract B {}\nThanks!";
    const { unit, skipped } = parse(source);
    expect(unit.children.map((child) => child.type)).toEqual(["ContractDefinition", "ContractDefinition"]);
    expect(skipped.map(({ start, end }) => source.slice(start, end))).toEqual([
      "Don't trust this contract is it safe?",
      "And the second:",
      "Thanks!",
    ]);
  });

  test("doesn't hide an extra bracket", () => {
    expect(parseSolidity("contract A { } }").kind).toBe("unreadable");
  });

  test("isn't taken for Solidity if there is no contract", () => {
    expect(parseSolidity("Is this contract safe? function follows form (they say).").kind).toBe(
      "not-solidity",
    );
  });
});
