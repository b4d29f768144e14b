import { expect, test } from "vitest";
import { readClientError, toAuthFailure } from "./auth-failure.ts";

const rules = { minLength: 8, characterSets: [] };

test("a weak password is reported at its field, with a sentence per known reason", () => {
  const failure = toAuthFailure(
    { code: "weak_password", message: "All of it.", reasons: ["length", "pwned", "gravity"] },
    { rules },
  );
  expect(failure.field).toBe("password");
  expect(failure.reasons).toEqual([
    "Password should be at least 8 characters.",
    "Password is known to be weak and easy to guess, please choose a different one.",
  ]);
});

test("any other problem with a password is given as a single reason", () => {
  const message = "New password should be different from the old password.";
  expect(toAuthFailure({ code: "same_password", message }, { rules })).toMatchObject({
    field: "password",
    reasons: [message],
  });
});

test("plain wording replaces the protocol's unless the server's message is requested", () => {
  const serverError = { code: "otp_expired", message: "Token has expired or is invalid" };
  expect(toAuthFailure(serverError, { rules }).message).toBe(
    "Incorrect or expired code. Check it, or request a new one.",
  );
  expect(toAuthFailure(serverError, { rules, usesServerMessage: true }).message).toBe(serverError.message);
  const networkError = { code: "unreachable", message: "Failed to fetch" };
  expect(toAuthFailure(networkError, { rules, usesServerMessage: true }).message).toMatch(/can't reach/);
});

test("a send limit is explained, but the server's message is shown if it says how long to wait", () => {
  const code = "over_email_send_rate_limit";
  expect(toAuthFailure({ code, message: "email rate limit exceeded" }, { rules }).message).toBe(
    "Too many emails have been requested. Please try again in an hour.",
  );
  const message = "For security purposes, you can only request this after 42 seconds.";
  expect(toAuthFailure({ code, message }, { rules }).message).toBe(message);
});

test.each([
  ["Unable to validate email address: invalid format", "email"],
  ["Password cannot be longer than 72 characters", "password"],
  ["Something else", null],
])("an invalid request is reported at the field it mentions: %s", (message, field) => {
  expect(toAuthFailure({ code: "validation_failed", message }, { rules }).field).toBe(field);
});

test.each(["__proto__", "constructor", "toString"])(
  "an unknown code (%s) gets no message of ours",
  (code) => {
    expect(toAuthFailure({ code, message: "No." }, { rules })).toEqual({
      code,
      message: "No.",
      field: null,
      reasons: [],
    });
  },
);

test("the auth client's error says whether the server failed or can't be reached", () => {
  const readMessage = (status: number) => {
    const error = Object.assign(new Error("Error"), { name: "AuthRetryableFetchError", status });
    return toAuthFailure(readClientError(error), { rules, usesServerMessage: true }).message;
  };
  expect(readMessage(500)).toBe("The problem is on our side. We've logged it.");
  for (const status of [0, 502, 503, 504, 522]) expect(readMessage(status)).toMatch(/can't reach the server/);
  expect(readClientError(new TypeError("Failed to fetch")).code).toBe("unreachable");
  const refusal = Object.assign(new Error("Invalid login credentials"), { code: "invalid_credentials" });
  expect(readClientError(refusal)).toEqual({
    code: "invalid_credentials",
    message: "Invalid login credentials",
  });
});
