import * as original from "@solidity-parser/parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readContracts } from "../measure.fixture.ts";
import { parse } from "./load-parser.ts";
import { tokenizeSource } from "./tokenize-source.ts";

/** The tree or the error message. */
function describeResult(parseSource: typeof original.parse, source: string): string {
  try {
    return JSON.stringify(parseSource(source, { range: true }));
  } catch (error) {
    return String(error);
  }
}

const isSame = (source: string) => describeResult(parse, source) === describeResult(original.parse, source);

const contracts = readContracts().map(({ source }) => source);

test("every contract of the samples has the same tree as with the package itself", () => {
  expect(contracts.length).toBeGreaterThan(50);
  expect(contracts.filter((source) => !isSame(source))).toEqual([]);
});

test("a contract with missing, repeated or swapped words has the same tree or error as with the package itself", () => {
  const short = contracts.filter(({ length }) => length < 900);
  const mutation = fc.record({
    source: fc.constantFrom(...short),
    at: fc.nat(),
    kind: fc.constantFrom("remove", "repeat", "swap"),
  });
  fc.assert(
    fc.property(mutation, ({ source, at, kind }) => {
      const tokens = tokenizeSource(source).filter(({ text }) => text !== "");
      const first = tokens[at % (tokens.length - 1)];
      const second = tokens[(at % (tokens.length - 1)) + 1];
      if (first === undefined || second === undefined) return false;
      const replacement = {
        remove: second.text,
        repeat: `${first.text} ${first.text} ${second.text}`,
        swap: `${second.text} ${first.text}`,
      }[kind];
      return isSame(source.slice(0, first.start) + replacement + source.slice(second.end));
    }),
    { numRuns: 60 },
  );
});
