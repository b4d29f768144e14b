import type { NewsCategory } from "./categories.ts";

/** How long a story can be flash. */
export const FLASH_FRESH_MS = 48 * 60 * 60_000;
/** The share of a category's fresh stories that are flash (specification, section 9). */
const FLASH_SHARE = 0.3;

export interface FlashCandidate {
  readonly id: string;
  readonly title: string;
  readonly link: string | null;
  /** Which feed brought it, and which others do. */
  readonly source: string;
  readonly carriedBy?: readonly string[];
  readonly category: NewsCategory;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
}

/**
 * The rule for flash news: a story is flash when it is fresh and several sources carry it (then its earliest telling
 * in each category is marked), or when it is among the newest of its category: as many as make up three tenths of the
 * category's fresh stories, one at the least. Gives the ids.
 */
export function chooseFlash(candidates: readonly FlashCandidate[], now: Date): Set<string> {
  const since = now.getTime() - FLASH_FRESH_MS;
  const fresh = candidates.filter(({ publishedAt }) => publishedAt >= since);
  const stories = groupStories(fresh);
  const flash = new Set<string>();
  for (const category of new Set(fresh.map((one) => one.category))) {
    const ofCategory = fresh
      .filter((one) => one.category === category)
      .toSorted((a, b) => b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1));
    const most = Math.ceil(ofCategory.length * FLASH_SHARE);
    const told = new Set<number>();
    let chosen = 0;
    for (const one of ofCategory.toReversed()) {
      const story = stories.get(one.id);
      if (story === undefined || story.sources < 2 || told.has(story.number)) continue;
      told.add(story.number);
      flash.add(one.id);
      chosen += 1;
    }
    for (const one of ofCategory) {
      if (chosen >= most) break;
      const story = stories.get(one.id);
      // Another telling of a story that is flash already says nothing new.
      if (flash.has(one.id) || (story !== undefined && told.has(story.number))) continue;
      if (story !== undefined) told.add(story.number);
      flash.add(one.id);
      chosen += 1;
    }
  }
  return flash;
}

interface Story {
  readonly number: number;
  /** How many feeds carry it. */
  sources: number;
}

/** Words that many headlines share and that tell no story. */
const COMMON = new Set(
  "about after again amid from have here into more most over says still than that their them they this what when where which will with your could would first just like make makes many much only some such than then there these week year years today news latest report reports price prices market markets crypto bitcoin ethereum blockchain quantum".split(
    " ",
  ),
);
/** Headlines tell one story when they share this many words, and this share of the shorter one's. */
const SHARED_LEAST = 3;
const SHARED_SHARE = 0.6;
/** A word in more headlines than this joins none of them. */
const WORD_IN_MOST = 40;

function wordsOf(title: string): Set<string> {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => (word.length >= 4 || /\d/.test(word)) && !COMMON.has(word)));
}

/** The story of each article that others tell too: by the same link, or by the words of the title. */
function groupStories(articles: readonly FlashCandidate[]): Map<string, Story> {
  const parents = articles.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    return root;
  };
  const join = (a: number, b: number) => {
    const [low, high] = [rootOf(a), rootOf(b)].toSorted((x, y) => x - y);
    if (low !== undefined && high !== undefined) parents[high] = low;
  };

  const byLink = new Map<string, number>();
  const byWord = new Map<string, number[]>();
  const words = articles.map(({ title }) => wordsOf(title));
  articles.forEach(({ link }, at) => {
    const other = link === null ? undefined : byLink.get(link);
    if (link !== null && other === undefined) byLink.set(link, at);
    if (other !== undefined && articles[other]?.source !== articles[at]?.source) join(other, at);

    const shared = new Map<number, number>();
    for (const word of words[at] ?? []) {
      const earlier = byWord.get(word) ?? [];
      if (earlier.length <= WORD_IN_MOST) {
        for (const one of earlier) shared.set(one, (shared.get(one) ?? 0) + 1);
      }
      byWord.set(word, [...earlier, at]);
    }
    for (const [one, count] of shared) {
      const shorter = Math.min(words[one]?.size ?? 0, words[at]?.size ?? 0);
      const isOther = articles[one]?.source !== articles[at]?.source;
      if (isOther && count >= SHARED_LEAST && count >= shorter * SHARED_SHARE) join(one, at);
    }
  });

  const members = new Map<number, number[]>();
  articles.forEach((_, at) => {
    const root = rootOf(at);
    members.set(root, [...(members.get(root) ?? []), at]);
  });
  const stories = new Map<string, Story>();
  for (const [number, group] of members) {
    const sources = new Set(group.flatMap((at) => [articles[at]?.source, ...(articles[at]?.carriedBy ?? [])]))
      .size;
    if (sources < 2) continue;
    for (const at of group) stories.set(articles[at]?.id ?? "", { number, sources });
  }
  return stories;
}
