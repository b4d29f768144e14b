import { formatConcepts, parseTopic } from "#analyzers/content/parse-topic.ts";
import { findSentimentTopic } from "#analyzers/sentiment/analyze-sentiment.ts";
import { chooseSearchWords } from "#analyzers/text/search-words.ts";
import type { SiteDocument } from "#core/ai/analysis.ts";
import type { ToolId } from "#core/ai/tools.ts";
import type { Clock } from "#server/platform/clock.ts";
import { memoizeWithTtl } from "#server/platform/memoize.ts";
import { shareHistories } from "./analyzers/share-histories.ts";
import type { MaterialDeps, MaterialFinder } from "./deps.ts";
import { findRelevant, NO_MATERIAL } from "./find-relevant.ts";

const POSTS_MAX = 12;
/** The number of articles, and of posts, for a brief without a topic. */
const NEWEST_COUNT = 8;
const HISTORY_DAYS = 730;
const HISTORY_CACHE_MS = 600_000;

export function createMaterialFinder(deps: MaterialDeps & { readonly clock: Clock }): MaterialFinder {
  const { market, clock } = deps;
  return {
    async findDocuments(tool, input) {
      if (tool === "scanner") return NO_MATERIAL;
      if (tool === "chatbot") return findRelevant(deps.search, input);
      if (tool === "generator") {
        const topic = parseTopic(input);
        if (topic.concepts.length > 0)
          return findRelevant(deps.search, topic.isText ? input : formatConcepts(topic));
        return { documents: await listNewest(deps.search), rarity: {} };
      }
      return { documents: await findNewest(deps.search, tool, input), rarity: {} };
    },
    readPrices: () => market.readPrices("all"),
    readHistories: memoizeWithTtl(
      async () => shareHistories(await market.readDailyHistories("all", HISTORY_DAYS)),
      { clock, ttlMs: HISTORY_CACHE_MS },
    ),
  };
}

async function findNewest(search: MaterialDeps["search"], tool: ToolId, input: string) {
  const topic = tool === "sentiment" ? findSentimentTopic(input) : input;
  if (topic === null) return [];
  const words = chooseSearchWords(topic);
  // "How is the mood today?" names no topic. In that case, only the sentiment tool uses the newest documents.
  if (words.length === 0 && tool !== "sentiment") return [];
  const documents = await search.findNewestSources(words);
  const [articles, posts] = splitByKind(documents, words);
  return [...articles, ...posts.slice(0, POSTS_MAX)];
}

/** Lists the newest articles and posts, for a brief without a topic. */
async function listNewest(search: MaterialDeps["search"]): Promise<readonly SiteDocument[]> {
  const [articles, posts] = splitByKind(await search.findNewestSources([]), []);
  return [...articles.slice(0, NEWEST_COUNT), ...posts.slice(0, NEWEST_COUNT)];
}

/** Separates articles from posts, and sorts each list by the number of matching words, then by age, newest first. */
function splitByKind(documents: readonly SiteDocument[], words: readonly string[]) {
  const countMatches = ({ title, text }: SiteDocument) => {
    const fullText = `${title} ${text}`.toLowerCase();
    return words.filter((word) => fullText.includes(word)).length;
  };
  const documentsWithCounts = documents.map((document) => ({ document, count: countMatches(document) }));
  const sortedDocuments = documentsWithCounts
    .toSorted((first, second) => second.count - first.count)
    .map(({ document }) => document);
  return [
    sortedDocuments.filter(({ kind }) => kind === "article"),
    sortedDocuments.filter(({ kind }) => kind === "post"),
  ] as const;
}
