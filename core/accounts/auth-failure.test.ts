import { expect, test } from "vitest";
import { authFailure } from "./auth-failure.ts";

const rules = { minLength: 8, characterSets: [] };

test("a weak password is at its field, a sentence for each reason; unknown reasons are left out", () => {
  const failure = authFailure(
    { code: "weak_password", message: "All of it.", reasons: ["length", "pwned", "gravity"] },
    { rules },
  );
  expect(failure.field).toBe("password");
  expect(failure.reasons).toEqual([
    "Password should be at least 8 characters.",
    "Password is known to be weak and easy to guess, please choose a different one.",
  ]);
});

test("what else speaks against a password is one reason", () => {
  const message = "New password should be different from the old password.";
  expect(authFailure({ code: "same_password", message }, { rules })).toMatchObject({
    field: "password",
    reasons: [message],
  });
});

test("plainer words stand in for the protocol's, but not where its own are asked for", () => {
  const refused = { code: "otp_expired", message: "Token has expired or is invalid" };
  expect(authFailure(refused, { rules }).message).toBe("This code is not right, or its time is over.");
  expect(authFailure(refused, { rules, inOwnWords: true }).message).toBe(refused.message);
  const silent = { code: "unreachable", message: "Failed to fetch" };
  expect(authFailure(silent, { rules, inOwnWords: true }).message).toMatch(/cannot be reached/);
});

test.each([
  ["Unable to validate email address: invalid format", "email"],
  ["Password cannot be longer than 72 characters", "password"],
  ["Something else", null],
])("a request that is not valid is put at the field that it names: %s", (message, field) => {
  expect(authFailure({ code: "validation_failed", message }, { rules }).field).toBe(field);
});
