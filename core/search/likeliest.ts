import { editDistance } from "../edit-distance.ts";

/** Of words that look like a word those that it may be a misspelling of, the likeliest first. */
export function likeliest(word: string, candidates: readonly string[], amount: number): string[] {
  const most = word.length >= 8 ? 3 : word.length >= 5 ? 2 : 1;
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, amount)
    .map(({ candidate }) => candidate);
}
