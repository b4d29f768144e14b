import { type SQL, sql } from "drizzle-orm";
import { executeNamed, type Tx } from "#server/database/index.ts";
import { publishToMembers, selectRecipients } from "./select-recipients.ts";

interface Vote {
  readonly postId: string;
  /** Null for a vote on the post itself. */
  readonly commentId: string | null;
  readonly actorId: string;
  readonly now: Date;
}

/**
 * Builds the CTEs that notify the author of the number of voters, with one notification per post or comment. The
 * notification becomes unread again only when the number exceeds the one that the author has seen, so toggling a vote
 * doesn't notify again. It never reveals who voted or how. For a post, the CTEs follow those that write the vote; for a
 * comment, they are a statement of their own. The last one is `notified`. `voted` selects the author, the change in the
 * number of voters (1 or -1), and the number of voters without the author. It selects no row if the author is the actor.
 */
export function buildVoteNotification(voted: SQL, { postId, commentId, actorId, now }: Vote): SQL {
  return sql`
    voted (author_id, change, voter_count) as materialized (${voted}),
    candidates (member_id, kind, rank) as (select author_id, 'votes', 1 from voted where change > 0),
    ${selectRecipients({ now, postId, actorId })},
    raised as (
      insert into public.notifications as n (member_id, kind, post_id, comment_id, voter_count, at, email_at)
      select r.member_id, r.kind, ${postId}::uuid, ${commentId}::uuid, v.voter_count, ${now.toISOString()}::timestamptz, r.email_at
      from recipients r, voted v where v.voter_count > 0
      on conflict (member_id, (coalesce(comment_id, post_id)), (kind = 'votes')) where kind <> 'moderation'
      do update set voter_count = excluded.voter_count,
        at = case when excluded.voter_count > greatest(n.voter_count, n.seen_count) then excluded.at else n.at end,
        read_at = case when excluded.voter_count > greatest(n.voter_count, n.seen_count) then null else n.read_at end
      returning member_id
    ),
    lowered as (
      ${lowerCounts(sql`select author_id, ${commentId ?? postId}::uuid, voter_count from voted where change < 0`, now)}
    ),
    notified as materialized (
      ${publishToMembers(sql`(select member_id from raised union all select member_id from lowered) changed`)}
    )`;
}

/** Notifies a comment's author of a vote. `change` is the change in the number of voters: 1, 0 or -1. */
export async function notifyCommentVotes(
  tx: Tx,
  vote: Vote & { readonly commentId: string; readonly change: number },
): Promise<void> {
  const { commentId, actorId, change } = vote;
  if (change === 0) return;
  const voted = sql`
    select author_id, ${change}::int, voter_count
    from (${countVoters({ postIds: sql`'{}'::uuid[]`, commentIds: sql`array[${commentId}::uuid]` })}) counted
    where author_id <> ${actorId}::uuid`;
  const statement = sql`with ${buildVoteNotification(voted, vote)} select count(*) from notified`;
  await executeNamed(tx, "notify-comment-votes", statement);
}

/** Updates vote notifications to the current number of voters after votes were withdrawn. */
export async function recountVotes(tx: Tx, targets: VoteTargets, now: Date): Promise<void> {
  const counts = sql`select author_id, id, voter_count from (${countVoters(targets)}) counted`;
  const statement = sql`with changed as (${lowerCounts(counts, now)}) ${publishToMembers(sql`changed`)}`;
  await executeNamed(tx, "recount-votes", statement);
}

interface VoteTargets {
  /** uuid arrays. */
  readonly postIds: SQL;
  readonly commentIds: SQL;
}

/** Selects the number of voters per target, not counting its author. */
const countVoters = ({ postIds, commentIds }: VoteTargets): SQL => sql`
  select p.id, p.author_id, greatest(p.upvotes + p.downvotes
    - (select count(*)::int from public.votes v where v.post_id = p.id and v.user_id = p.author_id), 0) as voter_count
  from public.forum_posts p where p.id = any (${postIds})
  union all
  select c.id, c.author_id, greatest(c.upvotes + c.downvotes
    - (select count(*)::int from public.comment_votes v where v.comment_id = c.id and v.user_id = c.author_id), 0)
  from public.comments c where c.id = any (${commentIds})`;

/** Lowers the counts. A notification becomes read if its recipient already saw that many voters, or if none is left. */
const lowerCounts = (counts: SQL, now: Date): SQL => sql`
  update public.notifications n set voter_count = c.voter_count,
    read_at = case when c.voter_count <= n.seen_count or c.voter_count = 0 then coalesce(n.read_at, ${now.toISOString()}::timestamptz)
      else n.read_at end
  from (${counts}) as c (author_id, target_id, voter_count)
  where n.member_id = c.author_id and coalesce(n.comment_id, n.post_id) = c.target_id and n.kind = 'votes'
    and n.voter_count <> c.voter_count
  returning n.member_id`;
