import type { NotificationKind } from "#core/notifications/kinds.ts";
import { createDemoId, getDemoMemberId } from "./demo-id.ts";
import type { DemoRows } from "./demo-rows.ts";
import type { DemoReaderRows } from "./reader-rows.ts";
import type { MemberName } from "./types.ts";

export interface DemoNotificationRows {
  readonly notifications: Record<string, unknown>[];
}

/** The number of unread notifications per member; all other members have one. */
const UNREAD_COUNTS: Readonly<Partial<Record<MemberName, number>>> = {
  admin: 3,
  mara_lindqvist: 3,
  ines_okafor: 2,
  satoshis_intern: 5,
  yuki_tanaka: 0,
  priya_raman: 2,
};
const HOUR_MS = 3_600_000;

interface NotificationRow {
  readonly member_id: unknown;
  readonly kind: NotificationKind;
  readonly post_id: unknown;
  readonly comment_id: unknown;
  readonly voter_count: number;
  readonly admin_action: string | null;
  readonly name: string;
  readonly excerpt: string;
  readonly at: string;
}

/**
 * Builds the members' notifications: comments and votes on their content, mentions, new comments in threads they
 * follow, and locked posts.
 */
export function buildNotificationRows(
  { forum_posts, comments, votes, comment_votes, profiles }: DemoRows,
  { thread_follows }: Pick<DemoReaderRows, "thread_follows">,
  now: Date,
): DemoNotificationRows {
  const postsById = new Map(forum_posts.map((post) => [post.id, post]));
  const commentsById = new Map(comments.map((comment) => [comment.id, comment]));
  const memberIdsByMention = new Map(profiles.map(({ id, username }) => [`@${username}`, id]));
  const notifications: NotificationRow[] = [];
  const followsByPostId = Map.groupBy(thread_follows, ({ post_id }) => post_id);
  const defaults = { voter_count: 1, admin_action: null, name: "", excerpt: "" };

  for (const comment of comments) {
    const { id, post_id, author_id, parent_id, created_at } = comment;
    const columns = { ...defaults, post_id, comment_id: id, at: String(created_at) };
    const parentAuthorId = (parent_id === null ? postsById.get(post_id) : commentsById.get(parent_id))
      ?.author_id;
    const excludedIds = new Set([author_id]);
    const notify = (member_id: unknown, kind: NotificationRow["kind"]) => {
      if (!excludedIds.has(member_id)) notifications.push({ ...columns, member_id, kind });
      excludedIds.add(member_id);
    };
    const follows = followsByPostId.get(post_id) ?? [];
    for (const { member_id, state } of follows) if (state === "muted") excludedIds.add(member_id);
    notify(parentAuthorId, "reply");
    for (const [mention] of String(comment.content).matchAll(/@[\w.]*\w/g))
      if (memberIdsByMention.has(mention)) notify(memberIdsByMention.get(mention), "mention");
    for (const follow of follows)
      if (String(follow.created_at) < String(created_at)) notify(follow.member_id, "thread");
  }
  for (const [targets, allVotes, getTargetId] of [
    [postsById, votes, (vote: Record<string, unknown>) => vote.post_id],
    [commentsById, comment_votes, (vote: Record<string, unknown>) => vote.comment_id],
  ] as const) {
    for (const [id, target] of targets) {
      const votesByOthers = allVotes.filter(
        (vote) => getTargetId(vote) === id && vote.user_id !== target.author_id,
      );
      // The time of the median vote. With the latest vote's time, these notifications would be above all others.
      const medianAt = votesByOthers.map(({ created_at }) => String(created_at)).sort()[
        Math.floor((votesByOthers.length - 1) / 2)
      ];
      if (medianAt === undefined) continue;
      const targetColumns =
        targets === postsById
          ? { post_id: id, comment_id: null }
          : { post_id: target.post_id, comment_id: id };
      notifications.push({
        ...defaults,
        ...targetColumns,
        member_id: target.author_id,
        kind: "votes",
        voter_count: votesByOthers.length,
        at: medianAt,
      });
    }
  }
  for (const post of forum_posts) {
    if (!post.is_locked || post.author_id === getDemoMemberId("admin")) continue;
    const lockedAt = Math.min(Date.parse(String(post.created_at)) + 48 * HOUR_MS, now.getTime() - HOUR_MS);
    const columns = { post_id: post.id, comment_id: null, at: new Date(lockedAt).toISOString() };
    const moderation = { admin_action: "post.lock", name: String(post.title) };
    notifications.push({
      ...defaults,
      ...columns,
      ...moderation,
      member_id: post.author_id,
      kind: "moderation",
    });
  }

  const unreadCounts = new Map(
    Object.entries(UNREAD_COUNTS).map(([name, count]) => [getDemoMemberId(name as MemberName), count]),
  );
  const rows = [...Map.groupBy(notifications, ({ member_id }) => member_id)].flatMap(
    ([memberId, ownNotifications]) => {
      const unreadNotifications = new Set(
        mixKinds(ownNotifications).slice(0, unreadCounts.get(String(memberId)) ?? 1),
      );
      return ownNotifications.map((notification) => ({
        ...notification,
        id: createDemoId(
          `notification/${memberId}/${notification.kind}/${notification.comment_id ?? notification.post_id}`,
        ),
        seen_count: unreadNotifications.has(notification) ? 0 : notification.voter_count,
        read_at: unreadNotifications.has(notification) ? null : notification.at,
      }));
    },
  );
  return { notifications: rows };
}

/** Puts the newest of each kind first, then the second newest of each, so that the unread notifications are mixed. */
function mixKinds(notifications: readonly NotificationRow[]): NotificationRow[] {
  const newestFirst = notifications.toSorted((a, b) => b.at.localeCompare(a.at));
  return [...Map.groupBy(newestFirst, ({ kind }) => kind).values()]
    .flatMap((sameKind) => sameKind.map((notification, position) => ({ notification, position })))
    .toSorted((a, b) => a.position - b.position || b.notification.at.localeCompare(a.notification.at))
    .map(({ notification }) => notification);
}
