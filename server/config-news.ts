import { z } from "zod";

/** The settings of the news, as server/config.ts reads them. */
const address = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

const POLL_WORDS = 'must be "off" or a whole number of minutes from 1 to 1440';

export const newsVariables = {
  NEWS_SOURCES: z.string().min(1).optional(),
  NEWS_POLL_MINUTES: z
    .string()
    .regex(/^(?:off|[1-9]\d{0,3})$/, POLL_WORDS)
    .transform((text) => (text === "off" ? null : Number(text)))
    .refine((minutes) => minutes === null || minutes <= 1440, POLL_WORDS)
    .default(30),
  FEED_PROXY_URL: address.optional(),
  FEED_ALLOW_PRIVATE: z.enum(["on", "off"], { error: 'must be "on" or "off"' }).default("off"),
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

export function newsConfig(v: {
  readonly NEWS_SOURCES?: string | undefined;
  readonly NEWS_POLL_MINUTES: number | null;
  readonly FEED_PROXY_URL?: string | undefined;
  readonly FEED_ALLOW_PRIVATE: "on" | "off";
}): NewsConfig {
  return Object.freeze({
    sourcesFile: v.NEWS_SOURCES,
    pollMinutes: v.NEWS_POLL_MINUTES,
    proxyUrl: v.FEED_PROXY_URL ?? null,
    allowPrivate: v.FEED_ALLOW_PRIVATE === "on",
  });
}
