import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { publishToMembers } from "./select-recipients.ts";

/** Deletes all notifications about a deleted comment, in the same transaction, except those about admin actions. */
export function deleteCommentNotifications(tx: Tx, commentId: string): Promise<void> {
  return deleteNotifications(tx, sql`comment_id = ${commentId}::uuid`);
}

/** Deletes all notifications about a deleted post and its comments, except those about admin actions. */
export function deletePostNotifications(tx: Tx, postId: string): Promise<void> {
  return deleteNotifications(tx, sql`post_id = ${postId}::uuid`);
}

async function deleteNotifications(tx: Tx, condition: SQL): Promise<void> {
  await tx.execute(sql`
    with locked as (
      select id from public.notifications where ${condition} and kind <> 'moderation' order by id for update
    ),
    deleted as (
      delete from public.notifications where id in (select id from locked) returning member_id, read_at
    )
    ${publishToMembers(sql`deleted where read_at is null`)}`);
}
