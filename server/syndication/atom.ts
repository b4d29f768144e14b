/** An Atom 1.0 feed (RFC 4287). */

export interface AtomFeed {
  /** The feed's URL, which is also its permanent ID. */
  readonly selfUrl: string;
  readonly pageUrl: string;
  readonly title: string;
  readonly subtitle: string;
  readonly generator: string;
  /** Absolute URL of the site's own favicon; null if it has none. */
  readonly icon: string | null;
  /** Absolute URL of the site's own logo; null if it has none. */
  readonly logo: string | null;
  readonly entries: readonly AtomEntry[];
}

export interface AtomEntry {
  /** The URL of the entry's page, which is also the entry's permanent ID. */
  readonly pageUrl: string;
  readonly title: string;
  /** Plain text. */
  readonly summary: string;
  readonly author: string;
  /** ISO 8601. */
  readonly publishedAt: string;
  readonly categories: readonly string[];
}

/** Atom requires the time of the last change, but an empty feed has never changed. */
const NEVER = "1970-01-01T00:00:00.000Z";

export const ATOM_TYPE = "application/atom+xml; charset=utf-8";

export function renderAtom(feed: AtomFeed): string {
  const updated =
    feed.entries
      .map(({ publishedAt }) => publishedAt)
      .toSorted()
      .at(-1) ?? NEVER;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${escapeXml(feed.selfUrl)}</id>`,
    `<title>${escapeXml(feed.title)}</title>`,
    `<subtitle>${escapeXml(feed.subtitle)}</subtitle>`,
    `<updated>${updated}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(feed.selfUrl)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(feed.pageUrl)}"/>`,
    `<generator>${escapeXml(feed.generator)}</generator>`,
    ...(feed.icon ? [`<icon>${escapeXml(feed.icon)}</icon>`] : []),
    ...(feed.logo ? [`<logo>${escapeXml(feed.logo)}</logo>`] : []),
    ...feed.entries.map(renderEntry),
    "</feed>\n",
  ].join("\n");
}

function renderEntry(entry: AtomEntry): string {
  return [
    "<entry>",
    `<id>${escapeXml(entry.pageUrl)}</id>`,
    `<title>${escapeXml(entry.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(entry.pageUrl)}"/>`,
    `<published>${entry.publishedAt}</published>`,
    `<updated>${entry.publishedAt}</updated>`,
    `<author><name>${escapeXml(entry.author)}</name></author>`,
    ...entry.categories.map((category) => `<category term="${escapeXml(category)}"/>`),
    `<summary>${escapeXml(entry.summary)}</summary>`,
    "</entry>",
  ].join("\n");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes text for XML and removes characters that XML doesn't allow. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
