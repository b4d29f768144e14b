import { sql } from "drizzle-orm";
import { isDeletedMember } from "#core/accounts/profile-path.ts";
import type { PostCategory } from "#core/forum/categories.ts";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import type { ForumOverview, PostLink, TopMember } from "#core/forum/types.ts";
import { memoizeWithTtl } from "#server/platform/memoize.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import { microsToIso, toMicros } from "./cursor.ts";
import { type ForumDeps, refreshOnPostChanges } from "./deps.ts";
import { CACHE_MS, memoizeContent } from "./memoize-content.ts";
import { type AuthorColumns, presentAuthor } from "./present-author.ts";

const WEEK_MS = 7 * 86_400_000;
const TOP_MEMBERS_MAX = 5;
/** More posts than are shown, because the forum leaves out those already in its list. */
const UNANSWERED_POSTS_MAX = PAGE_SIZE + 4;
/** Only this many of the newest posts are searched for unanswered ones. */
const NEWEST_POSTS_MAX = 500;

/**
 * Reads the post counts, top members and unanswered posts that the forum shows next to its list, in three statements
 * whose results are cached for everyone.
 */
export function createOverviewReader(deps: ForumDeps): () => Promise<ForumOverview> {
  const countPosts = memoizeWithTtl(() => countByCategory(deps), {
    clock: deps.clock,
    ttlMs: CACHE_MS,
    refreshOn: refreshOnPostChanges(deps),
  });
  const listMembers = memoizeContent(deps, () => listTopMembers(deps), ["members"]);
  const listPosts = memoizeContent(deps, () => listUnanswered(deps), ["forum"]);
  return async () => {
    const [postCounts, topMembers, unanswered] = await Promise.all([
      countPosts(),
      listMembers(),
      listPosts(),
    ]);
    return { postCounts, topMembers, unanswered };
  };
}

async function countByCategory({ database }: ForumDeps): Promise<ForumOverview["postCounts"]> {
  const { rows } = await database.reader.execute<{ category: PostCategory; count: number }>(sql`
    select category, amount as count from public.category_counts where amount > 0`);
  return Object.fromEntries(rows.map(({ category, count }) => [category, count]));
}

/** Lists the members with the most upvotes from others on content from the last seven days. */
async function listTopMembers({ database, clock }: ForumDeps): Promise<TopMember[]> {
  const since = sql`${new Date(clock.now().getTime() - WEEK_MS).toISOString()}::timestamptz`;
  const { rows } = await database.reader.execute<AuthorColumns & { upvotes: number }>(sql`
    select a.username, a.avatar_url, a.is_verified, sum(written.upvotes)::int as upvotes
    from (
      select p.author_id, p.upvotes - (own.user_id is not null)::int as upvotes
      from public.forum_posts p
      left join public.votes own on own.post_id = p.id and own.user_id = p.author_id and own.vote_type = 1
      where p.deleted_at is null and p.created_at >= ${since}
      union all
      select c.author_id, c.upvotes - (own.user_id is not null)::int
      from public.comments c
      join public.forum_posts p on p.id = c.post_id and p.deleted_at is null
      left join public.comment_votes own on own.comment_id = c.id and own.user_id = c.author_id and own.vote_type = 1
      where c.deleted_at is null and c.created_at >= ${since}
    ) written join public.profiles a on a.id = written.author_id
    group by a.id having sum(written.upvotes) > 0
    order by upvotes desc, a.username limit ${TOP_MEMBERS_MAX * 2}`);
  return rows
    .map((row) => ({ ...presentAuthor(row), upvotes: row.upvotes }))
    .filter(({ username }) => !isDeletedMember(username))
    .slice(0, TOP_MEMBERS_MAX);
}

async function listUnanswered({ database }: ForumDeps): Promise<PostLink[]> {
  dependOn("posts", "comments");
  const { rows } = await database.reader.execute<{ id: string; title: string; created_micros: string }>(sql`
    select id, title, ${toMicros(sql`created_at`)} as created_micros from (
      select id, title, created_at, comment_count, is_locked from public.forum_posts where deleted_at is null
      order by created_at desc, id desc limit ${NEWEST_POSTS_MAX}
    ) newest where comment_count = 0 and not is_locked order by created_at desc, id desc limit ${UNANSWERED_POSTS_MAX}`);
  return rows.map(({ id, title, created_micros }) => ({
    id,
    title,
    createdAt: microsToIso(created_micros),
  }));
}
