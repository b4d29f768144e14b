import type { NotificationKind } from "#core/notifications/kinds.ts";
import { demoId, memberId } from "./demo-id.ts";
import type { DemoRows } from "./demo-rows.ts";
import type { DemoReaderRows } from "./reader-rows.ts";
import type { MemberName } from "./types.ts";

export interface DemoNotificationRows {
  readonly notifications: Record<string, unknown>[];
}

/** Unread notifications per member; all others have one. */
const UNREAD: Readonly<Partial<Record<MemberName, number>>> = {
  admin: 3,
  mara_lindqvist: 3,
  ines_okafor: 2,
  satoshis_intern: 5,
  yuki_tanaka: 0,
  priya_raman: 2,
};
const HOUR = 3_600_000;

interface NotificationRow {
  readonly member_id: unknown;
  readonly kind: NotificationKind;
  readonly post_id: unknown;
  readonly comment_id: unknown;
  readonly amount: number;
  readonly act: string | null;
  readonly name: string;
  readonly words: string;
  readonly at: string;
}

/**
 * Builds the members' notifications: comments and votes on their content, new comments in threads they follow, and
 * locked posts.
 */
export function buildNotificationRows(
  { forum_posts, comments, votes, comment_votes, profiles }: DemoRows,
  { thread_follows }: Pick<DemoReaderRows, "thread_follows">,
  now: Date,
): DemoNotificationRows {
  const posts = new Map(forum_posts.map((post) => [post.id, post]));
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const names = new Map(profiles.map(({ id, username }) => [`@${username}`, id]));
  const notifications: NotificationRow[] = [];
  const followers = Map.groupBy(thread_follows, ({ post_id }) => post_id);
  const defaults = { amount: 1, act: null, name: "", words: "" };

  for (const comment of comments) {
    const { id, post_id, author_id, parent_id, created_at } = comment;
    const about = { ...defaults, post_id, comment_id: id, at: String(created_at) };
    const answered = (parent_id === null ? posts.get(post_id) : byId.get(parent_id))?.author_id;
    const known = new Set([author_id]);
    const notify = (member_id: unknown, kind: NotificationRow["kind"]) => {
      if (!known.has(member_id)) notifications.push({ ...about, member_id, kind });
      known.add(member_id);
    };
    const theirs = followers.get(post_id) ?? [];
    for (const { member_id, state } of theirs) if (state === "muted") known.add(member_id);
    notify(answered, "reply");
    for (const [written] of String(comment.content).matchAll(/@[\w.]*\w/g))
      if (names.has(written)) notify(names.get(written), "mention");
    for (const follow of theirs)
      if (String(follow.created_at) < String(created_at)) notify(follow.member_id, "thread");
  }
  for (const [on, given, getTargetId] of [
    [posts, votes, (vote: Record<string, unknown>) => vote.post_id],
    [byId, comment_votes, (vote: Record<string, unknown>) => vote.comment_id],
  ] as const) {
    for (const [id, target] of on) {
      const others = given.filter((vote) => getTargetId(vote) === id && vote.user_id !== target.author_id);
      // The time of the median vote. With the latest votes, these would come before everything else.
      const at = others.map(({ created_at }) => String(created_at)).sort()[
        Math.floor((others.length - 1) / 2)
      ];
      if (at === undefined) continue;
      const where =
        on === posts ? { post_id: id, comment_id: null } : { post_id: target.post_id, comment_id: id };
      notifications.push({
        ...defaults,
        ...where,
        member_id: target.author_id,
        kind: "votes",
        amount: others.length,
        at,
      });
    }
  }
  for (const post of forum_posts) {
    if (!post.is_locked || post.author_id === memberId("admin")) continue;
    const at = Math.min(Date.parse(String(post.created_at)) + 48 * HOUR, now.getTime() - HOUR);
    const about = { post_id: post.id, comment_id: null, at: new Date(at).toISOString() };
    const act = { act: "post.lock", name: String(post.title) };
    notifications.push({ ...defaults, ...about, ...act, member_id: post.author_id, kind: "moderation" });
  }

  const unread = new Map(
    Object.entries(UNREAD).map(([name, count]) => [memberId(name as MemberName), count]),
  );
  const rows = [...Map.groupBy(notifications, ({ member_id }) => member_id)].flatMap(([member, theirs]) => {
    const fresh = new Set(mixKinds(theirs).slice(0, unread.get(String(member)) ?? 1));
    return theirs.map((one) => ({
      ...one,
      id: demoId(`notification/${member}/${one.kind}/${one.comment_id ?? one.post_id}`),
      seen: fresh.has(one) ? 0 : one.amount,
      read_at: fresh.has(one) ? null : one.at,
    }));
  });
  return { notifications: rows };
}

/** The newest of each kind first, then the second of each, so that the unread ones are mixed. */
function mixKinds(notifications: readonly NotificationRow[]): NotificationRow[] {
  const newest = notifications.toSorted((a, b) => b.at.localeCompare(a.at));
  return [...Map.groupBy(newest, ({ kind }) => kind).values()]
    .flatMap((ofKind) => ofKind.map((one, place) => ({ one, place })))
    .toSorted((a, b) => a.place - b.place || b.one.at.localeCompare(a.one.at))
    .map(({ one }) => one);
}
