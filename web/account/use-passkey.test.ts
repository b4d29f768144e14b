import { AuthRetryableFetchError, AuthUnknownError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { describePasskeyProblem } from "./use-passkey.ts";

const UNREACHABLE = "We can't reach the server. Please try again in a moment.";
const BROWSER_FAILED = "Your browser couldn't use a passkey. Try again in a moment.";

test.each([
  ["a failed connection", new AuthRetryableFetchError("Failed to fetch", 0), UNREACHABLE],
  [
    "a module that couldn't be loaded",
    new TypeError("Failed to fetch dynamically imported module: https://site.example/a.js"),
    UNREACHABLE,
  ],
  [
    "a request that the user canceled",
    new DOMException("The operation either timed out or was not allowed.", "NotAllowedError"),
    "The passkey request was canceled or timed out. You can try again.",
  ],
  [
    "another error of the browser",
    new DOMException("The operation is insecure.", "SecurityError"),
    BROWSER_FAILED,
  ],
  ["an error of the auth client", new AuthUnknownError("WebAuthn ceremony failed", null), BROWSER_FAILED],
  ["no error", null, BROWSER_FAILED],
])("%s is explained in plain words", (_, error, message) => {
  expect(describePasskeyProblem(error)).toBe(message);
});
