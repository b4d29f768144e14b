import { z } from "zod";
import { type NewsCategory, normalizeNewsCategory } from "./categories.ts";
import { toFetchableLink } from "./links.ts";

/** A feed in a source list. */
export interface ListedSource {
  readonly name: string;
  readonly address: string;
  readonly category: NewsCategory;
  /** Minutes between fetches; NEWS_POLL_MINUTES by default. */
  readonly intervalMinutes?: number | undefined;
}

/**
 * Default feeds, used without NEWS_SOURCES: well-known, public, no API key. If a publisher moves its feed, only
 * its stories are missing.
 */
export const BUILT_IN_SOURCES: readonly ListedSource[] = [
  { name: "CoinDesk", address: "https://www.coindesk.com/arc/outboundfeeds/rss/", category: "crypto" },
  { name: "Cointelegraph", address: "https://cointelegraph.com/rss", category: "crypto" },
  { name: "Decrypt", address: "https://decrypt.co/feed", category: "crypto" },
  { name: "Bitcoin Magazine", address: "https://bitcoinmagazine.com/feed", category: "crypto" },
  { name: "The Defiant", address: "https://thedefiant.io/api/feed", category: "defi" },
  {
    name: "Ethereum Foundation Blog",
    address: "https://blog.ethereum.org/en/feed.xml",
    category: "blockchain",
  },
  {
    name: "MIT Technology Review: AI",
    address: "https://www.technologyreview.com/topic/artificial-intelligence/feed/",
    category: "ai",
  },
  {
    name: "TechCrunch: AI",
    address: "https://techcrunch.com/category/artificial-intelligence/feed/",
    category: "ai",
  },
  { name: "The Quantum Insider", address: "https://thequantuminsider.com/feed/", category: "quantum" },
  {
    name: "ScienceDaily: Quantum Physics",
    address: "https://www.sciencedaily.com/rss/matter_energy/quantum_physics.xml",
    category: "quantum",
  },
];

const listed = z.strictObject({
  name: z.string().trim().min(1, "must have a name").max(100, "must have a name of at most 100 characters"),
  address: z.string().transform((text, context) => {
    const address = toFetchableLink(text);
    if (address !== null) return address;
    context.addIssue({ code: "custom", message: "must have an http or https address" });
    return z.NEVER;
  }),
  /** Falls back like the category of a feed item. */
  category: z.string().optional().transform(normalizeNewsCategory),
  intervalMinutes: z.number().int().min(1).max(10_080).optional(),
});

/** Parses a list of feeds. Throws an Error with one line per problem. */
export function parseSourceList(value: unknown): ListedSource[] {
  const parsed = z
    .array(listed, { error: "must be a list of feeds" })
    .min(1, "must list at least one feed")
    .safeParse(value);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path: [at, field], message }) =>
      typeof at === "number" ? `feed ${at + 1}${field ? ` (${String(field)})` : ""}: ${message}` : message,
    );
    throw new Error(lines.join("\n"));
  }
  const addresses = new Set<string>();
  for (const { address } of parsed.data) {
    if (addresses.has(address)) throw new Error(`${address} is listed twice`);
    addresses.add(address);
  }
  return parsed.data;
}
