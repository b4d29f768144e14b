import { DetectError, MalformedError, ParseError, parseFeed as parse } from "feedsmith";
import { FEED_ITEMS_MAX } from "#core/news/limits.ts";
import { FeedError } from "./feed-error.ts";
import type { FeedItem } from "./feed-item.ts";
import { checkElements, countItems, withoutHostileXml } from "./refuse-hostile-xml.ts";

export interface ParsedFeed {
  readonly items: readonly FeedItem[];
  /** What relative links of the feed are relative to, as it says itself; "" when it does not. */
  readonly base: string;
  /** Minutes for which it asks to be left alone. */
  readonly ttl: number | null;
  /** Items that could not be read. */
  readonly broken: number;
}

/**
 * Reads RSS 0.9x to 2.0, RDF, Atom and JSON Feed. When the whole cannot be read, its items are read one by one, so that
 * a broken one loses itself alone. Throws FeedError for what is hostile and for what is no feed.
 */
export function parseFeed(text: string): ParsedFeed {
  const source = text.replace(/^\ufeff/, "").trimStart();
  if (source.startsWith("{")) return parseJson(source);
  // Characters that XML does not know: one of them would lose the feed.
  const xml = withoutHostileXml(withOriginalLinks(source.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, " ")));
  const expected = Math.min(countItems(xml), FEED_ITEMS_MAX);
  let whole: ParsedFeed | FeedError;
  try {
    whole = present(parse(xml, { maxItems: FEED_ITEMS_MAX }));
  } catch (error) {
    whole = asFeedError(error);
  }
  if (whole instanceof FeedError ? expected === 0 : whole.items.length >= expected) {
    if (whole instanceof FeedError) throw whole;
    return whole;
  }
  const rescued = parseOneByOne(xml);
  if (rescued.items.length === 0 && whole instanceof FeedError) throw whole;
  if (whole instanceof FeedError || rescued.items.length > whole.items.length) return rescued;
  return { ...whole, broken: expected - whole.items.length };
}

function parseJson(text: string): ParsedFeed {
  try {
    return present(parse(JSON.parse(text), { maxItems: FEED_ITEMS_MAX }));
  } catch (error) {
    throw asFeedError(error);
  }
}

const ROOT_MAX = 10_000;
const ITEM = /<(item|entry)(?=[\s>])/gi;

/** Each item alone, in the feed's own beginning, which holds its name spaces. */
function parseOneByOne(xml: string): ParsedFeed {
  const [first] = xml.matchAll(ITEM);
  const name = first?.[1];
  if (first === undefined || name === undefined) return { items: [], base: "", ttl: null, broken: 0 };
  const root = /<([A-Za-z_][\w.:-]*)[^>]*>/.exec(xml.slice(0, first.index));
  // A beginning beyond reason is not repeated before each item.
  const isUsable = root !== null && root[0].length < ROOT_MAX;
  const opened = isUsable ? root[0] : "<rss>";
  const rootName = (isUsable ? root[1] : undefined) ?? "rss";
  const isRss = /^rss$/i.test(rootName);
  const items: FeedItem[] = [];
  let broken = 0;
  // Up to the next one's beginning, so that one that does not end takes no other with it.
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

/** A proxy's feed names the real address beside its own; as Atom's canonical link it is read with the others. */
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

function asFeedError(error: unknown): FeedError {
  if (error instanceof FeedError) return error;
  if (error instanceof DetectError)
    return new FeedError("unreadable", "it is neither RSS, RDF, Atom nor JSON Feed");
  if (error instanceof MalformedError || error instanceof ParseError || error instanceof SyntaxError) {
    return new FeedError("unreadable", "it is damaged", error);
  }
  if (error instanceof RangeError) return new FeedError("hostile", "it is nested too deep", error);
  return new FeedError("unreadable", "it cannot be read", error);
}
