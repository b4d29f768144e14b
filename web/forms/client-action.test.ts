import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { INVALID_REQUEST } from "#core/messages.ts";
import { describeFailure } from "./client-action.ts";

const SERVER_ERROR = "Something went wrong on our side. Nothing was changed.";

test.each([
  [new ErrorResponse(400, "", INVALID_REQUEST.message), INVALID_REQUEST.message],
  [new ErrorResponse(429, "", '{"error":{"message":"Slow down."}}'), "Slow down."],
  [new ErrorResponse(413, "", "<html>"), "Your request is too large. Use less text or a smaller file."],
  [new ErrorResponse(500, "", '{"error":{"message":"Details"}}'), SERVER_ERROR],
  [new Error("bug"), SERVER_ERROR],
  [new TypeError("Failed to fetch"), "We can't reach the server. Please try again in a moment."],
])("the message for a failed request fits its cause: %#", (error, message) => {
  expect(describeFailure(error)).toBe(message);
});
