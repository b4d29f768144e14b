import type { SiteDocument } from "#core/ai/analysis.ts";
import type { Concept } from "#core/ai/text/concepts.ts";
import { isInformative, rateInformativeness } from "#core/ai/text/informativeness.ts";
import { allPassages, type Passage, pickDifferent, rankPassages } from "#core/ai/text/rank-passages.ts";

/** The share of the topic that a sentence, together with its title, must cover. */
const COVERAGE_MIN = 0.6;
const ARTICLE_BULLETS = 9;
const POST_BULLETS = 4;

export interface Chosen {
  /** All passages on the topic, for comparison. */
  readonly onTopic: readonly Passage[];
  readonly articles: readonly Passage[];
  readonly posts: readonly Passage[];
  /** No passage covers the whole topic; these cover part of it. */
  readonly isPart: boolean;
}

/** The most informative sentences on the topic, without near-duplicates. Without concepts, the newest of everything. */
export function choosePassages(concepts: readonly Concept[], documents: readonly SiteDocument[]): Chosen {
  const onWholeTopic = findInformative(concepts, documents);
  // If nothing covers the whole topic, use only its known terms and assets; other words match too broadly.
  const known = concepts.filter(({ forms }) => forms.length > 1);
  const isPart = onWholeTopic.length === 0 && (known.length > 1 || known.length < concepts.length);
  const freshness = rankByFreshness(documents);
  const onTopic = (isPart ? known.flatMap((concept) => findInformative([concept], documents)) : onWholeTopic)
    .map((passage) => ({
      ...passage,
      score:
        passage.score *
        rateInformativeness(passage.sentence, passage.at) *
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

function findInformative(concepts: readonly Concept[], documents: readonly SiteDocument[]): Passage[] {
  const ranked = concepts.length === 0 ? allPassages(documents) : rankPassages(concepts, documents);
  return ranked.filter(({ coverage, sentence }) => coverage >= COVERAGE_MIN && isInformative(sentence));
}

/** From 0 (oldest) to 1 (newest). */
function rankByFreshness(documents: readonly SiteDocument[]): Map<SiteDocument, number> {
  const dated = documents.toSorted((one, other) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
  );
  return new Map(dated.map((document, at) => [document, (at + 1) / dated.length]));
}
