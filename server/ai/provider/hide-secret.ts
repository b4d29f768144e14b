/** Shorter values ("none", "ollama") aren't secrets but ordinary words that may occur in an answer. */
const SECRET_LENGTH_MIN = 8;
const REPLACEMENT = "[hidden]";

export interface TextFilter {
  /** Takes the next part of the text and returns what can be sent. */
  push(text: string): string;
  /** Returns the text that is still buffered. */
  end(): string;
}

/**
 * Creates a filter that replaces a secret and its base64, URL-encoded and hexadecimal forms in streamed text. Secrets
 * shorter than SECRET_LENGTH_MIN aren't replaced.
 */
export function createSecretFilter(secret: string | null): TextFilter {
  if (secret === null || secret.length < SECRET_LENGTH_MIN) return { push: (text) => text, end: () => "" };
  const filters = getEncodings(secret).map(createEncodingFilter);
  return {
    push: (text) => filters.reduce((filteredText, filter) => filter.push(filteredText), text),
    end: () => filters.reduce((filteredText, filter) => filter.push(filteredText) + filter.end(), ""),
  };
}

function getEncodings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // A prefix ("Bearer ", "user:") shifts the secret's base64 form. Each shifted form is reduced to the characters that
  // depend on the secret alone.
  const base64Forms = [0, 1, 2].flatMap((prefixLength) =>
    (["base64", "base64url"] as const).map((form) => {
      const text = Buffer.concat([Buffer.alloc(prefixLength), bytes]).toString(form);
      const start = Math.ceil((prefixLength * 8) / 6);
      return text.slice(start, Math.floor(((prefixLength + bytes.length) * 8) / 6));
    }),
  );
  const hex = bytes.toString("hex");
  return [
    ...new Set([secret, encodeURIComponent(secret.toWellFormed()), ...base64Forms, hex, hex.toUpperCase()]),
  ];
}

function createEncodingFilter(encoding: string): TextFilter {
  let buffer = "";
  return {
    push(text) {
      const combinedText = (buffer + text).replaceAll(encoding, REPLACEMENT);
      buffer = findOverlap(combinedText, encoding);
      return combinedText.slice(0, combinedText.length - buffer.length);
    },
    end() {
      const rest = buffer;
      buffer = "";
      return rest;
    },
  };
}

/** Finds the longest suffix of the text that is a prefix of the encoding. */
function findOverlap(text: string, encoding: string): string {
  for (let size = Math.min(text.length, encoding.length - 1); size > 0; size -= 1)
    if (text.endsWith(encoding.slice(0, size))) return encoding.slice(0, size);
  return "";
}
