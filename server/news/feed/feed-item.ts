import { fetchableLink } from "#core/news/links.ts";
import { firstImage } from "./html-text.ts";

/*
 * What an item says, whichever of the four formats says it: the fields of feedsmith's items that are read, all of
 * them optional, for a feed may leave out or misuse any.
 */
interface Text {
  readonly value?: string;
  readonly type?: string;
}
interface Link {
  readonly href?: string;
  readonly rel?: string;
  readonly type?: string;
}
interface Picture {
  readonly url?: string;
  readonly type?: string;
  readonly medium?: string;
  readonly width?: number;
  readonly height?: number;
}
interface Person {
  readonly name?: string;
  readonly email?: string;
}
interface Media {
  readonly contents?: readonly (Picture & Media)[];
  readonly thumbnails?: readonly Picture[];
  readonly description?: Text;
  readonly groups?: readonly Media[];
}
export interface FeedItem {
  readonly title?: string | Text;
  readonly link?: string;
  readonly links?: readonly Link[];
  readonly url?: string;
  readonly external_url?: string;
  readonly guid?: Text & { readonly isPermaLink?: boolean };
  readonly id?: string;
  readonly description?: string;
  readonly summary?: string | Text;
  readonly content?: Text & { readonly encoded?: string };
  readonly content_html?: string;
  readonly content_text?: string;
  readonly pubDate?: string;
  readonly published?: string;
  readonly updated?: string;
  readonly date_published?: string;
  readonly date_modified?: string;
  readonly authors?: readonly Person[];
  readonly enclosures?: readonly Picture[];
  readonly attachments?: readonly { readonly url?: string; readonly mime_type?: string }[];
  readonly image?: string;
  readonly banner_image?: string;
  readonly media?: Media;
  readonly dc?: {
    readonly titles?: readonly string[];
    readonly creators?: readonly string[];
    readonly dates?: readonly string[];
    readonly descriptions?: readonly string[];
  };
  readonly dcterms?: { readonly created?: readonly string[]; readonly modified?: readonly string[] };
  readonly itunes?: {
    readonly image?: string;
    readonly author?: string;
    readonly summary?: string;
    readonly title?: string;
  };
  readonly atom?: {
    readonly links?: readonly Link[];
    readonly published?: string;
    readonly updated?: string;
    readonly summary?: Text;
  };
  readonly rdf?: { readonly about?: string };
  readonly xml?: { readonly base?: string };
}

const words = (text: string | Text | undefined): string =>
  (typeof text === "string" ? text : typeof text?.value === "string" ? text.value : "").trim();
const firstOf = (...texts: (string | undefined)[]): string =>
  texts.find((text) => typeof text === "string" && text.trim() !== "") ?? "";

export function titleOf(item: FeedItem): string {
  return firstOf(words(item.title), item.dc?.titles?.[0], item.itunes?.title);
}

/** What the feed calls the item's description; "" when it has only a whole text. */
export function descriptionOf(item: FeedItem): string {
  return firstOf(
    item.description,
    words(item.summary),
    words(item.atom?.summary),
    words(item.media?.description),
    words(item.media?.groups?.[0]?.description),
    item.itunes?.summary,
    item.dc?.descriptions?.[0],
  );
}

export function wholeTextOf(item: FeedItem): string {
  return firstOf(item.content?.encoded, words(item.content), item.content_html, item.content_text);
}

/** As written: the canonical one that a feed's proxy names, else the alternate one, else whatever there is. */
export function linkOf(item: FeedItem): string {
  const links = [...(item.links ?? []), ...(item.atom?.links ?? [])];
  const withRel = (rel: string) => links.find((link) => (link.rel ?? "alternate") === rel)?.href;
  const guid = item.guid?.isPermaLink === false ? undefined : item.guid?.value;
  return firstOf(
    withRel("canonical"),
    item.link,
    item.url,
    withRel("alternate"),
    item.external_url,
    ...[guid, item.rdf?.about, item.id].filter((text) => /^\s*https?:\/\//i.test(text ?? "")),
  );
}

/** The item's own name; RDF's is its address. */
export function guidOf(item: FeedItem): string {
  return firstOf(item.guid?.value, item.id, item.rdf?.about);
}

/** The date that the item gives itself, publication before change. */
export function datesOf(item: FeedItem): string[] {
  return [
    item.pubDate,
    item.published,
    item.date_published,
    item.atom?.published,
    item.dc?.dates?.[0],
    item.dcterms?.created?.[0],
    item.updated,
    item.date_modified,
    item.atom?.updated,
    item.dcterms?.modified?.[0],
  ].filter((date) => typeof date === "string");
}

export function authorOf(item: FeedItem): string {
  const [person] = item.authors ?? [];
  return firstOf(item.dc?.creators?.[0], person?.name, item.itunes?.author, person?.email);
}

/** A picture narrower than this is an avatar or a mark. */
const NARROWEST = 100;
const IMAGE_FILE = /\.(?:jpe?g|png|webp|gif|avif)(?:[?#]|$)/i;

/**
 * The address of the item's picture: the widest of its media elements, else an enclosure, else the first picture of
 * its text; null when there is none. `base` is what relative addresses are relative to.
 */
export function imageOf(item: FeedItem, base: string): string | null {
  const isImage = ({ url, type, medium }: Picture) =>
    typeof url === "string" &&
    (medium === "image" || /^image\//i.test(type ?? "") || (!medium && !type && IMAGE_FILE.test(url)));
  const ofMedia = (media: Media | undefined, depth = 0): Picture[] =>
    media === undefined || depth > 2
      ? []
      : [
          ...(media.contents ?? []).filter(isImage),
          // Without a kind and an ending it may be one: its bytes will say.
          ...(media.contents ?? []).filter(
            (one) => one.url && !one.type && !one.medium && one.width && !isImage(one),
          ),
          ...(media.thumbnails ?? []),
          ...(media.contents ?? []).flatMap((one) => ofMedia(one, depth + 1)),
          ...(media.groups ?? []).flatMap((one) => ofMedia(one, depth + 1)),
        ];
  const widest = ofMedia(item.media)
    .filter(({ url, width }) => url && (width === undefined || width >= NARROWEST))
    .toSorted((a, b) => (b.width ?? NARROWEST) - (a.width ?? NARROWEST))[0];
  const attached = (item.attachments ?? []).find((one) => /^image\//i.test(one.mime_type ?? ""));
  for (const candidate of [
    widest?.url,
    (item.enclosures ?? []).find(isImage)?.url,
    item.image,
    item.banner_image,
    attached?.url,
    firstImage(wholeTextOf(item)),
    firstImage(descriptionOf(item)),
    item.itunes?.image,
  ]) {
    const address = typeof candidate === "string" ? fetchableLink(candidate, base) : null;
    if (address !== null) return address;
  }
  return null;
}
