import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { announceTo } from "./willing.ts";

/** Takes back whatever was told of a comment that is deleted, in the same transaction. What administrators did stays told. */
export function takeBackComment(tx: Tx, commentId: string): Promise<void> {
  return takeBack(tx, sql`comment_id = ${commentId}::uuid`);
}

/** The same for a post with all that was written below it. */
export function takeBackPost(tx: Tx, postId: string): Promise<void> {
  return takeBack(tx, sql`post_id = ${postId}::uuid`);
}

async function takeBack(tx: Tx, which: SQL): Promise<void> {
  await tx.execute(sql`
    with held as (
      select id from public.notifications where ${which} and kind <> 'moderation' order by id for update
    ),
    gone as (
      delete from public.notifications where id in (select id from held) returning member_id, read_at
    )
    ${announceTo(sql`gone where read_at is null`)}`);
}
