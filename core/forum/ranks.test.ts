import fc from "fast-check";
import { expect, test } from "vitest";
import { hotRank } from "./hot-rank.ts";
import { wilsonLowerBound } from "./wilson.ts";

const at = new Date("2026-03-01T12:00:00Z");
const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000);

test("among posts of the same age, a higher score is hotter, even below zero", () => {
  const scores = [-200, -30, -3, 0, 2, 10, 11, 500];
  const ranks = scores.map((score) => hotRank(Math.max(score, 0), Math.max(-score, 0), at));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  expect(new Set(ranks).size).toBe(ranks.length);
});

test("a tenfold score is worth 12.5 hours", () => {
  expect(hotRank(100, 0, at)).toBeCloseTo(hotRank(10, 0, later(12.5)), 9);
  expect(hotRank(10, 0, at)).toBeGreaterThan(hotRank(1, 0, later(12)));
  expect(hotRank(10, 0, at)).toBeLessThan(hotRank(1, 0, later(13)));
});

test("an upvote never makes a post colder", () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (up, down) => {
      expect(hotRank(up + 1, down, at)).toBeGreaterThanOrEqual(hotRank(up, down, at));
    }),
  );
});

test("the Wilson bound: few votes rank lower than many with the same share", () => {
  expect(wilsonLowerBound(0, 0)).toBe(0);
  expect(wilsonLowerBound(1, 0)).toBeCloseTo(0.2065, 3);
  expect(wilsonLowerBound(90, 10)).toBeCloseTo(0.8256, 3);
  expect(wilsonLowerBound(0, 50)).toBe(0);
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), (up, down) => {
      const bound = wilsonLowerBound(up, down);
      expect(bound).toBeGreaterThanOrEqual(0);
      expect(bound).toBeLessThanOrEqual(up + down === 0 ? 0 : up / (up + down));
      expect(wilsonLowerBound(up + 1, down)).toBeGreaterThan(bound);
      expect(wilsonLowerBound(up, down + 1)).toBeLessThanOrEqual(bound);
    }),
  );
});
