import { sql } from "drizzle-orm";
import { EDITOR_KEY, POST_IMAGES_PATH } from "#core/storage/picture-address.ts";
import type { ForumDeps } from "./deps.ts";

/**
 * Which of these pictures (keys in the post-images bucket) are still used by a post, comment or draft, or by content
 * deleted after `deletedBefore`. Reads every text, so it is for jobs only.
 */
export async function findPicturesInUse(
  { database }: ForumDeps,
  keys: readonly string[],
  deletedBefore: Date,
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const before = deletedBefore.toISOString();
  return database.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    const { rows } = await tx.execute<{ key: string }>(sql`
      with texts as (
        select content from public.forum_posts
        where deleted_at is null or deleted_at > ${before}::timestamptz
        union all
        select content from public.comments
        where deleted_at is null or deleted_at > ${before}::timestamptz
        union all
        select content from public.post_drafts
      ),
      shown as (
        select found[1] as key
        from texts, regexp_matches(content, ${`${POST_IMAGES_PATH}(${EDITOR_KEY})`}, 'g') as found
        where strpos(content, ${POST_IMAGES_PATH}) > 0
      )
      select key from unnest(${sql.param([...keys])}::text[]) as key where key in (select shown.key from shown)`);
    return new Set(rows.map(({ key }) => key));
  });
}
