import type { Typeface } from "./typeface.ts";

/** The share of letters and digits that the font must have for a text to make sense. */
const READABLE = 0.7;

/**
 * The drawable part of a text: one line, without characters that the font lacks (emoji, other scripts, direction
 * controls). Empty when too little would be left to understand it.
 */
export function getDrawableText(typeface: Pick<Typeface, "has">, text: string): string {
  let wanted = 0;
  let found = 0;
  let result = "";
  for (const character of text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")) {
    const isWord = /[\p{L}\p{N}]/u.test(character);
    const isThere = typeface.has(character);
    if (isWord) wanted += 1;
    if (isWord && isThere) found += 1;
    // Omitted symbols leave a space, so that words don't run together.
    result += isThere ? character : isWord ? "" : " ";
  }
  return found === 0 || found / wanted < READABLE ? "" : result.replace(/ +/g, " ").trim();
}

/**
 * Wraps a text into at most `most` lines of `width`, the last one cut with an ellipsis. Breaks words that are wider
 * than a line.
 */
export function wrapText(
  text: string,
  measure: (part: string) => number,
  width: number,
  most: number,
): string[] {
  const lines: string[] = [];
  let line = "";
  const words = text.split(" ").flatMap((word) => breakWord(word, measure, width));
  for (const [at, word] of words.entries()) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || measure(longer) <= width) line = longer;
    else if (lines.length + 1 < most) {
      lines.push(line);
      line = word;
    } else return [...lines, truncate(`${line} ${words.slice(at, at + 1).join("")}`, measure, width)];
  }
  return line === "" ? lines : [...lines, line];
}

function breakWord(word: string, measure: (part: string) => number, width: number): string[] {
  if (measure(word) <= width) return [word];
  const parts: string[] = [];
  let part = "";
  for (const character of word) {
    if (part !== "" && measure(part + character) > width) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return part === "" ? parts : [...parts, part];
}

/** Cuts a text so that it fits with an ellipsis. */
export function truncate(text: string, measure: (part: string) => number, width: number): string {
  const characters = [...text];
  while (characters.length > 0 && measure(`${characters.join("").trimEnd()}…`) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}
