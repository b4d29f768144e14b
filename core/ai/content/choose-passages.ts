import type { SiteDocument } from "#core/ai/analysis.ts";
import type { Concept } from "#core/ai/text/concepts.ts";
import { allPassages, type Passage, pickDifferent, rankPassages } from "#core/ai/text/rank-passages.ts";
import { isTelling, tellingness } from "#core/ai/text/telling.ts";

/** How much of the topic a sentence, with its title, has to speak of. */
const COVERAGE_MIN = 0.6;
const ARTICLE_BULLETS = 9;
const POST_BULLETS = 4;

export interface Chosen {
  /** All that speaks of the topic, for comparing. */
  readonly onTopic: readonly Passage[];
  readonly articles: readonly Passage[];
  readonly posts: readonly Passage[];
  /** Nothing speaks of the whole topic, these of a part of it. */
  readonly isPart: boolean;
}

/** The sentences that tell most of the topic, none much like another. Without concepts the newest of everything. */
export function choosePassages(concepts: readonly Concept[], documents: readonly SiteDocument[]): Chosen {
  const whole = findTelling(concepts, documents);
  // Of a topic that nothing speaks of as a whole, the terms and assets in it; a mere word would lead anywhere.
  const known = concepts.filter(({ forms }) => forms.length > 1);
  const isPart = whole.length === 0 && (known.length > 1 || known.length < concepts.length);
  const freshness = freshnessOf(documents);
  const onTopic = (isPart ? known.flatMap((concept) => findTelling([concept], documents)) : whole)
    .map((passage) => ({
      ...passage,
      score:
        passage.score *
        tellingness(passage.sentence, passage.at) *
        (0.8 + 0.2 * (freshness.get(passage.document) ?? 0)),
    }))
    .toSorted((one, other) => other.score - one.score);
  const perDocument = concepts.length === 0 ? 1 : 2;
  const pick = (kind: SiteDocument["kind"], count: number) =>
    pickDifferent(
      onTopic.filter(({ document }) => document.kind === kind),
      count,
      0.4,
      perDocument,
    );
  return { onTopic, articles: pick("article", ARTICLE_BULLETS), posts: pick("post", POST_BULLETS), isPart };
}

function findTelling(concepts: readonly Concept[], documents: readonly SiteDocument[]): Passage[] {
  const ranked = concepts.length === 0 ? allPassages(documents) : rankPassages(concepts, documents);
  return ranked.filter(({ coverage, sentence }) => coverage >= COVERAGE_MIN && isTelling(sentence));
}

/** From 0 for the oldest to 1 for the newest. */
function freshnessOf(documents: readonly SiteDocument[]): Map<SiteDocument, number> {
  const dated = documents.toSorted((one, other) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
  );
  return new Map(dated.map((document, at) => [document, (at + 1) / dated.length]));
}
