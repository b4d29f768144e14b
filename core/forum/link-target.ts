/** The target of a link within this site, which a hover card previews. */
export interface LinkTarget {
  readonly kind: "forum" | "news" | "u";
  /** A post's or article's ID, or a member's username. */
  readonly id: string;
}

/** Parses the path of a post, an article or a member; null for any other page. */
export function parseLinkTarget(path: string): LinkTarget | null {
  const [, kind, id = ""] = /^\/(forum|news|u)\/([^/?#]+)\/?$/.exec(path) ?? [];
  try {
    return kind ? { kind: kind as LinkTarget["kind"], id: decodeURIComponent(id) } : null;
  } catch {
    return null;
  }
}

export interface LinkPreview {
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
}
