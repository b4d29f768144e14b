import { splitSentences } from "./split-sentences.ts";

/** The maximum length of a sentence in characters. Longer ones are cut, between words if possible. */
const SENTENCE_LENGTH_MAX = 320;

/** The first `limit` sentences of plain text, ready to quote: on one line and not too long. */
export function extractSentences(text: string, limit = 500): string[] {
  return splitSentences(text)
    .slice(0, limit)
    .map(({ text: sentence }) => cutSentence(toOneLine(sentence).replace(LIST_MARKER, "")))
    .filter((sentence) => sentence !== "");
}

const LIST_MARKER = /^(?:[-*•+>]|\d{1,2}[.)]|#{1,6}) (?=\S)/;

export function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u00ad\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff\s]+/gu, " ")
    .trim();
}

/** Cuts a title or sentence that is too long to quote. */
export function cutSentence(sentence: string): string {
  if (sentence.length <= SENTENCE_LENGTH_MAX) return sentence;
  const cut = sentence.slice(0, SENTENCE_LENGTH_MAX - 2).toWellFormed();
  const end = cut.lastIndexOf(" ");
  return `${(end > SENTENCE_LENGTH_MAX / 2 ? cut.slice(0, end) : cut).trimEnd()} …`;
}
