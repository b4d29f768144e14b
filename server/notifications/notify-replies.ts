import { type SQL, sql } from "drizzle-orm";
import { MENTIONS_MAX } from "#core/notifications/kinds.ts";
import { executeNamed, type Tx } from "#server/database/index.ts";
import { findMentions } from "#server/markdown/index.ts";
import { foldUsername, selectMemberUsernames } from "#server/profiles/index.ts";
import { publishToMembers, selectRecipients } from "./select-recipients.ts";

interface ContentContext {
  readonly postId: string;
  /** Null if the content is the post itself. */
  readonly commentId: string | null;
  /** Null if the author deleted their account, so that no one is notified. */
  readonly authorId: string | null;
  readonly now: Date;
}

export interface NewContent extends ContentContext {
  /** The author of the post or comment that this replies to; null if there is none, and for edits. */
  readonly parentAuthorId: string | null;
  /** Markdown. */
  readonly content: string;
  /** A new member's stricter limit on mentions; null for MENTIONS_MAX. */
  readonly mentionsLimit?: number | null;
}

/**
 * Notifies the author of the post or comment replied to, and the members mentioned. Runs in the transaction that stores
 * the content. An edit doesn't notify the same member again, and earlier mentions count toward the limit, so that edits
 * can't be used to notify everyone.
 */
export async function notifyRepliesAndMentions(tx: Tx, newContent: NewContent): Promise<void> {
  const { postId, commentId, authorId, parentAuthorId, content, now } = newContent;
  if (authorId === null) return;
  const limit = Math.min(newContent.mentionsLimit ?? MENTIONS_MAX, MENTIONS_MAX);
  const foldedNames = findMentions(content).slice(0, limit).map(foldUsername);
  if (foldedNames.length === 0 && (parentAuthorId === null || parentAuthorId === authorId)) return;
  const isSameContent =
    commentId === null
      ? sql`n.post_id = ${postId}::uuid and n.comment_id is null`
      : sql`n.comment_id = ${commentId}::uuid`;
  // `(n.kind = 'votes') = false` repeats an expression of the index notifications_once, so that the index can be used.
  const statement = sql`
    with candidates (member_id, kind, rank) as (
      select ${parentAuthorId}::uuid, 'reply', 1 where ${parentAuthorId}::uuid is not null
      union all
      (select p.id, 'mention', 2
        from unnest(${sql.param(foldedNames)}::text[]) with ordinality as named (name, position)
        join lateral (
          select member_id as id from ${selectMemberUsernames(sql`${now.toISOString()}::timestamptz`)} known
          where known.username_folded = named.name order by is_current desc limit 1
        ) p on p.id <> ${authorId}::uuid
        where not exists (
          select from public.notifications n
          where n.member_id = p.id and coalesce(n.comment_id, n.post_id) = ${commentId ?? postId}::uuid
            and n.kind <> 'moderation' and (n.kind = 'votes') = false)
        order by named.position
        limit greatest(0, ${limit} - (select count(*) from public.notifications n where n.kind = 'mention' and ${isSameContent})))
    ),
    ${insertNotifications(newContent)}`;
  await executeNamed(tx, `notify-mentions-in-${commentId === null ? "post" : "comment"}`, statement);
}

/** Notifies a thread's followers of a new comment. Runs last, and omits members notified of a reply or mention. */
export async function notifyFollowers(
  tx: Tx,
  comment: {
    readonly postId: string;
    readonly commentId: string;
    readonly authorId: string;
    /** The author of the parent, who gets a reply notification instead. */
    readonly parentAuthorId: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const { postId, parentAuthorId } = comment;
  const statement = sql`
    with candidates (member_id, kind, rank) as (
      select member_id, 'thread', 1 from public.thread_follows
      where post_id = ${postId}::uuid and state = 'following' and member_id is distinct from ${parentAuthorId}::uuid
    ),
    ${insertNotifications(comment)}`;
  await executeNamed(tx, "notify-followers", statement);
}

/** Notifies followers of a new post's category or tags, each once. Runs last, and omits mentioned members. */
export async function notifyListFollowers(
  tx: Tx,
  post: { readonly postId: string; readonly commentId: null; readonly authorId: string; readonly now: Date },
): Promise<void> {
  const statement = sql`
    with candidates (member_id, kind, rank) as (
      select f.member_id, 'post', 1 from public.forum_posts p
      join public.list_follows f on f.kind = 'tag' and f.name = any (p.tag_keys)
      where p.id = ${post.postId}::uuid
      union all
      select f.member_id, 'post', 1 from public.forum_posts p
      join public.list_follows f on f.kind = 'category' and f.name = p.category
      where p.id = ${post.postId}::uuid
    ),
    ${insertNotifications(post)}`;
  await executeNamed(tx, "notify-list-followers", statement);
}

/** Builds the end of a statement that starts with `with candidates (…)`: inserts a notification for each recipient. */
const insertNotifications = ({ postId, commentId, authorId, now }: ContentContext): SQL => sql`
  ${selectRecipients({ now, postId, actorId: authorId })},
  inserted as (
    insert into public.notifications (member_id, kind, post_id, comment_id, at, email_at)
    select member_id, kind, ${postId}::uuid, ${commentId}::uuid, ${now.toISOString()}::timestamptz, email_at from recipients
    on conflict do nothing returning member_id
  )
  ${publishToMembers(sql`inserted`)}`;
