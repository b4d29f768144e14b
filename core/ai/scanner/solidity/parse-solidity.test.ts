import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@solidity-parser/parser";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSamples } from "../measure.fixture.ts";
import { parseSolidity } from "./parse-solidity.ts";

const grammar = readFileSync(join(import.meta.dirname, "../contracts/grammar.sol"), "utf8");

/** Ours alone: places, and assembly, of which only the calls are kept. */
const OURS = new Set(["start", "end", "nameStart"]);

/** Where our tree says something else than the other; empty where all that ours holds is in the other as well. */
function differences(ours: unknown, theirs: unknown, path = ""): string[] {
  if (Array.isArray(ours)) {
    if (!Array.isArray(theirs) || ours.length !== theirs.length) return [`${path}: another number`];
    return ours.flatMap((part, index) => differences(part, theirs[index], `${path}.${index}`));
  }
  if (typeof ours !== "object" || ours === null) {
    return ours === (theirs ?? null)
      ? []
      : [`${path}: ${JSON.stringify(ours)} and ${JSON.stringify(theirs)}`];
  }
  if (typeof theirs !== "object" || theirs === null) return [`${path}: missing`];
  if ("type" in ours && ours.type === "AssemblyBlock") return [];
  const other = new Map<string, unknown>(Object.entries(theirs));
  return Object.entries(ours).flatMap(([key, value]) =>
    OURS.has(key) ? [] : differences(value, other.get(key), `${path}/${key}`),
  );
}

function read(source: string) {
  const result = parseSolidity(source);
  if (result.kind !== "read") throw new Error(JSON.stringify(result));
  return result;
}

describe("the tree", () => {
  test("is that of @solidity-parser/parser for every form of the grammar", () => {
    expect(differences(read(grammar).unit, parse(grammar))).toEqual([]);
  });

  test("is that of @solidity-parser/parser for the longer samples", () => {
    const samples = readSamples().filter(({ set }) => set === "field" || set === "fresh");
    for (const { name, source } of samples)
      expect([name, ...differences(read(source).unit, parse(source))]).toEqual([name]);
  });

  test("reads a chain of assignments from the right, as the language says", () => {
    const [contract] = read("contract A { function f() public { a = b = c; } }").unit.children;
    expect(JSON.stringify(contract)).toContain('"operator":"=","left":{"type":"Identifier","name":"a"');
  });
});

describe("what cannot be read", () => {
  test("says where", () => {
    const source = "contract A {\n  function f() public {\n    uint x = ;\n  }\n}";
    const result = parseSolidity(source);
    expect(result).toMatchObject({ kind: "unreadable", offset: source.indexOf("= ;") + 2 });
  });

  test("names the contract that is never closed", () => {
    expect(parseSolidity("\ncontract A { uint x;")).toMatchObject({
      kind: "unreadable",
      message: expect.stringContaining("A (opened on line 2)"),
    });
  });

  const DEEP = [
    "(",
    "{",
    "[",
    "if(a)",
    "!",
    "a=",
    "a?",
    "f(",
    "x[",
    "unchecked{",
    "1+",
    "a.b().",
    "try a(){",
    "new A[](",
    "-",
  ];
  test.each(DEEP)("is refused, without an overflow, when it lies %s deep", (part) => {
    const source = `contract A { function f() public { x = ${part.repeat(59_000 / part.length)}`;
    expect(parseSolidity(source).kind).toBe("unreadable");
  });

  test("is never an error of ours, whatever is cut, doubled or put in", () => {
    const sources = [grammar, ...readSamples().map(({ source }) => source)];
    const change = fc.record({
      source: fc.constantFrom(...sources),
      at: fc.nat(3_000),
      cut: fc.nat(60),
      put: fc.oneof(
        fc.constantFrom("{", "}", "(", "[", '"', "/*", ";", "=", "\u202e", "\\", "assembly {", "is"),
        fc.string(),
      ),
    });
    fc.assert(
      fc.property(change, ({ source, at, cut, put }) => {
        const place = at % source.length;
        const changed = source.slice(0, place) + put + source.slice(place + cut);
        expect(["read", "unreadable", "not-solidity"]).toContain(parseSolidity(changed).kind);
      }),
      { numRuns: 400, seed: 5 },
    );
  });
});

describe("prose around a contract", () => {
  test("is passed over, before, between and after", () => {
    const source =
      "Don't trust this contract is it safe?\n\ncontract A { uint x; }\n\nAnd the second:\ncontract B {}\nThanks!";
    const { unit, passedOver } = read(source);
    expect(unit.children.map((child) => child.type)).toEqual(["ContractDefinition", "ContractDefinition"]);
    expect(passedOver.map(({ start, end }) => source.slice(start, end))).toEqual([
      "Don't trust this contract is it safe?",
      "And the second:",
      "Thanks!",
    ]);
  });

  test("hides no bracket too many", () => {
    expect(parseSolidity("contract A { } }").kind).toBe("unreadable");
  });

  test("alone is no Solidity", () => {
    expect(parseSolidity("Is this contract safe? function follows form (they say).").kind).toBe(
      "not-solidity",
    );
  });
});
