import type { Marks } from "#core/forum/standing.ts";

/** Links that lead away from this site, and pictures, in HTML that `renderMarkdown` made. */
export function countMarksIn(html: string): Pick<Marks, "links" | "images"> {
  // The parser marks every link that leads elsewhere, however it was written; what is not of its making is escaped.
  const links = [...html.matchAll(/<a (?=[^>]*\bhref=")[^>]*\brel="/g)].length;
  const images = [...html.matchAll(/<img [^>]*\bsrc="/g)].length;
  return { links, images };
}
