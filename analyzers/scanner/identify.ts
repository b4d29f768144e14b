import { tokenizeSource } from "./solidity/tokenize-source.ts";

/** A 64-bit hash as 16 hex digits: two variants of FNV-1a. Not cryptographically secure. */
export function hashText(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
    high ^= high >>> 13;
  }
  return [low, high].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}

/**
 * Removes whitespace and comments. Of code with a body, only the head remains, so that a finding's ID survives changes
 * in the body.
 */
export function normalizeCode(code: string): string {
  const isHead =
    /^(?:function|constructor|receive|fallback|modifier|contract|abstract|interface|library|for|while|do|assembly)\b/;
  const part = isHead.test(code) ? code.slice(0, Math.max(1, code.indexOf("{"))) : code;
  return tokenizeSource(part.slice(0, 400))
    .map(({ text }) => text)
    .join(" ");
}
