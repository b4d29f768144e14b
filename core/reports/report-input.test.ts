import { expect, test } from "vitest";
import { checkReport } from "./report-input.ts";

test("a report's text that shows nothing is none, and one of “other” needs words", () => {
  for (const text of ["", " \n", "\u2800\u3164", "\u2063\u200b"]) {
    expect(checkReport({ reason: "spam", text })).toEqual({ reason: "spam", text: "" });
    expect(() => checkReport({ reason: "other", text })).toThrow(
      expect.objectContaining({ code: "missing_information", fields: { text: expect.any(String) } }),
    );
  }
});
