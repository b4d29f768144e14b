import fc from "fast-check";
import { expect, test } from "vitest";
import { computeHotRank } from "./hot-rank.ts";
import { computeWilsonLowerBound } from "./wilson.ts";

const createdAt = new Date("2026-03-01T12:00:00Z");
const addHours = (hours: number) => new Date(createdAt.getTime() + hours * 3_600_000);

test("among posts of the same age, a higher score gives a higher rank, even below zero, but −1, 0 and 1 rank equally", () => {
  const scores = [-200, -30, -3, 0, 2, 10, 11, 500];
  const ranks = scores.map((score) => computeHotRank(Math.max(score, 0), Math.max(-score, 0), createdAt));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  expect(new Set(ranks).size).toBe(ranks.length);
  const rank = computeHotRank(0, 0, createdAt);
  expect([computeHotRank(0, 1, createdAt), computeHotRank(1, 0, createdAt)]).toEqual([rank, rank]);
});

test("a tenfold score is worth 12.5 hours", () => {
  expect(computeHotRank(100, 0, createdAt)).toBeCloseTo(computeHotRank(10, 0, addHours(12.5)), 9);
  expect(computeHotRank(10, 0, createdAt)).toBeGreaterThan(computeHotRank(1, 0, addHours(12)));
  expect(computeHotRank(10, 0, createdAt)).toBeLessThan(computeHotRank(1, 0, addHours(13)));
});

test("an upvote never lowers a post's rank", () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (up, down) => {
      expect(computeHotRank(up + 1, down, createdAt)).toBeGreaterThanOrEqual(
        computeHotRank(up, down, createdAt),
      );
    }),
  );
});

test("the Wilson bound is lower for few votes, rises with each upvote, and never rises with a downvote", () => {
  expect(computeWilsonLowerBound(0, 0)).toBe(0);
  expect(computeWilsonLowerBound(1, 0)).toBeCloseTo(0.2065, 3);
  expect(computeWilsonLowerBound(90, 10)).toBeCloseTo(0.8256, 3);
  expect(computeWilsonLowerBound(0, 50)).toBe(0);
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), (up, down) => {
      const bound = computeWilsonLowerBound(up, down);
      expect(bound).toBeGreaterThanOrEqual(0);
      expect(bound).toBeLessThanOrEqual(up + down === 0 ? 0 : up / (up + down));
      expect(computeWilsonLowerBound(up + 1, down)).toBeGreaterThan(bound);
      expect(computeWilsonLowerBound(up, down + 1)).toBeLessThanOrEqual(bound);
    }),
  );
});
