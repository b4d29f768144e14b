import { expect, test } from "vitest";
import { ANALYSTS_HINT, hintOf } from "./hint.ts";

test("the specification's line stands until the offer's last day, and no longer", () => {
  const model = "google/gemini-2.5-flash";
  expect(hintOf(model, "2025-10-06")).toBe("Powered by Gemini 2.5 Flash • Free until Oct 6, 2025");
  expect(hintOf(model, "2025-10-07")).toBe("Powered by Gemini 2.5 Flash");
});

test("another model has its own name, and never the offer", () => {
  expect(hintOf("openai/gpt-oss-120b", "2025-01-01")).toBe("Powered by GPT OSS 120b");
});

test("without a model the page says that none is asked", () => {
  expect(hintOf(null, "2025-01-01")).toBe(ANALYSTS_HINT);
  expect(ANALYSTS_HINT).toContain("No AI model is used");
});
