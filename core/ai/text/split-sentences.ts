/** A piece of a text, as written, and where it begins (in UTF-16 units). */
export interface Piece {
  readonly text: string;
  readonly start: number;
}

/** A full stop after one of these ends no sentence. */
const ABBREVIATIONS = new Set(
  "mr mrs ms dr prof st vs etc inc ltd corp co approx fig est gov sen rep jan feb mar apr jun jul aug sep sept oct nov dec".split(
    " ",
  ),
);

/** Never fails after its first character, so no run of full stops is walked twice. */
const TERMINATORS = /[.!?…。！？]+["'”’)\]]*|[\r\n\u2028\u2029]+/gu;
/** These end a sentence without a space after them. */
const FULL_WIDTH = /[。！？]/u;
/** The longest word that may stand before a full stop of an abbreviation. */
const LOOK_BACK = 12;

/** The sentences of a text, trimmed, none empty, in time linear in its length. A line's end ends a sentence; "U.S. regulators" and "1.5 BTC" stay whole. */
export function splitSentences(text: string): Piece[] {
  const sentences: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(TERMINATORS)) {
    const end = match.index + match[0].length;
    const ends = end === text.length || /\s/u.test(text.charAt(end)) || /\s/u.test(match[0]);
    if (!ends && !FULL_WIDTH.test(match[0])) continue;
    if (match[0] === "." && isAbbreviation(text, match.index)) continue;
    push(sentences, text, from, end);
    from = end;
  }
  push(sentences, text, from, text.length);
  return sentences;
}

/** Whether the full stop at `at` follows an abbreviation or a single capital ("U.S.", "J. Powell"). */
function isAbbreviation(text: string, at: number): boolean {
  const word = /[\p{L}\p{M}]+$/u.exec(text.slice(Math.max(0, at - LOOK_BACK), at))?.[0] ?? "";
  if (/^\p{Lu}$/u.test(word))
    return !/^\s+(?:The|A|An|It|This|We|But|In|I)\s/.test(text.slice(at + 1, at + 12));
  return ABBREVIATIONS.has(word.toLowerCase());
}

function push(sentences: Piece[], text: string, from: number, end: number): void {
  const raw = text.slice(from, end);
  const trimmed = raw.trim();
  if (trimmed !== "") sentences.push({ text: trimmed, start: from + raw.length - raw.trimStart().length });
}
