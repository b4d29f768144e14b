/** The subject of a hover card for a link within this site. */
export interface LinkTarget {
  readonly kind: "forum" | "news" | "u";
  /** The id of a post or article, or a member's name. */
  readonly id: string;
}

/** Reads the path of a post, an article or a member; null for any other page. */
export function parseLinkTarget(path: string): LinkTarget | null {
  const [, kind, id = ""] = /^\/(forum|news|u)\/([^/?#]+)\/?$/.exec(path) ?? [];
  try {
    return kind ? { kind: kind as LinkTarget["kind"], id: decodeURIComponent(id) } : null;
  } catch {
    return null;
  }
}

/** The content of a hover card, without markup. */
export interface LinkPreview {
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
}
