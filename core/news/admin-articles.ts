import { AppError } from "#core/errors.ts";
import { cleanSearch } from "#core/forum/moderation.ts";
import { removeInvisibleCharacters } from "#core/invisible.ts";
import { blankToEmpty, countCharacters, hasUnreadableCharacters, trimLine } from "#core/text.ts";
import { isNewsCategory, type NewsCategory } from "./categories.ts";
import { EXCERPT_MAX, NEWS_TAGS_MAX, NEWS_TITLE_MAX } from "./limits.ts";

export const ARTICLES_PAGE_SIZE = 20;
const NEWS_TAG_LENGTH_MAX = 40;

export const ARTICLE_STATES = ["flash", "hidden"] as const;
export type ArticleState = (typeof ARTICLE_STATES)[number];

export interface AdminArticlesQuery {
  readonly search: string;
  readonly category: NewsCategory | null;
  /** The state of the listed articles; null lists all visible ones. */
  readonly state: ArticleState | null;
  readonly cursor: string | null;
}

export interface AdminArticle {
  readonly id: string;
  readonly title: string;
  readonly category: NewsCategory;
  readonly source: string;
  readonly publishedAt: string;
  readonly views: number;
  readonly isFlash: boolean;
  readonly isHidden: boolean;
}

export interface EditableArticle extends AdminArticle {
  readonly excerpt: string;
  readonly tags: readonly string[];
  readonly sourceUrl: string | null;
  /** If set, the feed no longer updates the title, excerpt and tags. */
  readonly editedAt: string | null;
  /** An administrator's choice of whether the article is flash; null if the flash rule decides. */
  readonly flashOverride: boolean | null;
}

export interface RawArticleInput {
  readonly title: string;
  readonly excerpt: string;
  readonly category: string;
  /** Comma-separated. */
  readonly tags: string;
}

export interface FeedTestResult {
  /** The number of usable items; `skipped` counts the other items. */
  readonly articleCount: number;
  readonly skipped: number;
  readonly titles: readonly string[];
}

/** Parses `?q=&category=&state=&after=`. */
export function parseArticlesQuery(params: URLSearchParams): AdminArticlesQuery {
  const category = params.get("category");
  return {
    search: cleanSearch(params.get("q")),
    category: isNewsCategory(category) ? category : null,
    state: ARTICLE_STATES.find((state) => state === params.get("state")) ?? null,
    cursor: params.get("after") || null,
  };
}

/** Cleans the input. Throws missing_information or invalid_input with a message per field. */
export function parseArticleInput(raw: RawArticleInput) {
  const cleanLine = (text: string) => blankToEmpty(trimLine(removeInvisibleCharacters(text)));
  const title = cleanLine(raw.title);
  const excerpt = cleanLine(raw.excerpt);
  const tags = [...new Set(raw.tags.split(",").map((tag) => cleanLine(tag).toLowerCase()))].filter(Boolean);
  if (title === "") {
    throw new AppError("missing_information", { fieldErrors: { title: "Enter a title." } });
  }
  const problems: Record<string, string> = {};
  const check = (name: string, label: string, text: string, max: number) => {
    if (hasUnreadableCharacters(text))
      problems[name] = "This contains control characters. Remove them and try again.";
    else if (countCharacters(text) > max)
      problems[name] = `${label} can have at most ${max} characters. This one has ${countCharacters(text)}.`;
  };
  check("title", "A title", title, NEWS_TITLE_MAX);
  check("excerpt", "An excerpt", excerpt, EXCERPT_MAX);
  for (const tag of tags) check("tags", "A tag", tag, NEWS_TAG_LENGTH_MAX);
  if (tags.length > NEWS_TAGS_MAX) problems.tags = `You can add at most ${NEWS_TAGS_MAX} tags.`;
  if (!isNewsCategory(raw.category)) problems.category = "Choose a category.";
  if (!isNewsCategory(raw.category) || Object.keys(problems).length > 0) {
    throw new AppError("invalid_input", { fieldErrors: problems });
  }
  return { title, excerpt, category: raw.category, tags };
}
