import type { HighlightedText, TextSegment } from "./types.ts";

export interface MatchTerms {
  /** Word stems from PostgreSQL's English dictionary. */
  readonly stems: readonly string[];
  /** Beginnings of words. */
  readonly prefixes: readonly string[];
  /** Complete words that were added to the search, such as corrections. */
  readonly words: readonly string[];
}

const WORD = /[\p{L}\p{N}]+/gu;
/** English endings after a stem. A consonant may be doubled before them ("run", "running"). */
const ENDING =
  /^(?:([a-z])??(?:s|es|ed|d|er|ers|ing|ings|ion|ions|or|ors|ly|al|ally|able|ment|ments|ness|ive|y|e|ies|ied|ier|ation|ations|ator|ators|ization|izations|ized|izing|ize|ity|ities|ate|ated|ates|ating))?$/;

/** Whether a word matches the search, ignoring its ending. */
function isMatchingWord(word: string, { stems, prefixes, words }: MatchTerms): boolean {
  const lowercase = word.toLowerCase();
  if (words.includes(lowercase) || prefixes.some((prefix) => lowercase.startsWith(prefix))) return true;
  return stems.some((stem) => {
    if (lowercase === stem) return true;
    // The stem of "quality" is "qualiti".
    const base = stem.endsWith("i") ? stem.slice(0, -1) : stem;
    if (base.length < 2 || !lowercase.startsWith(base)) return false;
    const ending = ENDING.exec(lowercase.slice(base.length));
    if (ending === null) return false;
    const [, doubledLetter] = ending;
    return doubledLetter === undefined || base.endsWith(doubledLetter) || base !== stem;
  });
}

export function markMatches(text: string, terms: MatchTerms): HighlightedText {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    if (!isMatchingWord(match[0], terms)) continue;
    if (match.index > end) segments.push({ text: text.slice(end, match.index), isMatch: false });
    end = match.index + match[0].length;
    segments.push({ text: match[0], isMatch: true });
  }
  if (end < text.length) segments.push({ text: text.slice(end), isMatch: false });
  return segments;
}

/** Only this many matches are considered, because each is compared with those after it. */
const MATCHES_MAX = 1_000;

/**
 * Returns the part with the best matches, cut at word boundaries, or the beginning if nothing matches. Short text is
 * returned in full.
 */
export function buildMatchExcerpt(text: string, terms: MatchTerms, length: number): HighlightedText {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= length) return markMatches(line, terms);
  const matches: { readonly word: string; readonly index: number }[] = [];
  for (const { 0: word, index } of line.matchAll(WORD)) {
    if (isMatchingWord(word, terms)) matches.push({ word: word.toLowerCase(), index });
    if (matches.length === MATCHES_MAX) break;
  }
  let bestStart = 0;
  let bestScore = 0;
  for (const [position, { index }] of matches.entries()) {
    const words = new Set<string>();
    let count = 0;
    for (const match of matches.slice(position)) {
      if (match.index + match.word.length > index + length) break;
      words.add(match.word);
      count += 1;
    }
    // A different word counts more than a repetition.
    const score = words.size * 10 + Math.min(count, 9);
    if (score > bestScore) {
      bestScore = score;
      bestStart = index;
    }
  }
  const lead = Math.floor(length / 5);
  const start = bestStart <= lead ? 0 : findWordStart(line, Math.min(bestStart - lead, line.length - length));
  const end = start + length >= line.length ? line.length : findWordEnd(line, start + length);
  const excerpt = `${start > 0 ? "… " : ""}${line.slice(start, end).trim()}${end < line.length ? " …" : ""}`;
  return markMatches(excerpt, terms);
}

/** Finds the start of the next word. Returns `from` itself if there is no space nearby. */
function findWordStart(text: string, from: number): number {
  const space = text.indexOf(" ", from);
  return space < 0 || space - from > 40 ? from : space + 1;
}

function findWordEnd(text: string, until: number): number {
  const space = text.lastIndexOf(" ", until);
  return space < until - 40 ? until : space;
}
