import { computeEditDistance } from "#core/edit-distance.ts";

/** Whether the word could be a misspelling of the name: one edit, or two if both have at least eight letters. */
export function isTypo(word: string, name: string): boolean {
  const maxDistance = Math.min(word.length, name.length) >= 8 ? 2 : 1;
  return (
    Math.abs(word.length - name.length) <= maxDistance &&
    computeEditDistance(word, name, maxDistance) <= maxDistance
  );
}
