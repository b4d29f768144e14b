import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireMember } from "#core/forum/rules.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { consumeLimit, type ForumDeps } from "../deps.ts";

export interface SaveRequest {
  readonly postId: string;
  readonly isSaved: boolean;
}

/**
 * Saves a post, or removes it from the saved posts. A deleted post can still be removed, but not saved. Idempotent.
 * Throws not_signed_in, too_many_requests, post_not_found.
 */
export async function savePost(deps: ForumDeps, viewer: Viewer, { postId, isSaved }: SaveRequest) {
  requireMember(viewer);
  if (!isUuid(postId)) throw new AppError("post_not_found");
  await consumeLimit(deps, "threadState", viewer);

  if (!isSaved) {
    await deps.database.db.execute(sql`
      delete from public.saved_posts where member_id = ${viewer.id}::uuid and post_id = ${postId}::uuid`);
    return { isSaved };
  }
  const { rowCount } = await deps.database.db.execute(sql`
    insert into public.saved_posts (member_id, post_id, saved_at)
    select ${viewer.id}::uuid, p.id, ${deps.clock.now().toISOString()}::timestamptz
    from public.forum_posts p where p.id = ${postId}::uuid and p.deleted_at is null
    on conflict (member_id, post_id) do update set saved_at = saved_posts.saved_at`);
  if (rowCount === 0) throw new AppError("post_not_found");
  return { isSaved };
}
