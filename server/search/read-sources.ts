import { sql } from "drizzle-orm";
import type { SiteDocument } from "#core/ai/analysis.ts";
import { prepareNamed } from "#server/database/index.ts";
import type { SearchDeps } from "./deps.ts";
import { presentSource, type SourceRow } from "./present-source.ts";

/** The number of characters of content to read per document. */
const POST_LENGTH = 6_000;
const COMMENT_LENGTH = 1_500;
const ARTICLE_LENGTH = 6_000;

export interface SourceIds {
  readonly posts: readonly string[];
  readonly comments: readonly string[];
  readonly articles: readonly string[];
}

/** The number of best comments to read for each post, in addition to the requested ones. */
const BEST_COMMENTS_MAX = 8;

const commentColumns = sql`c.id, c.post_id, p.title, left(c.content, ${COMMENT_LENGTH}) as content, c.created_at as at,
  a.username as author, c.upvotes - c.downvotes as score`;

/**
 * The IDs come from a materialized query, so that PostgreSQL can't estimate their number. Otherwise, it would plan the
 * statement each time, which takes longer than running it.
 */
const read = prepareNamed<SourceRow>(
  "read-sources",
  sql`
  with ids as materialized (
    select ${sql.placeholder("posts")}::uuid[] as posts, ${sql.placeholder("comments")}::uuid[] as comments,
      ${sql.placeholder("articles")}::uuid[] as articles
  )
  select 'post' as kind, p.id, null::uuid as post_id, p.title, left(p.content, ${POST_LENGTH}) as content,
    p.created_at as at, a.username as author, 0 as score, p.tags, false as is_sample
  from public.forum_posts p left join public.profiles a on a.id = p.author_id
  where p.id = any((select posts from ids)::uuid[]) and p.deleted_at is null
  union all
  select 'comment', d.*, null, false from (
    select ${commentColumns} from public.comments c
      join public.forum_posts p on p.id = c.post_id and p.deleted_at is null
      left join public.profiles a on a.id = c.author_id
      where c.id = any((select comments from ids)::uuid[]) and c.deleted_at is null
    union
    select ${commentColumns} from public.forum_posts p
      join lateral (
        select * from public.comments b where b.post_id = p.id and b.deleted_at is null
        order by b.best_rank desc, b.created_at desc, b.id desc limit ${BEST_COMMENTS_MAX}
      ) c on true
      left join public.profiles a on a.id = c.author_id
      where p.id = any((select posts from ids)::uuid[]) and p.deleted_at is null
  ) d
  union all
  select 'article', t.id, null, t.title, left(t.content, ${ARTICLE_LENGTH}), t.published_at, t.source, 0, t.tags, t.is_sample
  from public.news_articles t where t.id = any((select articles from ids)::uuid[]) and t.hidden_at is null`,
);

/**
 * Reads the given documents that everyone can see, and the best comments of the posts. Runs one prepared statement,
 * which uses the primary keys and the index for best comments.
 */
export async function readSources(
  { database }: Pick<SearchDeps, "database">,
  { posts, comments, articles }: SourceIds,
): Promise<SiteDocument[]> {
  if (posts.length + comments.length + articles.length === 0) return [];
  const { rows } = await read(database.reader, { posts, comments, articles });
  return rows.map(presentSource);
}
