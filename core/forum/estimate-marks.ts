import { listMentions } from "#core/notifications/mention.ts";
import type { Marks } from "./standing.ts";

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const PICTURE = /!\[[^\]]*\]\(\s*<?([^\s)>]+)[^)]*\)/g;
const ADDRESS = /\bhttps?:\/\/[^\s<>()[\]"]+|\bmailto:[^\s<>()[\]"]+/gi;

/** Further than any limit. */
const NAMES_MAX = 50;

/**
 * About how many links, pictures and names a text has, while it is typed. The server counts what it publishes; this only
 * says when to speak of limits.
 * @param origin this site's own, to which links are free
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
