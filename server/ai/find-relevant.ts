import { parseQuery } from "#analyzers/relevance/parse-query.ts";
import type { SourceCandidate } from "#server/search/index.ts";
import type { MaterialDeps, RelevantMaterial } from "./deps.ts";

export const NO_MATERIAL: RelevantMaterial = { documents: [], rarity: {} };

/** Combines the documents of several searches, such as those for a follow-up question with and without its context. */
export async function findForSearches(
  searches: readonly string[],
  find: (search: string) => Promise<RelevantMaterial>,
): Promise<RelevantMaterial> {
  const materials = await Promise.all(searches.map(find));
  const documents = new Map(
    materials.flatMap((material) => material.documents).map((document) => [document.path, document]),
  );
  return {
    documents: [...documents.values()],
    rarity: Object.assign({}, ...materials.map(({ rarity }) => rarity)),
  };
}

const POSTS_MAX = 6;
const COMMENTS_MAX = 8;
const ARTICLES_MAX = 5;
/** Candidates that match a smaller share of the question's total weight aren't read. */
const SHARE_MIN = 0.2;
const MINOR_WEIGHT = 0.3;
const TITLE_BONUS = 0.6;

/** Finds documents that contain a question's words. Rarer words count more. The analyzer decides which are relevant. */
export async function findRelevant(search: MaterialDeps["search"], input: string): Promise<RelevantMaterial> {
  const concepts = parseQuery(input);
  if (concepts.length === 0) return NO_MATERIAL;
  const [{ candidates, lexemes }, statistics] = await Promise.all([
    search.findSources(concepts),
    search.readWordStatistics(),
  ]);
  const rarities = concepts.map((_, index) => {
    const forms = (lexemes[index] ?? []).filter((form) => form.length > 0);
    return forms.length === 0 ? 0 : Math.min(...forms.map((form) => statistics.computeRarity(form)));
  });
  const weights = concepts.map(({ isMinor }, index) => (rarities[index] ?? 0) * (isMinor ? MINOR_WEIGHT : 1));
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  const weigh = (hits: readonly number[]) =>
    totalWeight === 0 ? 0 : hits.reduce((sum, index) => sum + (weights[index] ?? 0), 0) / totalWeight;
  const rate = ({ hits, titleHits }: SourceCandidate) => weigh(hits) + TITLE_BONUS * weigh(titleHits);

  const ratedCandidates = candidates
    .filter(({ hits }) => weigh(hits) >= SHARE_MIN)
    .map((candidate) => ({ candidate, rating: rate(candidate) }))
    .toSorted((a, b) => b.rating - a.rating);
  const pick = (kind: SourceCandidate["kind"]) =>
    ratedCandidates.filter(({ candidate }) => candidate.kind === kind).map(({ candidate }) => candidate);
  const comments = pick("comment").slice(0, COMMENTS_MAX);
  // Comments are read with their posts.
  const postIds = ratedCandidates
    .filter(({ candidate }) => candidate.kind === "post" || comments.includes(candidate))
    .map(({ candidate }) => candidate.postId ?? candidate.id);
  const documents = await search.readSources({
    posts: [...new Set(postIds)].slice(0, POSTS_MAX),
    comments: comments.map(({ id }) => id),
    articles: pick("article")
      .slice(0, ARTICLES_MAX)
      .map(({ id }) => id),
  });
  const rarity = Object.fromEntries(concepts.map(({ name }, index) => [name, rarities[index] ?? 0]));
  return { documents, rarity };
}
