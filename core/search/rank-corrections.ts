import { editDistance } from "../edit-distance.ts";

/** Filters the candidates for those that the word may be a misspelling of, likeliest first. */
export function rankCorrections(word: string, candidates: readonly string[], amount: number): string[] {
  const most = word.length >= 8 ? 3 : word.length >= 5 ? 2 : 1;
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, amount)
    .map(({ candidate }) => candidate);
}
