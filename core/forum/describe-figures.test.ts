import { expect, test } from "vitest";
import { describeFigures } from "./describe-figures.ts";

const listFigures = (members: number, totalPosts: number, todaysPosts: number, onlineNow: number) =>
  describeFigures({ members, totalPosts, todaysPosts, onlineNow }).map(
    ({ figure, label }) => `${figure} ${label}`,
  );

test("a community's counts have labels in the singular or plural", () => {
  expect(listFigures(1, 1, 1, 1)).toEqual(["1 member", "1 post", "1 post today", "1 online now"]);
  expect(listFigures(2847, 2, 0, 3)).toEqual(["2,847 members", "2 posts", "0 posts today", "3 online now"]);
});
