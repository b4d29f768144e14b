import { expect, test } from "vitest";
import { buildToolsHref, parseToolsQuery } from "./tools-query.ts";

const parse = (search: string) => parseToolsQuery(new URLSearchParams(search));

test("a URL selects a tool, a filter and an example", () => {
  const query = parse("tool=scanner&filter=security&example=1");
  expect(query).toMatchObject({ tool: { id: "scanner" }, filter: "Security", example: 1 });
  expect(buildToolsHref(query)).toBe("/ai-tools?tool=scanner&filter=security&example=1");
});

test("unknown values are ignored", () => {
  expect(parse("tool=oracle&filter=weather&example=99")).toEqual({
    tool: null,
    filter: "All",
    example: null,
    conversation: null,
  });
  expect(parse("")).toEqual({ tool: null, filter: "All", example: null, conversation: null });
  expect(buildToolsHref(parse("tool=__proto__"))).toBe("/ai-tools");
});
