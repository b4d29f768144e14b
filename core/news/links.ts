import { LINK_MAX } from "./limits.ts";

/** Parameters that say where a reader came from and nothing about what is read. */
const TRACKING =
  /^(utm_\w+|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|twclid|yclid|igshid|ttclid|li_fat_id|mc_cid|mc_eid|mkt_tok|_hsenc|_hsmi|hsctatracking|oly_anon_id|oly_enc_id|vero_id|ref_src|ref_url|s_cid|ito|cmpid|wt_mc|ns_mchannel|at_medium|at_campaign|__twitter_impression)$/i;

/**
 * The one writing of a link: absolute, http or https, without tracking parameters and fragment. Null for anything
 * else (javascript:, a name with a password, something too long to be a link).
 */
export function canonicalLink(link: string, base?: string): string | null {
  const url = readLink(link, base);
  if (url === null) return null;
  url.hash = "";
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
  // Written anew only when something goes: the order and spelling of what stays is the publisher's.
  if (kept.length < [...url.searchParams].length) url.search = new URLSearchParams(kept).toString();
  // A lone "?" goes as well.
  if (url.search === "") url.search = "";
  return url.href.length > LINK_MAX ? null : url.href;
}

/** An absolute http or https address for fetching, its parameters as they are. Null for anything else. */
export function fetchableLink(link: string, base?: string): string | null {
  const url = readLink(link, base);
  if (url === null) return null;
  url.hash = "";
  return url.href.length > LINK_MAX ? null : url.href;
}

function readLink(link: string, base: string | undefined): URL | null {
  // Line ends and tabs inside a link are a feed's indentation; URL drops them too.
  const text = link.trim();
  if (text === "") return null;
  const url = URL.parse(text, base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    return null;
  return url;
}
