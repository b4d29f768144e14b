import { sql } from "drizzle-orm";
import type { ForumDeps } from "./deps.ts";
import { readStates } from "./read-states.ts";

/**
 * Reads the posts and comments created after `since` (milliseconds since 1970), oldest first. If there are more than
 * `limit` of either, returns only the newest, with a later `since`.
 */
export async function readNewest(
  deps: ForumDeps,
  { since, limit }: { readonly since: number; readonly limit: number },
) {
  const { rows } = await deps.database.reader.execute<{ id: string; is_post: boolean; at: string }>(sql`
    (select id, true as is_post, extract(epoch from created_at) * 1000 as at from public.forum_posts
      where deleted_at is null and created_at > to_timestamp(${since} / 1000.0)
      order by created_at desc, id desc limit ${limit + 1})
    union all
    (select id, false, extract(epoch from created_at) * 1000 from public.comments
      where deleted_at is null and created_at > to_timestamp(${since} / 1000.0)
      order by created_at desc, id desc limit ${limit + 1})`);
  const createdAtById = new Map(rows.map(({ id, at }) => [id, Math.floor(Number(at))]));
  const getIds = (isPost: boolean) => rows.filter((row) => row.is_post === isPost).map(({ id }) => id);
  const getStart = (ids: string[]) =>
    ids.length > limit ? (createdAtById.get(ids[limit] ?? "") ?? since) : since;
  const [postIds, commentIds] = [getIds(true), getIds(false)];
  const startTime = Math.max(getStart(postIds), getStart(commentIds));
  const toChangedRows = (ids: string[]) => new Map(ids.map((id) => [id, { isNew: true }]));
  const states = await readStates(deps, {
    posts: toChangedRows(postIds),
    comments: toChangedRows(commentIds),
  });
  const created = [...states.posts, ...states.comments]
    .map((state) => ({ createdAt: createdAtById.get(state.id) ?? startTime, state }))
    .filter(({ createdAt, state }) => createdAt > startTime && !state.isGone)
    .sort((a, b) => a.createdAt - b.createdAt);
  return { created, since: startTime };
}
