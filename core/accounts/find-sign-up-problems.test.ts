import { expect, test } from "vitest";
import { findSignUpProblems } from "./find-sign-up-problems.ts";

const RULES = { minLength: 6, characterSets: [] };

test("each invalid field of a sign-up is reported separately", () => {
  const problems = findSignUpProblems({ username: "a", email: "ann@", password: "abc" }, RULES);
  expect(problems.username).toEqual(expect.any(String));
  expect(problems.email).toEqual(expect.any(String));
  expect(problems.password).not.toEqual([]);
});

test("valid fields have no problems", () => {
  const input = { username: "Ann", email: "ann@example.org", password: "correct horse battery" };
  expect(findSignUpProblems(input, RULES)).toEqual({ username: undefined, email: undefined, password: [] });
});
