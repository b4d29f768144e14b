import { z } from "zod";
import { countCharacters } from "#core/text.ts";
import { type NewsCategory, normalizeNewsCategory } from "./categories.ts";
import { FETCH_INTERVAL_MAX, SOURCE_NAME_MAX } from "./limits.ts";
import { toFetchableLink } from "./links.ts";

/** A feed in a source list. */
export interface ListedSource {
  readonly name: string;
  readonly url: string;
  readonly category: NewsCategory;
  /** Minutes between fetches; NEWS_POLL_MINUTES by default. */
  readonly intervalMinutes?: number | undefined;
}

/** The feeds that are used if NEWS_SOURCES isn't set. All are public and need no API key. */
export const BUILT_IN_SOURCES: readonly ListedSource[] = [
  { name: "CoinDesk", url: "https://www.coindesk.com/arc/outboundfeeds/rss/", category: "crypto" },
  { name: "Cointelegraph", url: "https://cointelegraph.com/rss", category: "crypto" },
  { name: "Decrypt", url: "https://decrypt.co/feed", category: "crypto" },
  { name: "Bitcoin Magazine", url: "https://bitcoinmagazine.com/feed", category: "crypto" },
  { name: "The Defiant", url: "https://thedefiant.io/api/feed", category: "defi" },
  {
    name: "Ethereum Foundation Blog",
    url: "https://blog.ethereum.org/en/feed.xml",
    category: "blockchain",
  },
  {
    name: "MIT Technology Review: AI",
    url: "https://www.technologyreview.com/topic/artificial-intelligence/feed/",
    category: "ai",
  },
  {
    name: "TechCrunch: AI",
    url: "https://techcrunch.com/category/artificial-intelligence/feed/",
    category: "ai",
  },
  { name: "The Quantum Insider", url: "https://thequantuminsider.com/feed/", category: "quantum" },
  {
    name: "ScienceDaily: Quantum Physics",
    url: "https://www.sciencedaily.com/rss/matter_energy/quantum_physics.xml",
    category: "quantum",
  },
];

const INTERVAL_ERROR = `must be a whole number of minutes from 1 to ${FETCH_INTERVAL_MAX}`;

const listedSource = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, "must have a name")
    .refine(
      (name) => countCharacters(name) <= SOURCE_NAME_MAX,
      `must have a name of at most ${SOURCE_NAME_MAX} characters`,
    ),
  url: z.string().transform((text, context) => {
    const url = toFetchableLink(text);
    if (url !== null) return url;
    context.addIssue({ code: "custom", message: "must have an http or https URL" });
    return z.NEVER;
  }),
  /** An unknown category is replaced by the same default as in a feed item. */
  category: z.string().optional().transform(normalizeNewsCategory),
  intervalMinutes: z
    .int(INTERVAL_ERROR)
    .min(1, INTERVAL_ERROR)
    .max(FETCH_INTERVAL_MAX, INTERVAL_ERROR)
    .optional(),
});

/** Parses a list of feeds. Throws an Error with one line per problem. */
export function parseSourceList(value: unknown): ListedSource[] {
  const parsed = z
    .array(listedSource, { error: "must be a list of feeds" })
    .min(1, "must list at least one feed")
    .safeParse(value);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path: [index, field], message }) =>
      typeof index === "number"
        ? `feed ${index + 1}${field ? ` (${String(field)})` : ""}: ${message}`
        : message,
    );
    throw new Error(lines.join("\n"));
  }
  const urls = new Set<string>();
  for (const { url } of parsed.data) {
    if (urls.has(url)) throw new Error(`${url} is listed twice`);
    urls.add(url);
  }
  return parsed.data;
}
