interface Sentence {
  readonly text: string;
  /** Its position in the text, in UTF-16 units. */
  readonly start: number;
}

/** Abbreviations with a full stop that doesn't end a sentence. */
const ABBREVIATIONS = new Set(
  "mr mrs ms dr prof st vs etc inc ltd corp co approx fig est gov sen rep jan feb mar apr jun jul aug sep sept oct nov dec".split(
    " ",
  ),
);

/** Matches an entire run of terminators, so that no run is scanned twice. */
const TERMINATORS = /[.!?…。！？]+["'”’)\]]*|[\r\n\u2028\u2029]+/gu;
/** Full-width punctuation, which ends a sentence even without a following space. */
const FULL_WIDTH = /[。！？]/u;
const LOOK_BACK = 12;

/**
 * Splits text into trimmed, non-empty sentences in linear time. A line break ends a sentence; "U.S. regulators" and
 * "1.5 BTC" aren't split.
 */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  const push = (end: number) => {
    const raw = text.slice(from, end);
    const sentence = raw.trim();
    if (sentence !== "")
      sentences.push({ text: sentence, start: from + raw.length - raw.trimStart().length });
    from = end;
  };
  for (const match of text.matchAll(TERMINATORS)) {
    const end = match.index + match[0].length;
    const isEnd = end === text.length || /\s/u.test(text.charAt(end)) || /\s/u.test(match[0]);
    if (!isEnd && !FULL_WIDTH.test(match[0])) continue;
    if (match[0] === "." && isAbbreviation(text, match.index)) continue;
    push(end);
  }
  push(text.length);
  return sentences;
}

/**
 * Whether the full stop at `position` follows an abbreviation or a single capital ("U.S.", "J. Powell"). A single
 * capital doesn't count if a word such as "The" follows, because that starts a sentence.
 */
function isAbbreviation(text: string, position: number): boolean {
  const word =
    /(?<![\p{L}\p{M}])[\p{L}\p{M}]+$/u.exec(text.slice(Math.max(0, position - LOOK_BACK), position))?.[0] ??
    "";
  if (/^\p{Lu}$/u.test(word))
    return !/^\s+(?:The|A|An|It|This|We|But|In|I)\s/.test(text.slice(position + 1, position + 12));
  return ABBREVIATIONS.has(word.toLowerCase());
}
