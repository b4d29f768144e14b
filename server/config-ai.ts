import { z } from "zod";
import { DEFAULT_MODEL } from "#core/ai/limits.ts";
import { integer, list } from "./config-values.ts";

const BASE_URL_RULE =
  "must be an http or https URL without a username, password or fragment, such as https://gateway.example.org/v1";

const MODELS_RULE = "must name one to five models, separated by commas";

export const aiVariables = {
  AI_BASE_URL: z
    .url({ protocol: /^https?$/, error: BASE_URL_RULE, abort: true })
    .refine((text) => {
      const { username, password, hash } = new URL(text);
      return username === "" && password === "" && hash === "";
    }, BASE_URL_RULE)
    .optional(),
  AI_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, "must be printable characters without spaces")
    .optional(),
  AI_MODEL: list
    .pipe(
      z
        .array(z.string().regex(/^[\w.:/@+-]{1,200}$/, "must list models by the names their provider uses"))
        .min(1, MODELS_RULE)
        .max(5, MODELS_RULE),
    )
    .default([DEFAULT_MODEL]),
  AI_FIRST_TOKEN_SECONDS: integer(1, 600).default(60),
  AI_ANSWER_SECONDS: integer(5, 3600).default(300),
  AI_VISITOR_PER_MINUTE: integer(1, 100_000).default(5),
  AI_VISITOR_PER_DAY: integer(1, 100_000).default(30),
  AI_MEMBER_PER_MINUTE: integer(1, 100_000).default(10),
  AI_MEMBER_PER_DAY: integer(1, 100_000).default(100),
  AI_SITE_PER_DAY: integer(1, 10_000_000).default(2000),
};

export function readAiConfig(v: z.output<z.ZodObject<typeof aiVariables>>) {
  return Object.freeze({
    /** The URL of an OpenAI-compatible endpoint; null if the built-in analyzers answer. */
    baseUrl: v.AI_BASE_URL ?? null,
    apiKey: v.AI_API_KEY ?? null,
    /** The models in the order in which they are tried; at least one. */
    models: [...new Set(v.AI_MODEL)],
    firstTokenSeconds: v.AI_FIRST_TOKEN_SECONDS,
    answerSeconds: v.AI_ANSWER_SECONDS,
    /** Limits on answers per IP address, per member and for the site. */
    limits: {
      visitor: { perMinute: v.AI_VISITOR_PER_MINUTE, perDay: v.AI_VISITOR_PER_DAY },
      member: { perMinute: v.AI_MEMBER_PER_MINUTE, perDay: v.AI_MEMBER_PER_DAY },
      sitePerDay: v.AI_SITE_PER_DAY,
    },
  });
}
