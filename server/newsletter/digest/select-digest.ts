import { sql } from "drizzle-orm";
import { DELETED_MEMBER } from "#core/accounts/profile-path.ts";
import {
  DIGEST_ARTICLES_MAX,
  DIGEST_POSTS_MAX,
  type Digest,
  type DigestArticle,
  type DigestPost,
} from "#core/newsletter/types.ts";
import type { Db, Tx } from "#server/database/index.ts";

/** The IDs of an issue's content, best first. */
export interface DigestSelection {
  readonly postIds: readonly string[];
  readonly articleIds: readonly string[];
}

/**
 * Selects the best content of a period in one statement: posts by score, then by comments; articles by views, then by
 * the number of sources. Deleted and hidden content, samples, and posts with a negative score are excluded.
 */
export async function selectDigest(db: Db | Tx, from: Date, to: Date): Promise<DigestSelection> {
  const [fromTime, toTime] = [from.toISOString(), to.toISOString()];
  const { rows } = await db.execute<{ post_ids: string[]; article_ids: string[] }>(sql`
    select
      array(
        select id from public.forum_posts
        where deleted_at is null and created_at >= ${fromTime}::timestamptz and created_at < ${toTime}::timestamptz
          and upvotes >= downvotes
        order by upvotes - downvotes desc, comment_count desc, created_at desc, id desc limit ${DIGEST_POSTS_MAX}
      )::text[] as post_ids,
      array(
        select id from public.news_articles
        where not is_sample and hidden_at is null and published_at >= ${fromTime}::timestamptz and published_at < ${toTime}::timestamptz
        order by views desc, cardinality(carried_by) desc, is_flash desc, published_at desc, id desc
        limit ${DIGEST_ARTICLES_MAX}
      )::text[] as article_ids`);
  return { postIds: rows[0]?.post_ids ?? [], articleIds: rows[0]?.article_ids ?? [] };
}

/** Reads the current version of the selected posts and articles. Omits deleted or hidden ones; null if none is left. */
export async function readDigest(
  db: Db | Tx,
  week: string,
  selection: DigestSelection,
): Promise<Digest | null> {
  const { rows } = await db.execute<{ posts: DigestPost[]; articles: DigestArticle[] }>(sql`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'title', p.title, 'category', p.category,
          'author', coalesce(a.username, ${DELETED_MEMBER}::text), 'score', p.upvotes - p.downvotes,
          'commentCount', p.comment_count) order by selected.position), '[]')
        from jsonb_array_elements_text(${JSON.stringify(selection.postIds)}::jsonb) with ordinality as selected (id, position)
        join public.forum_posts p on p.id = selected.id::uuid and p.deleted_at is null
        left join public.profiles a on a.id = p.author_id) as posts,
      (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'category', n.category,
          'source', n.source) order by selected.position), '[]')
        from jsonb_array_elements_text(${JSON.stringify(selection.articleIds)}::jsonb) with ordinality as selected (id, position)
        join public.news_articles n on n.id = selected.id::uuid and n.hidden_at is null) as articles`);
  const { posts = [], articles = [] } = rows[0] ?? {};
  return posts.length + articles.length > 0 ? { week, posts, articles } : null;
}
