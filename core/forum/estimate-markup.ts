import { listMentions } from "#core/notifications/mention.ts";
import type { MarkupCounts } from "./trust-level.ts";

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const PICTURE = /!\[[^\]]*\]\(\s*<?([^\s)>]+)[^)]*\)/g;
const ADDRESS = /\bhttps?:\/\/[^\s<>()[\]"]+|\bmailto:[^\s<>()[\]"]+/gi;

/** More than any limit. */
const MENTIONS_MAX = 50;

/**
 * Estimates the links, pictures and mentions in a text while it is typed, to decide when to show the limits. The
 * server does the exact count when the text is published.
 * @param origin this site's origin; links to it aren't counted
 */
export function estimateMarkup(source: string, origin: string): MarkupCounts {
  let images = 0;
  const isOwn = (address: string) => URL.parse(address, origin)?.origin === URL.parse(origin)?.origin;
  const rest = source.replace(CODE, " ").replace(PICTURE, (match, address: string) => {
    if (!isOwn(address)) return match;
    images += 1;
    return " ";
  });
  const links = (rest.match(ADDRESS) ?? []).filter((address) => !isOwn(address)).length;
  return { links, images, mentions: listMentions(rest, MENTIONS_MAX).length };
}
