import type { MarkupCounts } from "#core/forum/trust-level.ts";

/** Counts external links and images in HTML from `renderMarkdown`. */
export function countMarkupInHtml(html: string): Pick<MarkupCounts, "links" | "images"> {
  // The renderer adds rel to all external links and escapes HTML from the source.
  const links = [...html.matchAll(/<a (?=[^>]*\bhref=")[^>]*\brel="/g)].length;
  const images = [...html.matchAll(/<img [^>]*\bsrc="/g)].length;
  return { links, images };
}
