import { type SQL, sql } from "drizzle-orm";
import { MENTIONS_MAX } from "#core/notifications/kinds.ts";
import type { Tx } from "#server/database/index.ts";
import { findMentions } from "#server/markdown/index.ts";
import { foldUsername, memberUsernames } from "#server/profiles/index.ts";
import { announceTo, findWilling } from "./willing.ts";

interface Words {
  readonly postId: string;
  /** Null for the words of the post itself. */
  readonly commentId: string | null;
  /** Null where the author is forgotten: then nobody is told. */
  readonly authorId: string | null;
  readonly now: Date;
}

export interface NewWords extends Words {
  /** Whose post or comment it answers; null where there is nobody, or where nothing new is answered by an edit. */
  readonly answersId: string | null;
  /** Markdown. */
  readonly content: string;
  /** How many of whom it names are told, where its writer may name fewer people than others; null for MENTIONS_MAX. */
  readonly mentionsMost?: number | null;
}

/**
 * Tells whoever a new text answers and the first ten whom it names, each once for the text however often it is edited,
 * in the transaction that keeps it; those whom its earlier wordings named count among the ten, or edits would call
 * everybody. One statement, none for a text that concerns nobody.
 */
export async function tellOfWords(tx: Tx, words: NewWords): Promise<void> {
  const { postId, commentId, authorId, answersId, content, now } = words;
  if (authorId === null) return;
  const most = Math.min(words.mentionsMost ?? MENTIONS_MAX, MENTIONS_MAX);
  const folded = findMentions(content).slice(0, most).map(foldUsername);
  if (folded.length === 0 && (answersId === null || answersId === authorId)) return;
  const told =
    commentId === null
      ? sql`n.post_id = ${postId}::uuid and n.comment_id is null`
      : sql`n.comment_id = ${commentId}::uuid`;
  await tx.execute(sql`
    with asked (member_id, kind, rank) as (
      select ${answersId}::uuid, 'reply', 1 where ${answersId}::uuid is not null
      union all
      (select p.id, 'mention', 2
        from unnest(${sql.param(folded)}::text[]) with ordinality as named (name, place)
        join lateral (
          select member_id as id from ${memberUsernames(sql`${now.toISOString()}::timestamptz`)} known
          where known.username_folded = named.name order by is_current desc limit 1
        ) p on p.id <> ${authorId}::uuid
        where not exists (
          select from public.notifications n
          where n.member_id = p.id and coalesce(n.comment_id, n.post_id) = ${commentId ?? postId}::uuid
            and n.kind <> 'moderation' and (n.kind = 'votes') = false)
        order by named.place
        limit greatest(0, ${most} - (select count(*) from public.notifications n where n.kind = 'mention' and ${told})))
    ),
    ${tellAsked(words)}`);
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
  const { postId, answersId } = comment;
  await tx.execute(sql`
    with asked (member_id, kind, rank) as (
      select member_id, 'thread', 1 from public.thread_follows
      where post_id = ${postId}::uuid and state = 'following' and member_id is distinct from ${answersId}::uuid
    ),
    ${tellAsked(comment)}`);
}

/** The rest of a statement that begins with `with asked (…)`: tells of the words each of them who is willing, once. */
const tellAsked = ({ postId, commentId, authorId, now }: Words): SQL => sql`
  ${findWilling({ now, postId, actorId: authorId })},
  told as (
    insert into public.notifications (member_id, kind, post_id, comment_id, at, mail_at)
    select member_id, kind, ${postId}::uuid, ${commentId}::uuid, ${now.toISOString()}::timestamptz, mail_at from willing
    on conflict do nothing returning member_id
  )
  ${announceTo(sql`told`)}`;
