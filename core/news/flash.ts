import type { NewsCategory } from "./categories.ts";

/** How long an article can be flash. */
export const FLASH_FRESH_MS = 48 * 60 * 60_000;
/** The share of a category's fresh articles that are flash (specification, section 9). */
const FLASH_SHARE = 0.3;

export interface FlashCandidate {
  readonly id: string;
  readonly title: string;
  readonly link: string | null;
  /** The feed that the article came from. Other feeds with the same article are in `carriedBy`. */
  readonly source: string;
  readonly carriedBy?: readonly string[];
  readonly category: NewsCategory;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number;
}

/**
 * Returns the IDs of the flash news. In each category, these are the first article of every story from several sources,
 * then the newest articles of other stories until the category's share is reached.
 */
export function selectFlash(candidates: readonly FlashCandidate[], now: Date): Set<string> {
  const since = now.getTime() - FLASH_FRESH_MS;
  const freshArticles = candidates.filter(({ publishedAt }) => publishedAt >= since);
  const stories = groupStories(freshArticles);
  const flashIds = new Set<string>();
  for (const category of new Set(freshArticles.map((article) => article.category))) {
    const candidatesInCategory = freshArticles
      .filter((article) => article.category === category)
      .toSorted((a, b) => b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1));
    const limit = Math.ceil(candidatesInCategory.length * FLASH_SHARE);
    const usedStories = new Set<number>();
    let count = 0;
    for (const candidate of candidatesInCategory.toReversed()) {
      const story = stories.get(candidate.id);
      if (story === undefined || story.sourceCount < 2 || usedStories.has(story.number)) continue;
      usedStories.add(story.number);
      flashIds.add(candidate.id);
      count += 1;
    }
    for (const candidate of candidatesInCategory) {
      if (count >= limit) break;
      const story = stories.get(candidate.id);
      // Skips other articles about the same story.
      if (flashIds.has(candidate.id) || (story !== undefined && usedStories.has(story.number))) continue;
      if (story !== undefined) usedStories.add(story.number);
      flashIds.add(candidate.id);
      count += 1;
    }
  }
  return flashIds;
}

interface Story {
  readonly number: number;
  /** Number of feeds with this story. */
  readonly sourceCount: number;
}

/** Words that are too common in headlines to identify a story. */
const COMMON_WORDS = new Set(
  "about after again amid from have here into more most over says still than that their them they this what when where which will with your could would first just like make makes many much only some such than then there these week year years today news latest report reports price prices market markets crypto bitcoin ethereum blockchain quantum".split(
    " ",
  ),
);
/** Two headlines are about the same story if they share at least this many words. */
const SHARED_WORDS_MIN = 3;
/** The headlines must also share at least this fraction of the shorter one's words. */
const SHARED_FRACTION_MIN = 0.6;
/** Words that appear in more headlines than this are ignored. */
const WORD_HEADLINES_MAX = 40;

function getKeywords(title: string): Set<string> {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => (word.length >= 4 || /\d/.test(word)) && !COMMON_WORDS.has(word)));
}

/**
 * Returns the stories that several sources report, by the ID of each of their articles. Articles from different sources
 * are about the same story if they share a link or enough title words.
 */
function groupStories(articles: readonly FlashCandidate[]): Map<string, Story> {
  const parents = articles.map((_, index) => index);
  const findRoot = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    return root;
  };
  const union = (a: number, b: number) => {
    const [low, high] = [findRoot(a), findRoot(b)].toSorted((x, y) => x - y);
    if (low !== undefined && high !== undefined) parents[high] = low;
  };

  const indexByLink = new Map<string, number>();
  const indexesByWord = new Map<string, number[]>();
  const keywordSets = articles.map(({ title }) => getKeywords(title));
  articles.forEach(({ link }, index) => {
    const otherIndex = link === null ? undefined : indexByLink.get(link);
    if (link !== null && otherIndex === undefined) indexByLink.set(link, index);
    if (otherIndex !== undefined && articles[otherIndex]?.source !== articles[index]?.source)
      union(otherIndex, index);

    const sharedWordCounts = new Map<number, number>();
    for (const word of keywordSets[index] ?? []) {
      const earlierIndexes = indexesByWord.get(word) ?? [];
      if (earlierIndexes.length <= WORD_HEADLINES_MAX) {
        for (const earlierIndex of earlierIndexes)
          sharedWordCounts.set(earlierIndex, (sharedWordCounts.get(earlierIndex) ?? 0) + 1);
      }
      indexesByWord.set(word, [...earlierIndexes, index]);
    }
    for (const [earlierIndex, count] of sharedWordCounts) {
      const shorterLength = Math.min(keywordSets[earlierIndex]?.size ?? 0, keywordSets[index]?.size ?? 0);
      const isFromOtherSource = articles[earlierIndex]?.source !== articles[index]?.source;
      if (isFromOtherSource && count >= SHARED_WORDS_MIN && count >= shorterLength * SHARED_FRACTION_MIN)
        union(earlierIndex, index);
    }
  });

  const groups = Map.groupBy(articles.keys(), findRoot);
  const stories = new Map<string, Story>();
  for (const [number, group] of groups) {
    const sourceCount = new Set(
      group.flatMap((index) => [articles[index]?.source, ...(articles[index]?.carriedBy ?? [])]),
    ).size;
    if (sourceCount < 2) continue;
    for (const index of group) stories.set(articles[index]?.id ?? "", { number, sourceCount });
  }
  return stories;
}
