import { expect, test } from "vitest";
import { applyVote, undoVote } from "./votes.ts";

test("toggle: adds a vote, removes the same vote, reverses the opposite one", () => {
  expect(applyVote(0, 1, "toggle")).toEqual({ ownVote: 1, upvotes: 1, downvotes: 0 });
  expect(applyVote(0, -1, "toggle")).toEqual({ ownVote: -1, upvotes: 0, downvotes: 1 });
  expect(applyVote(1, 1, "toggle")).toEqual({ ownVote: 0, upvotes: -1, downvotes: 0 });
  expect(applyVote(-1, -1, "toggle")).toEqual({ ownVote: 0, upvotes: 0, downvotes: -1 });
  expect(applyVote(1, -1, "toggle")).toEqual({ ownVote: -1, upvotes: -1, downvotes: 1 });
  expect(applyVote(-1, 1, "toggle")).toEqual({ ownVote: 1, upvotes: 1, downvotes: -1 });
});

test("once: the first vote counts and a second one is refused", () => {
  expect(applyVote(0, 1, "once")).toEqual({ ownVote: 1, upvotes: 1, downvotes: 0 });
  for (const before of [1, -1] as const) {
    for (const again of [1, -1] as const) {
      expect(applyVote(before, again, "once")).toBeNull();
    }
  }
});

test("undo: takes back a vote in either direction, and does nothing without one", () => {
  expect(undoVote(1)).toEqual({ ownVote: 0, upvotes: -1, downvotes: 0 });
  expect(undoVote(-1)).toEqual({ ownVote: 0, upvotes: 0, downvotes: -1 });
  expect(undoVote(0)).toBeNull();
});
