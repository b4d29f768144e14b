/** Parses `@name`. Names with spaces or other delimiters are quoted: `@"Two Words"`. The name may not exist. */
const NAME = /@(?:"([^"\n@]{3,60})"|([\p{L}\p{N}_-][\p{L}\p{M}\p{N}_-]*(?:[.][\p{L}\p{M}\p{N}_-]+)*))/uy;
/** Characters allowed before the "@", so that email addresses and paths don't match. */
const BEFORE = /[\s()[\]{}<>"'“”‘’«»„,;:!?*_~|–—-]$/u;
const PLAIN = /^[\p{L}\p{N}_-][\p{L}\p{M}\p{N}_-]*(?:[.][\p{L}\p{M}\p{N}_-]+)*$/u;
/** Twice the maximum length of a name, because accents may be decomposed. */
const LENGTH_MAX = 60;

export interface FoundMention {
  /** Without "@" and quotes, normalized. */
  readonly name: string;
  /** Length of the match in UTF-16 units. */
  readonly length: number;
}

/** The mention that starts at this "@"; null if there is none. */
export function parseMentionAt(text: string, position: number): FoundMention | null {
  if (position > 0 && !BEFORE.test(text.slice(Math.max(0, position - 2), position))) return null;
  NAME.lastIndex = position;
  const [match, quoted, plain] = NAME.exec(text) ?? [];
  const written = quoted ?? plain;
  if (match === undefined || written === undefined || written.length > LENGTH_MAX) return null;
  const name = written.normalize("NFKC");
  return name.length < 3 || name !== name.trim() ? null : { name, length: match.length };
}

/** Distinct names mentioned in the text, including code and quotes, up to the limit. */
export function listMentions(text: string, limit: number): string[] {
  const names = new Set<string>();
  for (let at = text.indexOf("@"); at >= 0 && names.size < limit; ) {
    const found = parseMentionAt(text, at);
    if (found) names.add(found.name);
    at = text.indexOf("@", at + (found?.length ?? 1));
  }
  return [...names];
}

export function formatMention(username: string): string {
  return PLAIN.test(username) ? `@${username}` : `@"${username}"`;
}
