import { expect, test } from "vitest";
import { getVoteChange, undoVote } from "./votes.ts";

test("toggle adds a vote, removes the same vote and reverses the opposite one", () => {
  expect(getVoteChange(0, 1, "toggle")).toEqual({ ownVote: 1, up: 1, down: 0 });
  expect(getVoteChange(0, -1, "toggle")).toEqual({ ownVote: -1, up: 0, down: 1 });
  expect(getVoteChange(1, 1, "toggle")).toEqual({ ownVote: 0, up: -1, down: 0 });
  expect(getVoteChange(-1, -1, "toggle")).toEqual({ ownVote: 0, up: 0, down: -1 });
  expect(getVoteChange(1, -1, "toggle")).toEqual({ ownVote: -1, up: -1, down: 1 });
  expect(getVoteChange(-1, 1, "toggle")).toEqual({ ownVote: 1, up: 1, down: -1 });
});

test('with the rule "once", the first vote counts and a second one is refused', () => {
  expect(getVoteChange(0, 1, "once")).toEqual({ ownVote: 1, up: 1, down: 0 });
  for (const previousVote of [1, -1] as const) {
    for (const secondVote of [1, -1] as const) {
      expect(getVoteChange(previousVote, secondVote, "once")).toBeNull();
    }
  }
});

test("undo takes back a vote in either direction, and does nothing without one", () => {
  expect(undoVote(1)).toEqual({ ownVote: 0, up: -1, down: 0 });
  expect(undoVote(-1)).toEqual({ ownVote: 0, up: 0, down: -1 });
  expect(undoVote(0)).toBeNull();
});
