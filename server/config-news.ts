import { z } from "zod";
import { flag, httpUrl } from "./config-values.ts";

const POLL_WORDS = 'must be "off" or a whole number of minutes from 1 to 1440';

/** The settings of the news, as server/config.ts reads them. */
export const newsVariables = {
  NEWS_SOURCES: z.string().min(1).optional(),
  NEWS_POLL_MINUTES: z
    .string()
    .regex(/^(?:off|[1-9]\d{0,3})$/, POLL_WORDS)
    .transform((text) => (text === "off" ? null : Number(text)))
    .refine((minutes) => minutes === null || minutes <= 1440, POLL_WORDS)
    .default(30),
  FEED_PROXY_URL: httpUrl.optional(),
  FEED_ALLOW_PRIVATE: flag.default(false),
};

export interface NewsConfig {
  /** A JSON file that lists the feeds; without one the built-in list. */
  readonly sourcesFile: string | undefined;
  /** Minutes between two fetches of a source; null gathers only when asked. */
  readonly pollMinutes: number | null;
  readonly proxyUrl: string | null;
  /** Whether feeds and their pictures may come from private addresses: a test server. */
  readonly allowPrivate: boolean;
}

export function newsConfig(v: z.output<z.ZodObject<typeof newsVariables>>): NewsConfig {
  return Object.freeze({
    sourcesFile: v.NEWS_SOURCES,
    pollMinutes: v.NEWS_POLL_MINUTES,
    proxyUrl: v.FEED_PROXY_URL ?? null,
    allowPrivate: v.FEED_ALLOW_PRIVATE,
  });
}
