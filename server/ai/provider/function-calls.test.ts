import { expect, test } from "vitest";
import { createCallCollector } from "./function-calls.ts";

test("calls with missing or repeated IDs get unique ones", () => {
  const collector = createCallCollector();
  const ids = ["call_2", "", "call_2", "", "call_9"];
  collector.add(ids.map((id, index) => ({ index, id, name: "search", arguments: "{}", extra: null })));
  const uniqueIds = collector.finish().map(({ id }) => id);
  expect(new Set(uniqueIds).size).toBe(ids.length);
  expect([uniqueIds[0], uniqueIds[4]]).toEqual(["call_2", "call_9"]);
});
