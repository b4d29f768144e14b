import { isInformative, rateInformativeness } from "../text/informativeness.ts";
import { computeSimilarity } from "../text/passages.ts";
import { extractSentences } from "../text/sentences.ts";
import { toStems } from "../text/words.ts";

const SENTENCES_MAX = 6;
const CANDIDATES_MAX = 60;

/** The most representative sentences, without near-duplicates, in their original order. */
export function selectKeySentences(text: string): string[] {
  const sentences = extractSentences(text).map((sentence, index) => ({
    sentence,
    at: index,
    stems: new Set(toStems(sentence)),
  }));
  const counts = new Map<string, number>();
  for (const { stems } of sentences) {
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const weigh = (stem: string) => Math.log(counts.get(stem) ?? 1);
  const ranked = sentences
    .filter(({ sentence }) => isInformative(sentence))
    .map(({ sentence, at, stems }) => {
      const sum = [...stems].reduce((all, stem) => all + weigh(stem), 0.1);
      const score = (sum / Math.sqrt(stems.size + 4)) * rateInformativeness(sentence, at);
      return { sentence, at, stems, score };
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, CANDIDATES_MAX);
  const distinct: typeof ranked = [];
  for (const candidate of ranked) {
    if (distinct.length === SENTENCES_MAX) break;
    if (distinct.every(({ stems }) => computeSimilarity(stems, candidate.stems) <= 0.4))
      distinct.push(candidate);
  }
  const selected = distinct.length > 0 ? distinct : sentences.slice(0, 1);
  return selected.toSorted((a, b) => a.at - b.at).map(({ sentence }) => sentence);
}
