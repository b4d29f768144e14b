import { expect, test } from "vitest";
import { readToolsAddress, toolsHref } from "./address.ts";

const read = (search: string) => readToolsAddress(new URLSearchParams(search));

test("a URL has a tool, a filter and an example", () => {
  const address = read("tool=scanner&filter=security&example=1");
  expect(address).toMatchObject({ tool: { id: "scanner" }, filter: "Security", example: 1 });
  expect(toolsHref(address)).toBe("/ai-tools?tool=scanner&filter=security&example=1");
});

test("unknown values are ignored", () => {
  expect(read("tool=oracle&filter=weather&example=99")).toEqual({ tool: null, filter: "All", example: null });
  expect(read("")).toEqual({ tool: null, filter: "All", example: null });
  expect(toolsHref(read("tool=__proto__"))).toBe("/ai-tools");
});
