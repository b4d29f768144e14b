import { expect, test } from "vitest";
import { parseVote } from "./answer-buttons.ts";

test("a vote is exactly 1 or -1", () => {
  const read = (vote?: string) => {
    const form = new FormData();
    if (vote !== undefined) form.set("vote", vote);
    return parseVote(form);
  };
  expect(read("1")).toBe(1);
  expect(read("-1")).toBe(-1);
  for (const vote of [undefined, "", "0", "2", "up", "1e0", "+1", " 1", "-1.0", "Infinity"])
    expect(read(vote), vote).toBeNaN();
});
