import { type SQL, sql } from "drizzle-orm";
import { executeNamed, type Tx } from "#server/database/index.ts";
import { publishToMembers, selectRecipients } from "./select-recipients.ts";

interface VoteNotice {
  readonly postId: string;
  /** Null for a vote on the post itself. */
  readonly commentId: string | null;
  readonly ownerId: string | null;
  readonly actorId: string;
  /** How the vote changed the number of voters: 1, -1, or 0 if a voter changed sides. */
  readonly change: number;
  readonly now: Date;
}

/**
 * Notifies the author of the number of voters, with one notification per post or comment. It becomes unread again
 * only when the number exceeds what the author has read, so toggling a vote doesn't notify again. Voters and
 * directions are never revealed. Runs in the vote's transaction, which locks the target, after the counters are
 * updated. Runs one statement.
 */
export async function notifyVotes(tx: Tx, vote: VoteNotice): Promise<void> {
  const { postId, commentId, ownerId, actorId: voterId, change, now } = vote;
  if (ownerId === null || ownerId === voterId || change === 0) return;
  const toArray = (id: string | null) => sql`${sql.param(id === null ? [] : [id])}::uuid[]`;
  const targets = { postIds: toArray(commentId === null ? postId : null), commentIds: toArray(commentId) };
  if (change < 0) return recountVotes(tx, targets, now);
  const statement = sql`
    with candidates (member_id, kind, rank) as (select ${ownerId}::uuid, 'votes', 1),
    ${selectRecipients({ now, postId, actorId: voterId })},
    counted as (${countVoters(targets)}),
    changed as (
      insert into public.notifications as n (member_id, kind, post_id, comment_id, voter_count, at, email_at)
      select w.member_id, w.kind, ${postId}::uuid, ${commentId}::uuid, c.voter_count, ${now.toISOString()}::timestamptz, w.email_at
      from recipients w, counted c where c.voter_count > 0
      on conflict (member_id, (coalesce(comment_id, post_id)), (kind = 'votes')) where kind <> 'moderation'
      do update set voter_count = excluded.voter_count,
        at = case when excluded.voter_count > greatest(n.voter_count, n.seen_count) then excluded.at else n.at end,
        read_at = case when excluded.voter_count > greatest(n.voter_count, n.seen_count) then null else n.read_at end
      returning member_id
    )
    ${publishToMembers(sql`changed`)}`;
  await executeNamed(tx, "notify-votes", statement);
}

/** Updates vote notifications to the current counters after votes were withdrawn. Runs one statement. */
export async function recountVotes(tx: Tx, targets: VoteTargets, now: Date): Promise<void> {
  const statement = sql`
    with counted as (${countVoters(targets)}),
    changed as (
      update public.notifications n set voter_count = c.voter_count,
        read_at = case when c.voter_count <= n.seen_count or c.voter_count = 0 then coalesce(n.read_at, ${now.toISOString()}::timestamptz)
          else n.read_at end
      from counted c
      where n.member_id = c.owner_id and coalesce(n.comment_id, n.post_id) = c.id and n.kind = 'votes'
        and n.voter_count <> c.voter_count
      returning n.member_id
    )
    ${publishToMembers(sql`changed`)}`;
  await executeNamed(tx, "recount-votes", statement);
}

interface VoteTargets {
  /** uuid arrays. */
  readonly postIds: SQL;
  readonly commentIds: SQL;
}

/** Voters per target, without its author. */
const countVoters = ({ postIds, commentIds }: VoteTargets): SQL => sql`
  select p.id, p.author_id as owner_id, greatest(p.upvotes + p.downvotes
    - (select count(*)::int from public.votes v where v.post_id = p.id and v.user_id = p.author_id), 0) as voter_count
  from public.forum_posts p where p.id = any (${postIds})
  union all
  select c.id, c.author_id, greatest(c.upvotes + c.downvotes
    - (select count(*)::int from public.comment_votes v where v.comment_id = c.id and v.user_id = c.author_id), 0)
  from public.comments c where c.id = any (${commentIds})`;
