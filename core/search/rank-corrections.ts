import { computeEditDistance } from "../edit-distance.ts";

/** Sorts the candidates by how close they are in spelling, closest first. Omits those that are too different. */
export function rankCorrections(word: string, candidates: readonly string[], limit: number): string[] {
  const maxDistance = word.length >= 8 ? 3 : word.length >= 5 ? 2 : 1;
  return candidates
    .map((candidate) => ({ candidate, distance: computeEditDistance(word, candidate, maxDistance) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}
