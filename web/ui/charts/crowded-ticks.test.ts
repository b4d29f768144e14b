import { expect, test } from "vitest";
import { dropCrowdedTicks } from "./crowded-ticks.ts";

const getShownPositions = (...positions: number[]) =>
  dropCrowdedTicks(positions.map((at) => ({ at }))).map(({ at }) => at);

test("labels that fit are all shown", () => {
  expect(getShownPositions(0, 0.33, 0.67, 1)).toEqual([0, 0.33, 0.67, 1]);
  expect(getShownPositions(0.5)).toEqual([0.5]);
  expect(getShownPositions()).toEqual([]);
});

test("labels that would touch are dropped so that the distances between the others stay equal", () => {
  // At the ends, labels are shifted inwards: 0 and 0.25 would touch, but 0.25 and 0.5 wouldn't.
  expect(getShownPositions(0, 0.25, 0.5, 0.75, 1)).toEqual([0, 0.5, 1]);
  expect(getShownPositions(...Array.from({ length: 12 }, (_, month) => 0.02 + month / 12))).toHaveLength(4);
});
