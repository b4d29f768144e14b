import type { Letters } from "./lettering.ts";

/** A share of the letters and digits that must have pictures, or the text says less than nothing. */
const READABLE = 0.7;

/**
 * What of a text can be drawn: one line, without characters that the typeface lacks (emoji, other scripts, marks that
 * turn the way of reading). Empty when too little of it is left to be understood.
 */
export function drawable(letters: Pick<Letters, "has">, text: string): string {
  let wanted = 0;
  let found = 0;
  let kept = "";
  for (const character of text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")) {
    const isWord = /[\p{L}\p{N}]/u.test(character);
    const isThere = letters.has(character);
    if (isWord) wanted += 1;
    if (isWord && isThere) found += 1;
    // What is left out leaves a space, or two words would become one.
    kept += isThere ? character : isWord ? "" : " ";
  }
  return found === 0 || found / wanted < READABLE ? "" : kept.replace(/ +/g, " ").trim();
}

/**
 * A text in lines of at most `width`, at most `most` of them, the last cut with an ellipsis. A word that is wider than
 * a line is broken.
 */
export function wrap(text: string, measure: (part: string) => number, width: number, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  const words = text.split(" ").flatMap((word) => breakWord(word, measure, width));
  for (const [at, word] of words.entries()) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || measure(longer) <= width) line = longer;
    else if (lines.length + 1 < most) {
      lines.push(line);
      line = word;
    } else return [...lines, cut(`${line} ${words.slice(at, at + 1).join("")}`, measure, width)];
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

/** As much of it as fits before an ellipsis. */
export function cut(text: string, measure: (part: string) => number, width: number): string {
  const characters = [...text];
  while (characters.length > 0 && measure(`${characters.join("").trimEnd()}…`) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}
