import { markdownToExcerpt } from "#server/markdown/index.ts";

/** Enough for two lines of a card and for a link preview's description. */
const EXCERPT_MAX = 280;

export function buildExcerpt(content: string): string {
  return markdownToExcerpt(content, EXCERPT_MAX);
}
