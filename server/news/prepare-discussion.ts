import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { PostInput } from "#core/forum/post-input.ts";
import type { NewsCategory } from "#core/news/categories.ts";
import type { PreparedDiscussion } from "#core/news/types.ts";
import type { NewsDeps } from "./deps.ts";
import { type DiscussedArticle, deriveDraftId, findDiscussedArticle } from "./find-discussed-article.ts";

/** Maps news categories to forum categories. */
const POST_CATEGORIES: Readonly<Record<NewsCategory, PostInput["category"]>> = {
  crypto: "crypto",
  ai: "ai",
  quantum: "quantum",
  defi: "defi",
  blockchain: "news",
};

/**
 * Builds the editor's initial content, and finds the discussion if there is one. Stores nothing. Throws
 * sign_in_to_post, article_not_found.
 */
export async function prepareDiscussion(
  deps: NewsDeps,
  viewer: Viewer,
  articleId: string,
): Promise<PreparedDiscussion> {
  if (!viewer) throw new AppError("sign_in_to_post");
  const article = await findDiscussedArticle(deps, articleId);
  return {
    articleId: article.id,
    postId: article.post_id,
    draftId: deriveDraftId(article, viewer.id),
    post: {
      title: article.title,
      content: buildContent(deps, article),
      category: POST_CATEGORIES[article.category],
      tags: article.tags,
    },
  };
}

/** Quotes the article's excerpt, with its Markdown escaped, and adds links to the article and its source. */
function buildContent({ origin }: NewsDeps, article: DiscussedArticle): string {
  const quote = article.excerpt === "" ? "" : `> ${escapeMarkdown(article.excerpt)}\n\n`;
  const source = article.source_url === null ? escapeMarkdown(article.source) : `<${article.source_url}>`;
  return `${quote}[Read the article](${origin}/news/${article.id}), from ${source}.\n\n`;
}

/** Escapes only what would be markup, a link or a mention, because members see and edit the result. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*[\]<>~$|@]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)|:(?=\/\/)|^[#+\-=](?=[ #+\-=]|$)/g, "\\$&")
    .replace(/^(\d{1,9})([.)])(?= |$)/, "$1\\$2");
}
