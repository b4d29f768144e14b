import { extractMentions } from "./mention.ts";
import type { MarkupCounts } from "./trust-level.ts";

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const IMAGE = /!\[[^\]]{0,500}\]\(\s{0,99}<?([^\s)>]{1,2000})(?:[\s>][^)]{0,500})?\)/g;
const URL_PATTERN = /\bhttps?:\/\/[^\s<>()[\]"]+|\bmailto:[^\s<>()[\]"]+/gi;

/** Counting mentions stops at this number, which is above any limit. */
const MENTIONS_MAX = 50;

/**
 * Estimates the number of links, images and mentions while the text is typed. The server determines the exact number
 * when the text is published. Links to `origin`, this site, aren't counted.
 */
export function estimateMarkup(source: string, origin: string): MarkupCounts {
  let images = 0;
  const isOwn = (url: string) => URL.parse(url, origin)?.origin === URL.parse(origin)?.origin;
  const rest = source.replace(CODE, " ").replace(IMAGE, (match, url: string) => {
    if (!isOwn(url)) return match;
    images += 1;
    return " ";
  });
  const links = (rest.match(URL_PATTERN) ?? []).filter((url) => !isOwn(url)).length;
  return { links, images, mentions: extractMentions(rest, MENTIONS_MAX).length };
}
