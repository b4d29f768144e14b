import { DetectError, MalformedError, ParseError, parseFeed as parse } from "feedsmith";
import { FEED_ITEMS_MAX } from "#core/news/limits.ts";
import { FeedError } from "./feed-error.ts";
import type { FeedItem } from "./feed-item.ts";
import { checkElements, countItems, sanitizeXml } from "./sanitize-xml.ts";

export interface ParsedFeed {
  readonly items: readonly FeedItem[];
  /** The base of relative links, if the feed specifies one; otherwise "". */
  readonly base: string;
  /** The feed's <ttl>: minutes to wait before the next fetch. */
  readonly ttl: number | null;
  /** The number of items that couldn't be parsed. */
  readonly brokenCount: number;
}

const EMPTY_FEED: ParsedFeed = { items: [], base: "", ttl: null, brokenCount: 0 };
/** Matches the feed of a new site, which the parser rejects because it has no items yet. */
const EMPTY_CHANNEL =
  /<(?:rss|rdf:RDF)\b[^<>]*>\s*<channel\b[^<>]*(?:\/>|>\s*<\/channel\s*>)\s*<\/(?:rss|rdf:RDF)\s*>\s*$/i;

/**
 * Parses RSS, RDF, Atom or JSON Feed. If parsing XML fails or loses items, parses each item separately. Throws
 * FeedError.
 */
export function parseFeed(text: string): ParsedFeed {
  const source = text.replace(/^\ufeff/, "").trimStart();
  if (source.startsWith("{")) return parseJson(source);
  // A single character that XML doesn't allow would make the feed unreadable.
  const xml = sanitizeXml(restoreOriginalLinks(source.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, " ")));
  const expectedCount = Math.min(countItems(xml), FEED_ITEMS_MAX);
  let documentResult: ParsedFeed | FeedError;
  try {
    documentResult = normalizeFeed(parse(xml, { maxItems: FEED_ITEMS_MAX }));
  } catch (error) {
    documentResult = EMPTY_CHANNEL.test(xml) ? EMPTY_FEED : toFeedError(error);
  }
  if (
    documentResult instanceof FeedError ? expectedCount === 0 : documentResult.items.length >= expectedCount
  ) {
    if (documentResult instanceof FeedError) throw documentResult;
    return documentResult;
  }
  const recoveredFeed = parseOneByOne(xml);
  if (recoveredFeed.items.length === 0 && documentResult instanceof FeedError) throw documentResult;
  if (documentResult instanceof FeedError || recoveredFeed.items.length > documentResult.items.length)
    return recoveredFeed;
  return { ...documentResult, brokenCount: expectedCount - documentResult.items.length };
}

function parseJson(text: string): ParsedFeed {
  try {
    return normalizeFeed(parse(JSON.parse(text), { maxItems: FEED_ITEMS_MAX }));
  } catch (error) {
    throw toFeedError(error);
  }
}

/** An oversized element isn't matched, because it would be repeated for each item. */
const ROOT = /^<([\w.:-]{1,100})[^>]{0,10000}>/;
const ITEM = /<(item|entry)(?=[\s>])/gi;

/** Parses each item separately, inside the feed's root element for its namespaces. */
function parseOneByOne(xml: string): ParsedFeed {
  const [firstItem] = xml.matchAll(ITEM);
  const name = firstItem?.[1];
  if (firstItem === undefined || name === undefined) return EMPTY_FEED;
  const beforeItems = xml.slice(0, firstItem.index);
  const rootStart = beforeItems.search(/<[A-Za-z_]/);
  const [openingTag = "<rss>", rootName = "rss"] = ROOT.exec(beforeItems.slice(Math.max(rootStart, 0))) ?? [];
  const isRss = /^rss$/i.test(rootName);
  const items: FeedItem[] = [];
  let brokenCount = 0;
  // Splits at the start of each item, so that an unclosed one doesn't swallow the next.
  const parts = xml.slice(firstItem.index).split(new RegExp(`(?=<${name}[\\s>])`, "i"));
  for (const part of parts.slice(0, FEED_ITEMS_MAX)) {
    const end = part.search(new RegExp(`</${name}\\s*>`, "i"));
    const itemXml = `${end < 0 ? part : part.slice(0, end)}</${name}>`;
    try {
      const feed = parse(
        checkElements(
          `${openingTag}${isRss ? "<channel>" : ""}${itemXml}${isRss ? "</channel>" : ""}</${rootName}>`,
        ),
      );
      const parsedItems = normalizeFeed(feed).items;
      items.push(...parsedItems);
      if (parsedItems.length === 0 || end < 0) brokenCount += 1;
    } catch {
      brokenCount += 1;
    }
  }
  return { items, base: "", ttl: null, brokenCount };
}

/** Converts FeedBurner's element for the original link to Atom's canonical link. */
function restoreOriginalLinks(xml: string): string {
  return xml.replace(
    /<feedburner:origLink>(?:\s{0,99}<!\[CDATA\[)?([^<>"'\]]{1,2000})(?:\]\]>\s{0,99})?<\/feedburner:origLink>/gi,
    (_, link: string) =>
      `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="canonical" href="${link.trim()}"/>`,
  );
}

function normalizeFeed({ format, feed }: { format: string; feed: object }): ParsedFeed {
  const { items, entries, link, links, home_page_url, ttl, xml } = feed as {
    items?: FeedItem[];
    entries?: FeedItem[];
    link?: string;
    links?: { href?: string; rel?: string }[];
    home_page_url?: string;
    ttl?: number;
    xml?: { base?: string };
  };
  const alternateUrl = links?.find(({ rel }) => rel === undefined || rel === "alternate")?.href;
  const list = items ?? entries;
  const validItems = Array.isArray(list)
    ? list.filter((item) => typeof item === "object" && item !== null)
    : [];
  return {
    items: validItems,
    base:
      [xml?.base, format === "atom" ? alternateUrl : (link ?? home_page_url)].find((url) => url?.trim()) ??
      "",
    ttl: typeof ttl === "number" && ttl > 0 ? ttl : null,
    brokenCount: 0,
  };
}

function toFeedError(error: unknown): FeedError {
  if (error instanceof FeedError) return error;
  if (error instanceof DetectError)
    return new FeedError("unreadable", "it is not RSS, RDF, Atom or JSON Feed");
  if (error instanceof MalformedError || error instanceof ParseError || error instanceof SyntaxError) {
    return new FeedError("unreadable", "it is malformed", error);
  }
  if (error instanceof RangeError) return new FeedError("hostile", "it is nested too deeply", error);
  return new FeedError("unreadable", "it can't be parsed", error);
}
