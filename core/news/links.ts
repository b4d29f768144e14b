import { LINK_MAX } from "./limits.ts";

/** Tracking parameters, which don't affect the page. */
const TRACKING_PARAMETERS =
  /^(utm_\w+|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|twclid|yclid|igshid|ttclid|li_fat_id|mc_cid|mc_eid|mkt_tok|_hsenc|_hsmi|hsctatracking|oly_anon_id|oly_enc_id|vero_id|ref_src|ref_url|s_cid|ito|cmpid|wt_mc|ns_mchannel|at_medium|at_campaign|__twitter_impression)$/i;

/**
 * Returns an absolute link without tracking parameters or a fragment. Returns null if the link isn't
 * http(s), has credentials or is too long.
 */
export function canonicalizeLink(link: string, base?: string): string | null {
  const url = parseLink(link, base);
  if (url === null) return null;
  url.hash = "";
  const remainingParameters = [...url.searchParams].filter(([name]) => !TRACKING_PARAMETERS.test(name));
  // Re-serializing can change the publisher's encoding, so this is done only if something was removed.
  if (remainingParameters.length < [...url.searchParams].length)
    url.search = new URLSearchParams(remainingParameters).toString();
  // Drops a trailing "?".
  if (url.search === "") url.search = "";
  return url.href.length > LINK_MAX ? null : url.href;
}

/** Returns an absolute link for fetching. Unlike canonicalizeLink, preserves all parameters. */
export function toFetchableLink(link: string, base?: string): string | null {
  const url = parseLink(link, base);
  if (url === null) return null;
  url.hash = "";
  return url.href.length > LINK_MAX ? null : url.href;
}

function parseLink(link: string, base: string | undefined): URL | null {
  // Feeds may put whitespace around a link and line breaks inside it. URL.parse drops the line breaks.
  const text = link.trim();
  if (text === "") return null;
  const url = URL.parse(text, base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    return null;
  return url;
}
