import { DetectError, MalformedError, ParseError, parseFeed as parse } from "feedsmith";
import { FEED_ITEMS_MAX } from "#core/news/limits.ts";
import { FeedError } from "./feed-error.ts";
import type { FeedItem } from "./feed-item.ts";
import { checkElements, countItems, withoutHostileXml } from "./refuse-hostile-xml.ts";

export interface ParsedFeed {
  readonly items: readonly FeedItem[];
  /** The base of relative links, if the feed specifies one; otherwise "". */
  readonly base: string;
  /** Minutes until the feed wants to be fetched again. */
  readonly ttl: number | null;
  /** Items that could not be parsed. */
  readonly broken: number;
}

/**
 * Parses RSS 0.9x to 2.0, RDF, Atom and JSON Feed. If the document can't be parsed, items are parsed one by one,
 * so that a broken item doesn't affect the others. Throws FeedError for hostile input and for anything that isn't
 * a feed.
 */
export function parseFeed(text: string): ParsedFeed {
  const source = text.replace(/^\ufeff/, "").trimStart();
  if (source.startsWith("{")) return parseJson(source);
  // A single character that XML doesn't allow would make the feed unreadable.
  const xml = withoutHostileXml(withOriginalLinks(source.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, " ")));
  const expected = Math.min(countItems(xml), FEED_ITEMS_MAX);
  let full: ParsedFeed | FeedError;
  try {
    full = present(parse(xml, { maxItems: FEED_ITEMS_MAX }));
  } catch (error) {
    full = toFeedError(error);
  }
  if (full instanceof FeedError ? expected === 0 : full.items.length >= expected) {
    if (full instanceof FeedError) throw full;
    return full;
  }
  const recovered = parseOneByOne(xml);
  if (recovered.items.length === 0 && full instanceof FeedError) throw full;
  if (full instanceof FeedError || recovered.items.length > full.items.length) return recovered;
  return { ...full, broken: expected - full.items.length };
}

function parseJson(text: string): ParsedFeed {
  try {
    return present(parse(JSON.parse(text), { maxItems: FEED_ITEMS_MAX }));
  } catch (error) {
    throw toFeedError(error);
  }
}

const ROOT_MAX = 10_000;
const ITEM = /<(item|entry)(?=[\s>])/gi;

/** Parses each item separately, inside the feed's root element for its namespaces. */
function parseOneByOne(xml: string): ParsedFeed {
  const [first] = xml.matchAll(ITEM);
  const name = first?.[1];
  if (first === undefined || name === undefined) return { items: [], base: "", ttl: null, broken: 0 };
  const root = /<([A-Za-z_][\w.:-]*)[^>]*>/.exec(xml.slice(0, first.index));
  // An oversized root element is not repeated for each item.
  const isUsable = root !== null && root[0].length < ROOT_MAX;
  const opened = isUsable ? root[0] : "<rss>";
  const rootName = (isUsable ? root[1] : undefined) ?? "rss";
  const isRss = /^rss$/i.test(rootName);
  const items: FeedItem[] = [];
  let broken = 0;
  // Splits at the start of each item, so that an unclosed one doesn't swallow the next.
  const parts = xml.slice(first.index).split(new RegExp(`(?=<${name}[\\s>])`, "i"));
  for (const part of parts.slice(0, FEED_ITEMS_MAX)) {
    const end = part.search(new RegExp(`</${name}\\s*>`, "i"));
    const one = `${end < 0 ? part : part.slice(0, end)}</${name}>`;
    try {
      const feed = parse(
        checkElements(`${opened}${isRss ? "<channel>" : ""}${one}${isRss ? "</channel>" : ""}</${rootName}>`),
      );
      const read = present(feed).items;
      items.push(...read);
      if (read.length === 0 || end < 0) broken += 1;
    } catch {
      broken += 1;
    }
  }
  return { items, base: "", ttl: null, broken };
}

/** FeedBurner keeps the original link in its own element; convert it to Atom's canonical link. */
function withOriginalLinks(xml: string): string {
  return xml.replace(
    /<feedburner:origLink>\s*(?:<!\[CDATA\[)?([^<>"'\]]{1,2000})(?:\]\]>)?\s*<\/feedburner:origLink>/gi,
    (_, link: string) =>
      `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="canonical" href="${link.trim()}"/>`,
  );
}

function present({ format, feed }: { format: string; feed: object }): ParsedFeed {
  const { items, entries, link, links, home_page_url, ttl, xml } = feed as {
    items?: FeedItem[];
    entries?: FeedItem[];
    link?: string;
    links?: { href?: string; rel?: string }[];
    home_page_url?: string;
    ttl?: number;
    xml?: { base?: string };
  };
  const alternate = links?.find(({ rel }) => rel === undefined || rel === "alternate")?.href;
  const list = items ?? entries;
  const known = Array.isArray(list) ? list.filter((item) => typeof item === "object" && item !== null) : [];
  return {
    items: known,
    base:
      [xml?.base, format === "atom" ? alternate : (link ?? home_page_url)].find((one) => one?.trim()) ?? "",
    ttl: typeof ttl === "number" && ttl > 0 ? ttl : null,
    broken: 0,
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
