import { expect, test } from "vitest";
import { ratePassword } from "./password-strength.ts";

const rules = { minLength: 6, characterSets: [] };
const getLevel = (password: string, owner = {}) => ratePassword(password, rules, owner).level;

test("a password the server refuses has level 0 and the server's reasons", () => {
  expect(ratePassword("abc12", rules)).toEqual({
    level: 0,
    label: "Too weak",
    reasons: ["Password should be at least 6 characters."],
  });
  expect(ratePassword("password", rules).reasons).toHaveLength(1);
  expect(getLevel("annlee99", { username: "Ann Lee" })).toBe(0);
  expect(ratePassword("é".repeat(37), rules)).toMatchObject({ level: 0, label: "Too long" });
});

test("longer and more varied passwords are stronger", () => {
  const levels = ["rtzu4", "rtzkwm", "rtzk4wmb", "rtzK4wmb!p", "rtzK4wmb!pXq7cV"].map((text) =>
    getLevel(text),
  );
  expect(levels).toEqual([0, 1, 2, 3, 4]);
});

test("sequences and repetitions add little strength", () => {
  expect(getLevel("aaaaaaaaaaaaaaaaaaaa")).toBe(0);
  expect(getLevel("abcdefghijklmnopqrst")).toBe(0);
  expect(getLevel("kwmaaaaaaaaaaaaaaa")).toBe(1);
  expect(getLevel("kwmabcdefghijklmno")).toBe(1);
  expect(getLevel("correct horse battery staple")).toBe(4);
});
