import { expect, test } from "vitest";
import { ANALYZERS_HINT, getProviderHint } from "./provider-hint.ts";

test("the offer is shown through its last day", () => {
  const model = "google/gemini-2.5-flash";
  expect(getProviderHint(model, "2025-10-06")).toBe("Powered by Gemini 2.5 Flash • Free until Oct 6, 2025");
  expect(getProviderHint(model, "2025-10-07")).toBe("Powered by Gemini 2.5 Flash");
});

test("any other model is named, without the offer", () => {
  expect(getProviderHint("openai/gpt-oss-120b", "2025-01-01")).toBe("Powered by GPT OSS 120b");
});

test("without a model, the hint says that none is used", () => {
  expect(getProviderHint(null, "2025-01-01")).toBe(ANALYZERS_HINT);
  expect(ANALYZERS_HINT).toContain("No AI model is used");
});
