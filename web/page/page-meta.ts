import type { MetaDescriptor, MetaFunction } from "react-router";
import type { SiteData } from "./site-data.ts";

interface PageMeta {
  readonly title?: string;
  /** Follows the site's name in the title of a page without a title of its own. */
  readonly tagline?: string | null | undefined;
  readonly description?: string;
  readonly path: string;
  /** Whether search engines may list the page; true by default. */
  readonly isListed?: boolean;
  readonly article?: {
    readonly author: string;
    readonly publishedAt: string;
    readonly editedAt: string | null;
  };
  readonly isProfile?: boolean;
  readonly image?: PreviewImage | null;
  readonly feeds?: readonly PageFeed[];
}

export interface PageFeed {
  /** Appended to the site's name. */
  readonly title: string;
  readonly path: string;
}

export const FORUM_FEED: PageFeed = { title: "Forum", path: "/feeds/forum.xml" };

export interface PreviewImage {
  readonly path: string;
  readonly alt: string;
  readonly width?: number | null;
  readonly height?: number | null;
}

const DESCRIPTION = "News, discussion and analysis for the crypto, AI and quantum technology community.";

/** Title, description, canonical URL and link preview. The site's data comes from the root route in `matches`. */
export function pageMeta(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
  {
    title,
    tagline,
    description: ownDescription,
    path,
    isListed = true,
    article,
    isProfile,
    image,
    feeds = [],
  }: PageMeta,
): MetaDescriptor[] {
  const site = matches.find((match) => match?.id === "root")?.loaderData as SiteData | undefined;
  const name = site?.name ?? "";
  const description = ownDescription ?? site?.lead ?? DESCRIPTION;
  const canonicalUrl = `${site?.publicUrl ?? ""}${path}`;
  return [
    { title: title ? `${title} · ${name}` : `${name}: ${tagline ?? "crypto, AI and quantum technology"}` },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: canonicalUrl },
    ...feeds.map((feed) => ({
      tagName: "link",
      rel: "alternate",
      type: "application/atom+xml",
      title: `${name}: ${feed.title}`,
      href: feed.path,
    })),
    ...(isListed ? [] : [{ name: "robots", content: "noindex" }]),
    // Link previews are generated from the server's HTML.
    ...(import.meta.env.SSR ? describePreview() : []),
  ];

  function describePreview(): MetaDescriptor[] {
    const previewImage = image ?? (site ? { ...site.previewImage, alt: name } : null);
    return [
      { property: "og:site_name", content: name },
      { property: "og:type", content: article ? "article" : isProfile ? "profile" : "website" },
      { property: "og:title", content: title ?? name },
      { property: "og:description", content: description },
      { property: "og:url", content: canonicalUrl },
      ...(article
        ? [
            { property: "article:published_time", content: article.publishedAt },
            ...(article.editedAt ? [{ property: "article:modified_time", content: article.editedAt }] : []),
            { property: "article:author", content: article.author },
          ]
        : []),
      ...(previewImage ? describeImage(previewImage, site?.publicUrl ?? "") : []),
      { name: "twitter:card", content: "summary_large_image" },
    ];
  }
}

/** The `meta` of a page that search engines don't list. */
export const unlistedMeta =
  (title: string, path: string): MetaFunction =>
  ({ matches }) =>
    pageMeta(matches, { title, path, isListed: false });

function describeImage({ path, alt, width, height }: PreviewImage, publicUrl: string): MetaDescriptor[] {
  return [
    { property: "og:image", content: publicUrl + path },
    ...(width && height
      ? [
          { property: "og:image:width", content: String(width) },
          { property: "og:image:height", content: String(height) },
        ]
      : []),
    ...(alt ? [{ property: "og:image:alt", content: alt }] : []),
  ];
}
