import { computeEditDistance } from "#core/edit-distance.ts";

/** Returns the candidates that are closest to the word in spelling, closest first. */
export function rankCorrections(word: string, candidates: readonly string[], limit: number): string[] {
  const maxDistance = word.length >= 8 ? 3 : word.length >= 5 ? 2 : 1;
  return candidates
    .map((candidate) => ({ candidate, distance: computeEditDistance(word, candidate, maxDistance) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}
