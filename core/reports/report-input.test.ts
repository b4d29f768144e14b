import { expect, test } from "vitest";
import { parseReport } from "./report-input.ts";

test('invisible text counts as empty, and the reason "other" requires text', () => {
  for (const text of ["", " \n", "\u2800\u3164", "\u2063\u200b"]) {
    expect(parseReport({ reason: "spam", text })).toEqual({ reason: "spam", text: "" });
    expect(() => parseReport({ reason: "other", text })).toThrow(
      expect.objectContaining({ code: "missing_information", fieldErrors: { text: expect.any(String) } }),
    );
  }
});
