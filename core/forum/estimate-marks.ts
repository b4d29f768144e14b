import { listMentions } from "#core/notifications/mention.ts";
import type { Marks } from "./standing.ts";

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const PICTURE = /!\[[^\]]*\]\(\s*<?([^\s)>]+)[^)]*\)/g;
const ADDRESS = /\bhttps?:\/\/[^\s<>()[\]"]+|\bmailto:[^\s<>()[\]"]+/gi;

/** More than any limit. */
const NAMES_MAX = 50;

/**
 * Estimates the links, pictures and mentions in a text while it is typed, to decide when to show the limits. The
 * server does the exact count when the text is published.
 * @param origin this site's origin; links to it aren't counted
 */
export function estimateMarks(source: string, origin: string): Marks {
  let images = 0;
  const isOwn = (address: string) => URL.parse(address, origin)?.origin === URL.parse(origin)?.origin;
  const rest = source.replace(CODE, " ").replace(PICTURE, (whole, address: string) => {
    if (!isOwn(address)) return whole;
    images += 1;
    return " ";
  });
  const links = (rest.match(ADDRESS) ?? []).filter((address) => !isOwn(address)).length;
  return { links, images, mentions: listMentions(rest, NAMES_MAX).length };
}
