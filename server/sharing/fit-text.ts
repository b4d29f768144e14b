import type { Typeface } from "./typeface.ts";

/** The share of letters and digits that the font must have for text to be readable. */
const DRAWABLE_SHARE_MIN = 0.7;

/** Returns text on one line, without characters that the font lacks. Empty if too little would be left to read. */
export function getDrawableText(typeface: Pick<Typeface, "has">, text: string): string {
  let wordCharacterCount = 0;
  let drawableCharacterCount = 0;
  let result = "";
  for (const character of text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")) {
    const isWordCharacter = /[\p{L}\p{N}]/u.test(character);
    const isDrawable = typeface.has(character);
    if (isWordCharacter) wordCharacterCount += 1;
    if (isWordCharacter && isDrawable) drawableCharacterCount += 1;
    // Omitted symbols leave a space, so that words don't run together.
    result += isDrawable ? character : isWordCharacter ? "" : " ";
  }
  return drawableCharacterCount === 0 || drawableCharacterCount / wordCharacterCount < DRAWABLE_SHARE_MIN
    ? ""
    : result.replace(/ +/g, " ").trim();
}

/** Splits text into at most `linesMax` lines and truncates longer text. Breaks words that are wider than a line. */
export function wrapText(text: string, measure: (part: string) => number, width: number, linesMax: number) {
  const lines: string[] = [];
  let line = "";
  const words = text.split(" ").flatMap((word) => breakWord(word, measure, width));
  for (const word of words) {
    const longerLine = line === "" ? word : `${line} ${word}`;
    if (line === "" || measure(longerLine) <= width) line = longerLine;
    else if (lines.length + 1 < linesMax) {
      lines.push(line);
      line = word;
    } else return [...lines, truncate(`${line} ${word}`, measure, width)];
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

/** Cuts text so that it fits with an ellipsis. */
export function truncate(text: string, measure: (part: string) => number, width: number): string {
  const characters = [...text];
  while (characters.length > 0 && measure(`${characters.join("").trimEnd()}…`) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}
