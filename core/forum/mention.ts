/** Matches `@name`, or `@"Two Words"` for names with spaces or other delimiters. */
const MENTION = /@(?:"([^"\n@]{3,60})"|([\p{L}\p{N}_-][\p{L}\p{M}\p{N}_-]*(?:[.][\p{L}\p{M}\p{N}_-]+)*))/uy;
/** Characters allowed before the "@", so that email addresses and paths don't match. */
const ALLOWED_BEFORE = /[\s()[\]{}<>"'“”‘’«»„,;:!?*_~|–—-]$/u;
const PLAIN_NAME = /^[\p{L}\p{N}_-][\p{L}\p{M}\p{N}_-]*(?:[.][\p{L}\p{M}\p{N}_-]+)*$/u;
/** Twice the maximum length of a name, because accents may be decomposed. */
const NAME_LENGTH_MAX = 60;

/** Parses the mention that starts at the "@" at `position`; null if there is none. Its `length` is in UTF-16 units. */
export function parseMentionAt(text: string, position: number) {
  if (position > 0 && !ALLOWED_BEFORE.test(text.slice(Math.max(0, position - 2), position))) return null;
  MENTION.lastIndex = position;
  const [match, quotedName, plainName] = MENTION.exec(text) ?? [];
  const rawName = quotedName ?? plainName;
  if (match === undefined || rawName === undefined || rawName.length > NAME_LENGTH_MAX) return null;
  const name = rawName.normalize("NFKC");
  return name.length < 3 || name !== name.trim() ? null : { name, length: match.length };
}

/** Returns up to `limit` distinct names that the text mentions, including those in code and quotes. */
export function extractMentions(text: string, limit: number): string[] {
  const names = new Set<string>();
  for (let position = text.indexOf("@"); position >= 0 && names.size < limit; ) {
    const mention = parseMentionAt(text, position);
    if (mention) names.add(mention.name);
    position = text.indexOf("@", position + (mention?.length ?? 1));
  }
  return [...names];
}

export function formatMention(username: string): string {
  return PLAIN_NAME.test(username) ? `@${username}` : `@"${username}"`;
}
