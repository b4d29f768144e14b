import { parseFeedDate } from "#core/news/dates.ts";
import { identifyItems } from "#core/news/identity.ts";
import { NEWS_TAGS_MAX } from "#core/news/limits.ts";
import { canonicalizeLink } from "#core/news/links.ts";
import { findTags } from "#core/news/tags.ts";
import {
  cleanAuthor,
  cleanContent,
  cleanExcerpt,
  cleanTitle,
  deriveExcerpt,
  estimateReadTime,
} from "#core/news/text.ts";
import { decodeFeed } from "./decode-feed.ts";
import {
  type FeedItem,
  getAuthor,
  getDates,
  getDescription,
  getFullText,
  getGuid,
  getImage,
  getLink,
  getTitle,
} from "./feed-item.ts";
import { convertTitleToText, toPlainText } from "./html-text.ts";
import { parseFeed } from "./parse-feed.ts";

export interface FeedDocument {
  readonly bytes: Uint8Array;
  /** The value of the Content-Type header. */
  readonly contentType: string;
  readonly url: string;
  /** The current time in ISO 8601, which the items' dates are checked against. */
  readonly now: string;
}

/** An article from a feed, cleaned by the rules of core/news and without markup. */
export interface IngestedItem {
  /** The item's identity, which is stable between fetches and unique within the feed. */
  readonly identity: string;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly tags: readonly string[];
  readonly author: string;
  /** ISO 8601. */
  readonly publishedAt: string | null;
  readonly link: string | null;
  /** The image's URL on an external server. */
  readonly image: string | null;
  readonly readMinutes: number;
}

export interface IngestedFeed {
  readonly items: readonly IngestedItem[];
  /** The number of items that were skipped as empty, duplicate or unreadable. */
  readonly skipped: number;
  /** The feed's <ttl>: minutes to wait before the next fetch. */
  readonly ttl: number | null;
}

/** Parses a feed and cleans its items. Throws FeedError. Hostile input can take a long time. */
export function parseFeedArticles({ bytes, contentType, url, now }: FeedDocument): IngestedFeed {
  const feed = parseFeed(decodeFeed(bytes, contentType));
  const base = URL.canParse(feed.base, url) ? new URL(feed.base, url).href : url;
  const referenceDate = new Date(now);
  let skippedCount = feed.brokenCount;

  const items: Omit<IngestedItem & { guid: string }, "identity">[] = [];
  for (const item of feed.items) {
    try {
      const article = parseItem(item, base, referenceDate);
      if (article === null) skippedCount += 1;
      else items.push(article);
    } catch {
      // A broken item must not affect the others.
      skippedCount += 1;
    }
  }

  const identities = identifyItems(items);
  const identifiedItems: IngestedItem[] = [];
  items.forEach(({ guid: _guid, ...item }, index) => {
    const identity = identities[index] ?? null;
    if (identity === null) skippedCount += 1;
    else identifiedItems.push({ identity, ...item });
  });
  return { items: identifiedItems, skipped: skippedCount, ttl: feed.ttl };
}

function parseItem(item: FeedItem, feedBase: string, now: Date) {
  const itemBase = item.xml?.base;
  const base = itemBase && URL.canParse(itemBase, feedBase) ? new URL(itemBase, feedBase).href : feedBase;
  const description = toPlainText(getDescription(item));
  const fullText = toPlainText(getFullText(item));
  const title = cleanTitle(convertTitleToText(getTitle(item))) || deriveExcerpt(description || fullText);
  if (title === "") return null;
  const content = cleanContent(fullText.length > description.length ? fullText : description || fullText);
  const link = canonicalizeLink(getLink(item), base);
  const dates = getDates(item).map((date) => parseFeedDate(date, now));
  return {
    guid: String(getGuid(item)),
    title,
    content,
    excerpt: description === "" ? deriveExcerpt(fullText) : cleanExcerpt(description),
    tags: findTags(`${title}\n${description || fullText.slice(0, 1000)}`).slice(0, NEWS_TAGS_MAX),
    author: cleanAuthor(convertTitleToText(getAuthor(item))),
    publishedAt: dates.find((date) => date !== null)?.toISOString() ?? null,
    link,
    image: getImage(item, base),
    readMinutes: estimateReadTime(description),
  };
}
