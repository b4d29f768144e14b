import { sql } from "drizzle-orm";
import type { SiteDocument } from "#core/ai/analysis.ts";
import { executeNamed } from "#server/database/index.ts";
import type { SearchDeps } from "./deps.ts";
import { presentSource, type SourceRow } from "./present-source.ts";

/** Number of characters to read per text. */
const POST_LENGTH = 6_000;
const COMMENT_LENGTH = 1_500;
const ARTICLE_LENGTH = 6_000;

export interface SourceIds {
  readonly posts: readonly string[];
  readonly comments: readonly string[];
  readonly articles: readonly string[];
}

/** Number of best comments of each post, in addition to the requested ones. */
const BEST_COMMENTS = 8;

/** Reads documents as visible to everyone, in one prepared statement, by primary keys and the best comments' index. */
export async function readSources(
  { database }: Pick<SearchDeps, "database">,
  { posts, comments, articles }: SourceIds,
): Promise<SiteDocument[]> {
  if (posts.length + comments.length + articles.length === 0) return [];
  const commentColumns = sql`c.id, c.post_id, p.title, left(c.content, ${COMMENT_LENGTH}) as content, c.created_at as at,
    a.username as author, c.upvotes - c.downvotes as score`;
  const { rows } = await executeNamed<SourceRow>(
    database.reader,
    "read-sources",
    sql`
    select 'post' as kind, p.id, null::uuid as post_id, p.title, left(p.content, ${POST_LENGTH}) as content,
      p.created_at as at, a.username as author, 0 as score, p.tags, false as is_sample
    from public.forum_posts p left join public.profiles a on a.id = p.author_id
    where p.id = any(${sql.param(posts)}::uuid[]) and p.deleted_at is null
    union all
    select 'comment', d.*, null, false from (
      select ${commentColumns} from public.comments c
        join public.forum_posts p on p.id = c.post_id and p.deleted_at is null
        left join public.profiles a on a.id = c.author_id
        where c.id = any(${sql.param(comments)}::uuid[]) and c.deleted_at is null
      union
      select ${commentColumns} from public.forum_posts p
        join lateral (
          select * from public.comments b where b.post_id = p.id and b.deleted_at is null
          order by b.best_rank desc, b.created_at desc, b.id desc limit ${BEST_COMMENTS}
        ) c on true
        left join public.profiles a on a.id = c.author_id
        where p.id = any(${sql.param(posts)}::uuid[]) and p.deleted_at is null
    ) d
    union all
    select 'article', t.id, null, t.title, left(t.content, ${ARTICLE_LENGTH}), t.published_at, t.source, 0, t.tags, t.is_sample
    from public.news_articles t where t.id = any(${sql.param(articles)}::uuid[]) and t.hidden_at is null`,
  );
  return rows.map(presentSource);
}
