import { LRUCache } from "lru-cache";
import { formatConcepts, parseTopic } from "#analyzers/content/parse-topic.ts";
import { findSentimentTopic } from "#analyzers/sentiment/analyze-sentiment.ts";
import { chooseSearchWords } from "#analyzers/text/search-words.ts";
import type { SiteDocument } from "#core/ai/analysis.ts";
import type { ToolId } from "#core/ai/tools.ts";
import type { PostCard } from "#core/forum/types.ts";
import type { NewsCard } from "#core/news/types.ts";
import type { Clock } from "#server/platform/clock.ts";
import { memoizeWithTtl } from "#server/platform/memoize.ts";
import { shareHistories } from "./analyzers/share-histories.ts";
import type { FindMaterial, MaterialDeps, ReadTexts } from "./deps.ts";
import { findRelevant, NOTHING } from "./find-relevant.ts";

/** The most articles and posts for one question. */
const ARTICLES = 24;
const POSTS = 12;
/** Characters per text, since the start is the most informative part. */
const TEXT_LENGTH = 4_000;
/** Cached, because the same documents are read again and again. Edits take effect within a minute. */
const CACHED_TEXTS = 300;
const TEXT_CACHE_MS = 60_000;
/** The newest articles with any of the words, from which the best matches are chosen. */
const ARTICLES_READ = 60;
/** For a brief on the latest of everything. */
const NEWEST = 8;
const HISTORY_DAYS = 730;
const HISTORY_CACHE_MS = 600_000;

/** Creates the finder. Prices are cached. */
export function createMaterialFinder(deps: MaterialDeps & { readonly clock: Clock }): FindMaterial {
  const { market, clock } = deps;
  const textDeps: TextDeps = {
    listNews: deps.news.listNews,
    listPosts: deps.forum.listPosts,
    readArticles: cacheTexts(deps.news.readArticleTexts),
    readPosts: cacheTexts(deps.forum.readPostTexts),
  };
  return {
    async findDocuments(tool, input) {
      if (tool === "scanner") return NOTHING;
      if (tool === "chatbot") return findRelevant(deps.search, input);
      if (tool === "generator") {
        const topic = parseTopic(input);
        if (topic.concepts.length > 0)
          return findRelevant(deps.search, topic.isText ? input : formatConcepts(topic));
        return { documents: await listNewest(textDeps), rarity: {} };
      }
      return { documents: await findDocuments(textDeps, tool, input), rarity: {} };
    },
    readPrices: () => market.readPrices("all"),
    readHistories: memoizeWithTtl(
      async () => shareHistories(await market.readDailyHistories("all", HISTORY_DAYS)),
      { clock, ttlMs: HISTORY_CACHE_MS },
    ),
  };
}

interface TextDeps {
  readonly listNews: MaterialDeps["news"]["listNews"];
  readonly listPosts: MaterialDeps["forum"]["listPosts"];
  readArticles(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  readPosts(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/**
 * Full text is only requested right after a list query returned their ids, so deleted content is never served from the
 * cache.
 */
function cacheTexts(readTexts: ReadTexts): (ids: readonly string[]) => Promise<ReadonlyMap<string, string>> {
  const cache = new LRUCache<string, string>({ max: CACHED_TEXTS, ttl: TEXT_CACHE_MS });
  return async (ids) => {
    const texts = new Map<string, string>();
    for (const id of ids) {
      const text = cache.get(id);
      if (text !== undefined) texts.set(id, text);
    }
    const missing = ids.filter((id) => !texts.has(id));
    if (missing.length === 0) return texts;
    for (const [id, text] of await readTexts(missing, TEXT_LENGTH)) {
      cache.set(id, text);
      texts.set(id, text);
    }
    return texts;
  };
}

/** The newest documents on a topic: two search queries, and two to read the results. */
async function findDocuments(textDeps: TextDeps, tool: ToolId, input: string): Promise<SiteDocument[]> {
  const topic = tool === "sentiment" ? findSentimentTopic(input) : input;
  if (topic === null) return [];
  const words = chooseSearchWords(topic);
  // "How is the mood today?" names no topic, so use the newest documents.
  if (words.length === 0 && tool !== "sentiment") return [];
  const search = words.map((word) => `"${word.replaceAll('"', "")}"`).join(" OR ");
  const [articles, posts] = await Promise.all([
    findArticles(textDeps, search, words),
    findPosts(textDeps, search, words),
  ]);
  return [...articles, ...posts];
}

/** The newest articles and posts, for a brief without a topic. */
async function listNewest(textDeps: TextDeps): Promise<SiteDocument[]> {
  const [articles, posts] = await Promise.all([
    textDeps.listNews({ category: "all", search: "", cursor: null, size: NEWEST }),
    findPosts(textDeps, "", []),
  ]);
  return [...articles.items.map((card) => toArticleDocument(card)), ...posts.slice(0, NEWEST)];
}

async function findArticles(textDeps: TextDeps, search: string, words: readonly string[]) {
  const { items } = await textDeps.listNews({ category: "all", search, cursor: null, size: ARTICLES_READ });
  // Chosen by excerpt: reading sixty documents in full to pick two dozen would take too long.
  const candidates = sortByMatches(
    items.map((card) => ({ card, ...toArticleDocument(card) })),
    words,
  ).slice(0, ARTICLES);
  const texts = await textDeps.readArticles(candidates.map(({ card }) => card.id));
  return sortByMatches(
    candidates.map(({ card }) => toArticleDocument(card, texts.get(card.id))),
    words,
  );
}

async function findPosts(textDeps: TextDeps, search: string, words: readonly string[]) {
  const { items } = await textDeps.listPosts(null, {
    sort: "new",
    period: "all",
    categories: [],
    tag: null,
    search,
    cursor: null,
  });
  const texts = await textDeps.readPosts(items.map(({ id }) => id));
  return sortByMatches(
    items.map((card) => toPostDocument(card, texts.get(card.id))),
    words,
  ).slice(0, POSTS);
}

/** Sorts by number of matching words; ties keep their order (newest or most relevant first). */
function sortByMatches<Document extends SiteDocument>(
  documents: readonly Document[],
  words: readonly string[],
): Document[] {
  const countMatches = ({ title, text }: SiteDocument) => {
    const all = `${title} ${text}`.toLowerCase();
    return words.filter((word) => all.includes(word)).length;
  };
  const ranked = documents.map((document) => ({ document, count: countMatches(document) }));
  return ranked.toSorted((first, second) => second.count - first.count).map(({ document }) => document);
}

const toArticleDocument = (card: NewsCard, text = card.excerpt): SiteDocument => ({
  kind: "article",
  path: `/news/${card.id}`,
  title: card.title,
  text,
  date: card.publishedAt,
  attribution: card.source,
  isSample: card.isSample,
});

const toPostDocument = (card: PostCard, text = card.excerpt): SiteDocument => ({
  kind: "post",
  path: `/forum/${card.id}`,
  title: card.title,
  text,
  date: card.createdAt,
  attribution: card.author.username,
  isSample: false,
});
