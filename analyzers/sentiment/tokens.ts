export interface Token {
  readonly kind: "word" | "number" | "emoji" | "break";
  /** In lower case and normalized Unicode; for a number, its digits without currency. */
  readonly text: string;
  /** Position in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly isAllCaps: boolean;
  /** For a percentage, its signed value. */
  readonly percent: number | null;
  /** Whether it is a percentage with a sign. */
  readonly isSigned: boolean;
  readonly isMoney: boolean;
}

const EMOTICON = String.raw`[:;]'?-?[)(D/](?![\p{L}\p{N}])|<3(?!\d)`;
const EMOJI = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\u200d\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}])*`;
/** The lengths are bounded, so that no run of digits is scanned twice. A longer run is a word. */
const DIGITS = String.raw`\d[\d,]{0,20}(?:\.\d{1,20})?`;
const NUMBER = String.raw`[+\-−]?[$€£¥]${DIGITS}\p{L}{0,3}|[+\-−]?${DIGITS}(?![\p{L}\p{M}\d])%?`;
const WORD = String.raw`[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*`;
const BREAK = String.raw`[,;:()[\]{}|—–"“”«»…!?.\n]|(?<=\s)-(?=\s)`;
const TOKEN = new RegExp(`(${EMOTICON}|${EMOJI})|(${NUMBER})|(${WORD})|(${BREAK})`, "gu");
/** URLs and email addresses. Tested on one run of non-whitespace at a time, so that no run is scanned twice. */
const URL_OR_EMAIL = /:\/\/|www\.|.@./iu;
/** Longer words are truncated before they are looked up. */
const WORD_LENGTH_MAX = 40;

/** Replaces URLs and email addresses with spaces, so that positions stay the same. */
export function blankUrlsAndEmails(text: string): string {
  return text.replace(/\S+/gu, (run) => (URL_OR_EMAIL.test(run) ? " ".repeat(run.length) : run));
}

/** Splits text into words, numbers, emojis and clause separators, in linear time. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [raw, emoji, number, word] = match;
    const start = match.index;
    const end = start + raw.length;
    const token = { start, end, isAllCaps: false, percent: null, isSigned: false, isMoney: false };
    if (emoji !== undefined)
      tokens.push({ ...token, kind: "emoji", text: raw.replaceAll(/[\ufe0f\u{1f3fb}-\u{1f3ff}]/gu, "") });
    else if (number !== undefined) {
      const percent = raw.endsWith("%") ? Number(raw.replaceAll(/[^\d.\-−]/g, "").replace("−", "-")) : null;
      const isSigned = percent !== null && /^[+\-−]/.test(raw);
      const digits = raw.replaceAll(/[^\d.]/g, "");
      tokens.push({ ...token, kind: "number", text: digits, percent, isSigned, isMoney: /[$€£¥]/.test(raw) });
    } else if (word !== undefined) {
      const isAllCaps = word.length > 2 && word === word.toUpperCase() && word !== word.toLowerCase();
      tokens.push({ ...token, kind: "word", text: normalizeWord(word), isAllCaps });
    } else tokens.push({ ...token, kind: "break", text: raw });
  }
  return tokens;
}

function normalizeWord(word: string): string {
  return word.slice(0, WORD_LENGTH_MAX).normalize("NFKC").toLowerCase().replaceAll("’", "'");
}
