import { sql } from "drizzle-orm";
import { MENTIONS_MAX } from "#core/notifications/kinds.ts";
import type { Tx } from "#server/database/index.ts";
import { findMentions } from "#server/markdown/index.ts";
import { foldUsername } from "#server/profiles/index.ts";
import { announceTo, findWilling } from "./willing.ts";

export interface NewWords {
  readonly postId: string;
  /** Null for the words of the post itself. */
  readonly commentId: string | null;
  /** Null where the author is forgotten: then nobody is told. */
  readonly authorId: string | null;
  /** Whose post or comment it answers; null where there is nobody, or where nothing new is answered by an edit. */
  readonly answersId: string | null;
  /** Markdown. */
  readonly content: string;
  readonly now: Date;
}

/**
 * Tells whoever a new text answers and the first ten whom it names, each once for the text however often it is edited,
 * in the transaction that keeps it. One statement, none for a text that concerns nobody.
 */
export async function tellOfWords(tx: Tx, words: NewWords): Promise<void> {
  const { postId, commentId, authorId, answersId, content, now } = words;
  if (authorId === null) return;
  const folded = findMentions(content).slice(0, MENTIONS_MAX).map(foldUsername);
  if (folded.length === 0 && (answersId === null || answersId === authorId)) return;
  await tx.execute(sql`
    with asked (member_id, kind, rank) as (
      select ${answersId}::uuid, 'reply', 1 where ${answersId}::uuid is not null
      union all
      select id, 'mention', 2 from public.profiles where username_folded = any (${sql.param(folded)}::text[])
    ),
    ${findWilling({ now, postId, actorId: authorId })},
    told as (
      insert into public.notifications (member_id, kind, post_id, comment_id, at, mail_at)
      select member_id, kind, ${postId}::uuid, ${commentId}::uuid, ${now.toISOString()}::timestamptz, mail_at from willing
      on conflict do nothing returning member_id
    )
    ${announceTo(sql`told`)}`);
}

/**
 * Tells everybody who follows a thread of a new comment in it, but for those who were told of it as a reply or a
 * mention. In the comment's transaction, after `tellOfWords`; one statement.
 */
export async function notifyFollowers(
  tx: Tx,
  comment: {
    readonly postId: string;
    readonly commentId: string;
    readonly authorId: string;
    /** Whom it answers: told of that, if they want to hear of answers. */
    readonly answersId: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const { postId, commentId, authorId, answersId, now } = comment;
  await tx.execute(sql`
    with asked (member_id, kind, rank) as (
      select member_id, 'thread', 1 from public.thread_follows
      where post_id = ${postId}::uuid and state = 'following' and member_id is distinct from ${answersId}::uuid
    ),
    ${findWilling({ now, postId, actorId: authorId })},
    told as (
      insert into public.notifications (member_id, kind, post_id, comment_id, at, mail_at)
      select member_id, kind, ${postId}::uuid, ${commentId}::uuid, ${now.toISOString()}::timestamptz, mail_at from willing
      on conflict do nothing returning member_id
    )
    ${announceTo(sql`told`)}`);
}
