/**
 * `@name` in a text. A name with blanks, or with signs that would end it, stands in quotes: `@"Two Words"`. What is
 * found may be nobody's name.
 */
const NAME = /@(?:"([^"\n@]{3,60})"|([\p{L}\p{N}_-][\p{L}\p{M}\p{N}_-]*(?:[.][\p{L}\p{M}\p{N}_-]+)*))/uy;
/** What may stand before the sign: nothing of a word, an address or a path. */
const BEFORE = /[\s()[\]{}<>"'“”‘’«»„,;:!?*_~|–—-]$/u;
const PLAIN = /^[\p{L}\p{N}_-][\p{L}\p{M}\p{N}_-]*(?:[.][\p{L}\p{M}\p{N}_-]+)*$/u;
/** Twice a name's length: it may come decomposed, with each accent a character of its own. */
const LENGTH_MAX = 60;

export interface FoundMention {
  /** As it is written, without sign and quotes, normalised. */
  readonly name: string;
  /** UTF-16 units of the whole. */
  readonly length: number;
}

/** The mention that begins at this "@"; null where there is none. */
export function mentionAt(text: string, position: number): FoundMention | null {
  if (position > 0 && !BEFORE.test(text.slice(Math.max(0, position - 2), position))) return null;
  NAME.lastIndex = position;
  const [whole, quoted, plain] = NAME.exec(text) ?? [];
  const written = quoted ?? plain;
  if (whole === undefined || written === undefined || written.length > LENGTH_MAX) return null;
  const name = written.normalize("NFKC");
  return name.length < 3 || name !== name.trim() ? null : { name, length: whole.length };
}

/** The names in a text, each once, as many as asked for; those in code and in quoted lines too. */
export function listMentions(text: string, most: number): string[] {
  const names = new Set<string>();
  for (let at = text.indexOf("@"); at >= 0 && names.size < most; ) {
    const found = mentionAt(text, at);
    if (found) names.add(found.name);
    at = text.indexOf("@", at + (found?.length ?? 1));
  }
  return [...names];
}

/** How a member is mentioned. */
export function writeMention(username: string): string {
  return PLAIN.test(username) ? `@${username}` : `@"${username}"`;
}
