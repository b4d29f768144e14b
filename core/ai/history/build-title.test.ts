import { expect, test } from "vitest";
import { buildTitle, toTitle } from "./build-title.ts";
import { TITLE_MAX } from "./limits.ts";

test("the title of a conversation is its first question, on one line", () => {
  expect(buildTitle("chatbot", "  What is\n a rollup? ")).toBe("What is a rollup?");
  expect(buildTitle("optimizer", "BTC 0.5\nETH 4")).toBe("BTC 0.5 ETH 4");
});

test("a long question is cut between words", () => {
  const title = buildTitle("chatbot", "words and ".repeat(50));
  expect(title.length).toBeLessThanOrEqual(TITLE_MAX);
  expect(title).toMatch(/ (?:words|and)…$/);
  expect(toTitle("x".repeat(500))).toBe(`${"x".repeat(TITLE_MAX - 1)}…`);
  expect(toTitle("😀".repeat(100))).not.toMatch(/[\uD800-\uDBFF]…$/);
});

test("the title of a scan consists of the contracts' names, ignoring comments", () => {
  const code =
    "// SPDX: contract Fake\npragma solidity 0.8.24;\nlibrary Safe {}\nabstract contract Vault is Base {}";
  expect(buildTitle("scanner", code)).toBe("Safe, Vault");
  expect(buildTitle("scanner", "function f() {}")).toBe("function f() {}");
});

test("control and direction characters become spaces", () => {
  expect(toTitle("a\u0000b\u202Ec")).toBe("a b c");
  expect(toTitle(" \u0007\n")).toBe("");
  expect(buildTitle("chatbot", "\u202E")).toBe("Untitled");
});
