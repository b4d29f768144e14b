import { readFeedDate } from "#core/news/dates.ts";
import { identifyItems } from "#core/news/identity.ts";
import { NEWS_TAGS_MAX } from "#core/news/limits.ts";
import { canonicalLink } from "#core/news/links.ts";
import { findTags } from "#core/news/tags.ts";
import {
  cleanAuthor,
  cleanContent,
  cleanExcerpt,
  cleanTitle,
  excerptOfContent,
  readTime,
} from "#core/news/text.ts";
import { decodeFeed } from "./decode-feed.ts";
import {
  authorOf,
  datesOf,
  descriptionOf,
  type FeedItem,
  guidOf,
  imageOf,
  linkOf,
  titleOf,
  wholeTextOf,
} from "./feed-item.ts";
import { anyText, titleToText } from "./html-text.ts";
import { parseFeed } from "./parse-feed.ts";

export interface FeedBytes {
  readonly bytes: Uint8Array;
  /** Of the answer's header. */
  readonly contentType: string;
  /** Where the bytes were found. */
  readonly url: string;
  /** ISO 8601: what dates are measured by. */
  readonly now: string;
}

/** An article as a feed brings it, by all the rules of core/news; nothing in it is markup. */
export interface GatheredItem {
  /** The same from one fetch to the next, within its feed. */
  readonly identity: string;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly tags: readonly string[];
  readonly author: string;
  /** ISO 8601; null when the feed gives none that can be read. */
  readonly publishedAt: string | null;
  readonly link: string | null;
  /** Of somebody else's server. */
  readonly image: string | null;
  readonly readTime: number;
}

export interface GatheredFeed {
  /** In the feed's order. */
  readonly items: readonly GatheredItem[];
  /** Items that had nothing to read, were there already or could not be read. */
  readonly skipped: number;
  /** Minutes for which the feed asks to be left alone. */
  readonly ttl: number | null;
}

/** From bytes to articles. Throws FeedError. Pure but for the processor that hostile bytes may cost. */
export function readFeed({ bytes, contentType, url, now }: FeedBytes): GatheredFeed {
  const feed = parseFeed(decodeFeed(bytes, contentType));
  const base = URL.canParse(feed.base, url) ? new URL(feed.base, url).href : url;
  const clock = new Date(now);
  let skipped = feed.broken;

  const items: Omit<GatheredItem & { guid: string }, "identity">[] = [];
  for (const item of feed.items) {
    try {
      const made = readItem(item, base, clock);
      if (made === null) skipped += 1;
      else items.push(made);
    } catch {
      // Whatever is wrong with it, it is one item.
      skipped += 1;
    }
  }

  const identities = identifyItems(items);
  const known: GatheredItem[] = [];
  items.forEach(({ guid: _guid, ...item }, at) => {
    const identity = identities[at] ?? null;
    if (identity === null) skipped += 1;
    else known.push({ identity, ...item });
  });
  return { items: known, skipped, ttl: feed.ttl };
}

function readItem(item: FeedItem, feedBase: string, now: Date) {
  const itemBase = item.xml?.base;
  const base = itemBase && URL.canParse(itemBase, feedBase) ? new URL(itemBase, feedBase).href : feedBase;
  const description = anyText(descriptionOf(item));
  const whole = anyText(wholeTextOf(item));
  const title = cleanTitle(titleToText(titleOf(item))) || excerptOfContent(description || whole);
  if (title === "") return null;
  const content = cleanContent(whole.length > description.length ? whole : description || whole);
  const link = canonicalLink(linkOf(item), base);
  const dates = datesOf(item).map((date) => readFeedDate(date, now));
  return {
    guid: String(guidOf(item)),
    title,
    content,
    excerpt: description === "" ? excerptOfContent(whole) : cleanExcerpt(description),
    tags: findTags(`${title}\n${description || whole.slice(0, 1000)}`).slice(0, NEWS_TAGS_MAX),
    author: cleanAuthor(titleToText(authorOf(item))),
    publishedAt: dates.find((date) => date !== null)?.toISOString() ?? null,
    link,
    image: imageOf(item, base),
    readTime: readTime(description),
  };
}
