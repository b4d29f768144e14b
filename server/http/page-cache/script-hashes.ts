import { createHash } from "node:crypto";

/**
 * A page's own scripts by their hashes, and the page without the nonce that marked them: an answer for many cannot have
 * a nonce, which must be another each time. What somebody wrote into the page does not know the nonce, and gets no hash.
 */
export function withScriptHashes(html: string, nonce: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (attributes.includes(attribute) && script !== "")
      hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  }
  return { html: html.replaceAll(attribute, ""), hashes: [...hashes] };
}
