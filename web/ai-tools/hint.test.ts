import { expect, test } from "vitest";
import { ANALYSTS_HINT, getProviderHint } from "./hint.ts";

test("the specification's line is shown until the offer's last day", () => {
  const model = "google/gemini-2.5-flash";
  expect(getProviderHint(model, "2025-10-06")).toBe("Powered by Gemini 2.5 Flash • Free until Oct 6, 2025");
  expect(getProviderHint(model, "2025-10-07")).toBe("Powered by Gemini 2.5 Flash");
});

test("another model shows its own name, never the offer", () => {
  expect(getProviderHint("openai/gpt-oss-120b", "2025-01-01")).toBe("Powered by GPT OSS 120b");
});

test("without a model the page says that none is used", () => {
  expect(getProviderHint(null, "2025-01-01")).toBe(ANALYSTS_HINT);
  expect(ANALYSTS_HINT).toContain("No AI model is used");
});
