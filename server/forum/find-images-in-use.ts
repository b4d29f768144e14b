import { sql } from "drizzle-orm";
import { POST_IMAGES_PATH } from "#core/storage/image-path.ts";
import type { ForumDeps } from "./deps.ts";

/** Matches a character that doesn't end a URL in Markdown or HTML. */
const URL_CHARACTER = "[^][[:space:]()<>\"'#?]";

/** Truncates a URL at the first character that would end it in Markdown or HTML. */
const truncateUrl = (url: string): string => url.split(/[\][\s()<>"'#?]/)[0] ?? "";

/**
 * Returns those of the `keys` that posts, comments or drafts refer to. Ignores posts and comments that were deleted
 * before `deletedBefore`. Reads all posts, comments and drafts, so it is only for jobs.
 */
export async function findImagesInUse({ database }: ForumDeps, keys: readonly string[], deletedBefore: Date) {
  if (keys.length === 0) return new Set<string>();
  const keysByUrl = new Map<string, string[]>();
  for (const key of keys)
    for (const url of new Set([key, encodeURI(key)].map(truncateUrl)))
      keysByUrl.set(url, [...(keysByUrl.get(url) ?? []), key]);
  const deletedBeforeIso = deletedBefore.toISOString();
  return database.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    const { rows } = await tx.execute<{ key: string }>(sql`
      with texts as (
        select content from public.forum_posts
        where deleted_at is null or deleted_at > ${deletedBeforeIso}::timestamptz
        union all
        select content from public.comments
        where deleted_at is null or deleted_at > ${deletedBeforeIso}::timestamptz
        union all
        select content from public.post_drafts
      ),
      shown as (
        select found[1] as key
        from texts, regexp_matches(content, ${`${POST_IMAGES_PATH}(${URL_CHARACTER}+)`}, 'g') as found
        where strpos(content, ${POST_IMAGES_PATH}) > 0
      )
      select distinct key from shown where key = any(${sql.param([...keysByUrl.keys()])}::text[])`);
    return new Set(rows.flatMap(({ key }) => keysByUrl.get(key) ?? []));
  });
}
