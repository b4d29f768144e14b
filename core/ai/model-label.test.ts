import { expect, test } from "vitest";
import { getModelLabel } from "./model-label.ts";

test.each([
  ["google/gemini-2.5-flash", "Gemini 2.5 Flash"],
  ["openai/gpt-oss-120b:free", "GPT OSS 120b"],
  ["llama3.2:latest", "Llama3.2"],
  ["qwen3:8b", "Qwen3 8b"],
  ["constructor-1", "Constructor 1"],
  ["/", "/"],
])("%s is shown as %s", (model, label) => {
  expect(getModelLabel(model)).toBe(label);
});
