import { expect, test } from "vitest";
import { findInputProblem, getErrorMessage, getStatusMessage } from "./messages.ts";

test.each([
  [429, "Slow down", "Rate limits exceeded. Please try again later."],
  [402, undefined, "Payment required. Please add funds to your AI provider workspace."],
  [503, "The model is overloaded.", "The model is overloaded."],
  [500, undefined, "Failed to connect to AI service"],
  [500, " ", "Failed to connect to AI service"],
  [500, { message: "an object" }, "Failed to connect to AI service"],
])("status %d with the error %j shows: %s", (status, error, message) => {
  expect(getStatusMessage(status, error)).toBe(message);
});

test("an exception's message is shown, or “Unknown error occurred” if it has none", () => {
  expect(getErrorMessage(new Error("The answer was cut off."))).toBe("The answer was cut off.");
  expect(getErrorMessage(new Error(""))).toBe("Unknown error occurred");
  expect(getErrorMessage("thrown")).toBe("Unknown error occurred");
});

test("blank and oversized inputs are rejected", () => {
  expect(findInputProblem(" \n\t")).toBe("Please enter some text to analyze");
  expect(findInputProblem("x".repeat(61_234))).toBe("Enter at most 60,000 characters. This text has 61,234.");
  expect(findInputProblem("x".repeat(60_000))).toBeNull();
});

test.each([
  "Failed to fetch",
  "network error",
  "NetworkError when attempting to fetch resource.",
  "Error in input stream",
  "Load failed",
  "Failed to fetch dynamically imported module: /assets/ask-tool.js",
])("the browser's own error “%s” becomes a message that says what to do", (message) => {
  expect(getErrorMessage(new TypeError(message))).toBe(
    "We can't reach the server. Please try again in a moment.",
  );
});
