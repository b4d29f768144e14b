/** Shorter ones are no secrets ("none", "ollama") but words that an answer may well hold. */
const SHORTEST = 8;
const STANDS_FOR = "[hidden]";

/** A filter that a stream of text passes through. */
export interface TextFilter {
  /** What of the text so far may go on. */
  push(text: string): string;
  /** What was still held back. */
  end(): string;
}

/**
 * Takes a secret out of a text that comes in pieces, however it is cut: only what may be its beginning is held back.
 */
export function hideSecret(secret: string | null): TextFilter {
  if (secret === null || secret.length < SHORTEST) return { push: (text) => text, end: () => "" };
  let held = "";
  return {
    push(text) {
      const all = (held + text).replaceAll(secret, STANDS_FOR);
      held = longestBeginning(all, secret);
      return all.slice(0, all.length - held.length);
    },
    end() {
      const rest = held;
      held = "";
      return rest;
    },
  };
}

/** The longest end of the text with which the secret begins. */
function longestBeginning(text: string, secret: string): string {
  for (let size = Math.min(text.length, secret.length - 1); size > 0; size -= 1)
    if (text.endsWith(secret.slice(0, size))) return secret.slice(0, size);
  return "";
}
