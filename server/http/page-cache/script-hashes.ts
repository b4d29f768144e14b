import { createHash } from "node:crypto";

/**
 * Replaces the nonce with hashes of the page's own scripts, because a shared response can't have a nonce. Injected
 * scripts get no hash.
 */
export function replaceNonceWithHashes(html: string, nonce: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (attributes.includes(attribute) && script !== "")
      hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  }
  return { html: html.replaceAll(attribute, ""), hashes: [...hashes] };
}
