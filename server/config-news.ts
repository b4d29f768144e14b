import { z } from "zod";
import { FETCH_INTERVAL_MAX } from "#core/news/limits.ts";
import { flag, httpUrl } from "./config-values.ts";

const POLL_ERROR = `must be "off" or a whole number of minutes from 1 to ${FETCH_INTERVAL_MAX}`;

export const newsVariables = {
  NEWS_SOURCES: z.string().min(1).optional(),
  NEWS_POLL_MINUTES: z
    .string()
    .regex(/^(?:off|[1-9]\d{0,3})$/, POLL_ERROR)
    .transform((text) => (text === "off" ? null : Number(text)))
    .refine((minutes) => minutes === null || minutes <= FETCH_INTERVAL_MAX, POLL_ERROR)
    .default(30),
  FEED_PROXY_URL: httpUrl.optional(),
  FEED_ALLOW_PRIVATE: flag.default(false),
};

export function readNewsConfig(v: z.output<z.ZodObject<typeof newsVariables>>) {
  return Object.freeze({
    /** A JSON file with the list of feeds; the built-in list by default. */
    sourcesFile: v.NEWS_SOURCES,
    /** Minutes between fetches of a source that has no interval of its own; null disables polling. */
    pollMinutes: v.NEWS_POLL_MINUTES,
    proxyUrl: v.FEED_PROXY_URL ?? null,
    /** Allows feeds and images from private addresses, for tests. */
    allowPrivate: v.FEED_ALLOW_PRIVATE,
  });
}
