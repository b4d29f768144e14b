import { toFetchableLink } from "#core/news/links.ts";
import { findFirstImage } from "./html-text.ts";

interface Text {
  readonly value?: string;
  readonly type?: string;
}
interface Link {
  readonly href?: string;
  readonly rel?: string;
  readonly type?: string;
}
interface Image {
  readonly url?: string;
  readonly type?: string;
  readonly medium?: string;
  readonly width?: number;
  readonly height?: number;
}
interface Author {
  readonly name?: string;
  readonly email?: string;
}
interface Media {
  readonly contents?: readonly (Image & Media)[];
  readonly thumbnails?: readonly Image[];
  readonly description?: Text;
  readonly groups?: readonly Media[];
}
/** The fields of feedsmith's items, in any format. All are optional, because feeds omit or misuse them. */
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
  readonly authors?: readonly Author[];
  readonly enclosures?: readonly Image[];
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

const toText = (text: string | Text | undefined): string =>
  (typeof text === "string" ? text : typeof text?.value === "string" ? text.value : "").trim();
const findFirstNonBlank = (...texts: (string | undefined)[]): string =>
  texts.find((text) => typeof text === "string" && text.trim() !== "") ?? "";

export function getTitle(item: FeedItem): string {
  return findFirstNonBlank(toText(item.title), item.dc?.titles?.[0], item.itunes?.title);
}

/** Returns the item's summary; "" if it only has full content. */
export function getDescription(item: FeedItem): string {
  return findFirstNonBlank(
    item.description,
    toText(item.summary),
    toText(item.atom?.summary),
    toText(item.media?.description),
    toText(item.media?.groups?.[0]?.description),
    item.itunes?.summary,
    item.dc?.descriptions?.[0],
  );
}

export function getFullText(item: FeedItem): string {
  return findFirstNonBlank(item.content?.encoded, toText(item.content), item.content_html, item.content_text);
}

/** Returns the item's link as written: preferably a canonical one, and as a last resort an identifier that is a URL. */
export function getLink(item: FeedItem): string {
  const links = [...(item.links ?? []), ...(item.atom?.links ?? [])];
  const findHref = (rel: string) => links.find((link) => (link.rel ?? "alternate") === rel)?.href;
  const guid = item.guid?.isPermaLink === false ? undefined : item.guid?.value;
  return findFirstNonBlank(
    findHref("canonical"),
    item.link,
    item.url,
    findHref("alternate"),
    item.external_url,
    ...[guid, item.rdf?.about, item.id].filter((text) => /^\s*https?:\/\//i.test(text ?? "")),
  );
}

/** Returns the item's identifier, which for RDF is its URL. */
export function getGuid(item: FeedItem): string {
  return findFirstNonBlank(item.guid?.value, item.id, item.rdf?.about);
}

/** Returns the item's dates, publication before modification. */
export function getDates(item: FeedItem): string[] {
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

export function getAuthor(item: FeedItem): string {
  const [author] = item.authors ?? [];
  return findFirstNonBlank(item.dc?.creators?.[0], author?.name, item.itunes?.author, author?.email);
}

/** Narrower images are avatars or icons. */
const WIDTH_MIN = 100;
const IMAGE_FILE = /\.(?:jpe?g|png|webp|gif|avif)(?:[?#]|$)/i;

/**
 * Returns the URL of the item's image: the widest media element, an enclosure, an image field, an attachment, the first
 * image in the text, or the podcast image, in this order. Null if there is none.
 */
export function getImage(item: FeedItem, base: string): string | null {
  const isImage = ({ url, type, medium }: Image) =>
    typeof url === "string" &&
    (medium === "image" || /^image\//i.test(type ?? "") || (!medium && !type && IMAGE_FILE.test(url)));
  const listImages = (media: Media | undefined, depth = 0): Image[] =>
    media === undefined || depth > 2
      ? []
      : [
          ...(media.contents ?? []).filter(isImage),
          // A media element may be an image even without a type or extension. It is checked after the download.
          ...(media.contents ?? []).filter(
            (image) => image.url && !image.type && !image.medium && image.width && !isImage(image),
          ),
          ...(media.thumbnails ?? []),
          ...(media.contents ?? []).flatMap((nestedMedia) => listImages(nestedMedia, depth + 1)),
          ...(media.groups ?? []).flatMap((group) => listImages(group, depth + 1)),
        ];
  const widestImage = listImages(item.media)
    .filter(({ url, width }) => url && (width === undefined || width >= WIDTH_MIN))
    .toSorted((a, b) => (b.width ?? WIDTH_MIN) - (a.width ?? WIDTH_MIN))[0];
  const attachedImage = (item.attachments ?? []).find((attachment) =>
    /^image\//i.test(attachment.mime_type ?? ""),
  );
  for (const candidate of [
    widestImage?.url,
    (item.enclosures ?? []).find(isImage)?.url,
    item.image,
    item.banner_image,
    attachedImage?.url,
    findFirstImage(getFullText(item)),
    findFirstImage(getDescription(item)),
    item.itunes?.image,
  ]) {
    const url = typeof candidate === "string" ? toFetchableLink(candidate, base) : null;
    if (url !== null) return url;
  }
  return null;
}
