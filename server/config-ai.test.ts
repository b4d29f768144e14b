import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("by default, the built-in analyzers answer, and the model name and limits are the specification's", () => {
  expect(readConfig({}).ai).toEqual({
    baseUrl: null,
    apiKey: null,
    models: ["google/gemini-2.5-flash"],
    firstTokenSeconds: 60,
    answerSeconds: 300,
    limits: {
      visitor: { perMinute: 5, perDay: 30 },
      member: { perMinute: 10, perDay: 100 },
      sitePerDay: 2000,
    },
  });
});

test("an endpoint with a key and several models is read; private addresses are allowed", () => {
  const { ai } = readConfig({
    AI_BASE_URL: "http://10.0.0.7:8000/v1",
    AI_API_KEY: "sk-0123",
    AI_MODEL: "a/b-1.5:free, qwen3:8b ,a/b-1.5:free",
  });
  expect([ai.baseUrl, ai.apiKey, ai.models]).toEqual([
    "http://10.0.0.7:8000/v1",
    "sk-0123",
    ["a/b-1.5:free", "qwen3:8b"],
  ]);
});

test.each([
  [{ AI_BASE_URL: "ftp://models.example" }, "AI_BASE_URL must be"],
  [{ AI_BASE_URL: "models.example" }, "AI_BASE_URL must be"],
  [{ AI_BASE_URL: "https://user:password@models.example/v1" }, "AI_BASE_URL must be"],
  [{ AI_BASE_URL: "https://models.example/v1#fast" }, "without a username, password or fragment"],
  [{ AI_API_KEY: "sk-0123" }, "AI_API_KEY requires AI_BASE_URL"],
  [{ AI_BASE_URL: "https://models.example", AI_API_KEY: "two words" }, "AI_API_KEY must be"],
  [{ AI_MODEL: " , " }, "AI_MODEL must name"],
  [{ AI_MODEL: "a,b,c,d,e,f" }, "AI_MODEL must name"],
  [{ AI_MODEL: "a model" }, "AI_MODEL must list"],
  [{ AI_SITE_PER_DAY: "0" }, "AI_SITE_PER_DAY must be"],
  [{ AI_VISITOR_PER_DAY: "many" }, "AI_VISITOR_PER_DAY must be"],
  [{ AI_MODELS: "a" }, "AI_MODELS is not a known setting"],
])("%j prevents startup, and the message names the setting but not the key", (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
  expect(() => readConfig(environment)).not.toThrow("sk-0123");
});

test("AI_… variables of other software are ignored", () => {
  expect(() => readConfig({ AI_AGENT: "another-agent" })).not.toThrow();
});
