import type { SiteDocument } from "#core/ai/analysis.ts";
import { searchWordsOf } from "#core/ai/search-words.ts";
import { sentimentTopic } from "#core/ai/sentiment/analyze-sentiment.ts";
import type { ToolId } from "#core/ai/tools.ts";
import type { PostCard } from "#core/forum/types.ts";
import type { NewsCard } from "#core/news/types.ts";
import type { Clock } from "#server/platform/clock.ts";
import { keepAnswer } from "#server/platform/keep-answer.ts";
import type { FindMaterial, MaterialDoors } from "./deps.ts";

/** Articles and posts that a tool gets, at most. */
const ARTICLES = 24;
const POSTS = 12;
/** So many articles with any of the words, the newest, are looked through for those with most of them. */
const ARTICLES_READ = 60;
const HISTORY_DAYS = 730;
const HISTORIES_KEPT_MS = 60_000;

/** Makes what finds material: two statements for texts, and prices that are kept for a while. */
export function createMaterialFinder(deps: MaterialDoors & { readonly clock: Clock }): FindMaterial {
  const { market, clock } = deps;
  return {
    findDocuments: (tool, input) => findDocuments(deps, tool, input),
    readPrices: () => market.readPrices("all"),
    readHistories: keepAnswer(
      async () => JSON.stringify(await market.readDailyHistories("all", HISTORY_DAYS)),
      { clock, milliseconds: HISTORIES_KEPT_MS },
    ),
  };
}

/** Two statements at most, through the doors of news and forum. */
async function findDocuments(
  { forum, news }: MaterialDoors,
  tool: ToolId,
  input: string,
): Promise<SiteDocument[]> {
  const topic = tool === "sentiment" ? sentimentTopic(input) : input;
  // A text whose mood is asked for, and a contract, are read for themselves.
  if (topic === null || tool === "scanner") return [];
  const words = searchWordsOf(topic);
  // "How is the mood today?" names nothing: then the newest is what is meant.
  if (words.length === 0 && tool !== "sentiment" && tool !== "generator") return [];
  const search = words.map((word) => `"${word.replaceAll('"', "")}"`).join(" OR ");
  const [articles, posts] = await Promise.all([
    news.listNews({ category: "all", search, cursor: null, size: ARTICLES_READ }),
    forum.listPosts(null, {
      // A question wants what answers it best, whenever it was written; the others what is said these days.
      sort: tool === "chatbot" ? "hot" : "new",
      period: "all",
      categories: [],
      tag: null,
      search,
      cursor: null,
    }),
  ]);
  const found = byFit(articles.items.map(documentOfArticle), words).slice(0, ARTICLES);
  return [...found, ...byFit(posts.items.map(documentOfPost), words).slice(0, POSTS)];
}

/** Those with more of the words first; among equals the order stays, the newest or the most relevant first. */
function byFit(documents: readonly SiteDocument[], words: readonly string[]): SiteDocument[] {
  const matches = ({ title, text }: SiteDocument) => {
    const all = `${title} ${text}`.toLowerCase();
    return words.filter((word) => all.includes(word.toLowerCase())).length;
  };
  return documents.toSorted((one, other) => matches(other) - matches(one));
}

const documentOfArticle = (card: NewsCard): SiteDocument => ({
  kind: "article",
  path: `/news/${card.id}`,
  title: card.title,
  text: card.excerpt,
  date: card.publishedAt,
  by: card.source,
  isSample: card.isSample,
});

const documentOfPost = (card: PostCard): SiteDocument => ({
  kind: "post",
  path: `/forum/${card.id}`,
  title: card.title,
  text: card.excerpt,
  date: card.createdAt,
  by: card.author.username,
  isSample: false,
});
