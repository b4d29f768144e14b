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
 * Takes a secret out of a text that comes in pieces, however it is cut, as it is and as a request or a log would have
 * written it (base64, in an address, in hexadecimal): only what may be the beginning of one is held back.
 */
export function hideSecret(secret: string | null): TextFilter {
  if (secret === null || secret.length < SHORTEST) return { push: (text) => text, end: () => "" };
  const filters = formsOf(secret).map(hideForm);
  return {
    push: (text) => filters.reduce((passed, filter) => filter.push(passed), text),
    end: () => filters.reduce((passed, filter) => filter.push(passed) + filter.end(), ""),
  };
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Of base64 that has something before the secret ("Bearer ", "user:"), what is made of the secret's bytes alone.
  const encoded = [0, 1, 2].flatMap((before) =>
    (["base64", "base64url"] as const).map((form) => {
      const text = Buffer.concat([Buffer.alloc(before), bytes]).toString(form);
      const from = Math.ceil((before * 8) / 6);
      return text.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
    }),
  );
  const hex = bytes.toString("hex");
  return [
    ...new Set([secret, encodeURIComponent(secret.toWellFormed()), ...encoded, hex, hex.toUpperCase()]),
  ];
}

function hideForm(secret: string): TextFilter {
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
