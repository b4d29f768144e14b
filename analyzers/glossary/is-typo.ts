import { computeEditDistance } from "#core/edit-distance.ts";

const MIXED_UP_LENGTH_MIN = 5;

/**
 * Whether the word could be a misspelling of the name: at most one edit apart, two edits if both have at least eight
 * letters, or, in words of at least five letters, the same letters in a different order after the same first letter.
 */
export function isTypo(word: string, name: string): boolean {
  if (isMixedUp(word, name)) return true;
  const maxDistance = Math.min(word.length, name.length) >= 8 ? 2 : 1;
  return (
    Math.abs(word.length - name.length) <= maxDistance &&
    computeEditDistance(word, name, maxDistance) <= maxDistance
  );
}

function isMixedUp(word: string, name: string): boolean {
  if (word.length !== name.length || word.length < MIXED_UP_LENGTH_MIN || word[0] !== name[0]) return false;
  return [...word].sort().join("") === [...name].sort().join("");
}
