import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { parsePostInput, type RawPostInput } from "#core/forum/post-input.ts";
import type { PublishedDiscussion } from "#core/news/types.ts";
import type { NewsDeps } from "./deps.ts";
import { derivePostId, findDiscussedArticle } from "./find-discussed-article.ts";

export interface NewDiscussion extends RawPostInput {
  readonly draftId: string;
}

/**
 * Publishes an article's discussion, unless there already is one. Throws sign_in_to_post, article_not_found and the
 * errors of createPost.
 */
export async function publishDiscussion(
  deps: NewsDeps,
  viewer: Viewer,
  articleId: string,
  { title, content, category, tags, draftId }: NewDiscussion,
): Promise<PublishedDiscussion> {
  if (!viewer) throw new AppError("sign_in_to_post");
  const article = await findDiscussedArticle(deps, articleId);
  if (article.post_id !== null) {
    const post = parsePostInput({ title, content, category, tags });
    // If the text is the same, this is a repeated request.
    const isRepeated =
      article.post_author_id === viewer.id &&
      article.post_title === post.title &&
      article.post_content === post.content;
    return { postId: article.post_id, alreadyExists: !isRepeated };
  }

  const postId = derivePostId(article);
  let alreadyExists = false;
  try {
    await deps.forum.createPost(viewer, {
      title,
      content,
      category,
      tags,
      draftId,
      requestId: postId,
      isPublishedOnlyOnce: true,
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid_input" || !(await hasPost(deps, postId)))
      throw error;
    alreadyExists = true;
  }
  await deps.database.db.execute(sql`
    update public.news_articles set discussion_id = ${postId}::uuid
    where id = ${article.id}::uuid and discussion_id is not distinct from ${article.discussion_id}::uuid`);
  return { postId, alreadyExists };
}

async function hasPost({ database }: NewsDeps, id: string): Promise<boolean> {
  const { rowCount } = await database.db.execute(
    sql`select from public.forum_posts where id = ${id}::uuid and deleted_at is null`,
  );
  return rowCount === 1;
}
