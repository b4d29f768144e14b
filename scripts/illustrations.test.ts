import { expect, test } from "vitest";
import { buildIllustrations } from "./illustrations.ts";

test("each illustration has a name, is at most 1 kB, and takes its colors from the page", () => {
  const symbols = buildIllustrations().split("</symbol>").slice(0, -1);
  const names = symbols.map((symbol) => /id="empty-(\w+)"/.exec(symbol)?.[1]);
  expect(names).toEqual(["talk", "search", "inbox", "page"]);
  for (const symbol of symbols) {
    expect(symbol.length).toBeLessThanOrEqual(1000);
    expect(symbol).not.toMatch(/#[0-9a-f]{3}|rgb|fill=/);
    expect(symbol).toContain('stroke="currentColor"');
  }
});
