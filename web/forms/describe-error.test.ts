import { expect, test } from "vitest";
import { findField, getErrorMessage } from "./describe-error.ts";

test("a code or intent that every object inherits a property for has no message or field", () => {
  expect(getErrorMessage("constructor", "The server's message.")).toBe("The server's message.");
  expect(findField("constructor", "email")).toBeUndefined();
  expect(findField("validation_failed", "constructor")).toBeUndefined();
});
