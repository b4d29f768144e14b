import { sql } from "drizzle-orm";
import type { CommentState, PostState } from "#core/live/events.ts";
import type { ForumDeps } from "./deps.ts";
import { readStates } from "./read-states.ts";

export interface Newest {
  /** Created since `from` and not deleted, oldest first; times in milliseconds since 1970. */
  readonly created: readonly { readonly at: number; readonly state: PostState | CommentState }[];
  readonly from: number;
}

/**
 * The newest posts and comments, at most `limit` of each, created after `since` (milliseconds since 1970). `from` is
 * `since`, or later if there were more. Three statements.
 */
export async function readNewest(
  deps: ForumDeps,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<Newest> {
  const { rows } = await deps.database.db.execute<{ id: string; is_post: boolean; at: string }>(sql`
    (select id, true as is_post, extract(epoch from created_at) * 1000 as at from public.forum_posts
      where deleted_at is null and created_at > to_timestamp(${since} / 1000.0)
      order by created_at desc, id desc limit ${limit + 1})
    union all
    (select id, false, extract(epoch from created_at) * 1000 from public.comments
      where deleted_at is null and created_at > to_timestamp(${since} / 1000.0)
      order by created_at desc, id desc limit ${limit + 1})`);
  const createdAt = new Map(rows.map(({ id, at }) => [id, Math.floor(Number(at))]));
  const getIds = (isPost: boolean) => rows.filter((row) => row.is_post === isPost).map(({ id }) => id);
  const getOldest = (ids: string[]) =>
    ids.length > limit ? (createdAt.get(ids[limit] ?? "") ?? since) : since;
  const [posts, comments] = [getIds(true), getIds(false)];
  const from = Math.max(getOldest(posts), getOldest(comments));
  const toChangedRows = (ids: string[]) => new Map(ids.map((id) => [id, { isNew: true }]));
  const read = await readStates(deps, { posts: toChangedRows(posts), comments: toChangedRows(comments) });
  const created = [...read.posts, ...read.comments]
    .map((state) => ({ at: createdAt.get(state.id) ?? from, state }))
    .filter(({ at, state }) => at > from && !state.isGone)
    .sort((one, other) => one.at - other.at);
  return { created, from };
}
