import { computeHotRank } from "#core/forum/hot-rank.ts";
import { cleanTags } from "#core/forum/tags.ts";
import { computeWilsonLowerBound } from "#core/forum/wilson.ts";
import { makeExcerpt } from "#server/forum/index.ts";
import { demoId, memberId } from "./demo-id.ts";
import type { DemoComment, DemoMember, DemoPost, MemberName } from "./types.ts";

/** Rows for the database: keys are column names, times are ISO 8601. */
export interface DemoRows {
  readonly users: Record<string, unknown>[];
  readonly identities: Record<string, unknown>[];
  readonly profiles: Record<string, unknown>[];
  readonly user_roles: Record<string, unknown>[];
  readonly forum_posts: Record<string, unknown>[];
  readonly comments: Record<string, unknown>[];
  readonly votes: Record<string, unknown>[];
  readonly comment_votes: Record<string, unknown>[];
  readonly daily_counts: Record<string, unknown>[];
}

interface Names {
  usernameSkeleton(name: string): string;
  foldUsername(name: string): string;
}

const HOUR = 3_600_000;

/**
 * Builds the demo community as consistent rows: counters match votes, karma matches others' votes, daily counts match
 * posts. Ids are derived from the texts, so that URLs are the same on every machine.
 */
export function buildDemoRows(
  members: readonly DemoMember[],
  posts: readonly DemoPost[],
  { now, passwordHash, names }: { now: Date; passwordHash: string; names: Names },
): DemoRows {
  const rows: DemoRows = {
    users: [],
    identities: [],
    profiles: [],
    user_roles: [],
    forum_posts: [],
    comments: [],
    votes: [],
    comment_votes: [],
    daily_counts: [],
  };
  const days = new Map<string, { name: string; day: string; amount: number }>();
  const karma = new Map<MemberName, number>();
  const iso = (at: number) => new Date(at).toISOString();

  const countDay = (name: "posts" | "members", at: number) => {
    const day = iso(at).slice(0, 10);
    const counted = days.get(name + day) ?? { name, day, amount: 0 };
    counted.amount += 1;
    days.set(name + day, counted);
  };

  /** Adds the votes on one post or comment, spread over the time since it was created. Returns both counters. */
  const addVotes = (
    on: { by: MemberName; up?: readonly MemberName[]; down?: readonly MemberName[] },
    since: number,
    add: (vote: { user_id: string; vote_type: number; created_at: string }, key: string) => void,
  ) => {
    const { up = [], down = [] } = on;
    for (const [at, username] of [...up, ...down].entries()) {
      const vote_type = at < up.length ? 1 : -1;
      const share = ((at + 1) / (up.length + down.length + 1)) ** 2;
      add(
        { user_id: memberId(username), vote_type, created_at: iso(since + (now.getTime() - since) * share) },
        username,
      );
      if (username !== on.by) karma.set(on.by, (karma.get(on.by) ?? 0) + vote_type);
    }
    return { upvotes: up.length, downvotes: down.length };
  };

  const addComments = (
    comments: readonly DemoComment[],
    post: { id: string; at: number },
    parentId: string | null,
  ): number => {
    let count = 0;
    for (const comment of comments) {
      const at = post.at + comment.after * HOUR;
      const id = demoId(`comment/${post.id}/${parentId}/${comment.by}/${comment.text}`);
      const counters = addVotes(comment, at, (vote) => {
        rows.comment_votes.push({ comment_id: id, ...vote });
      });
      rows.comments.push({
        id,
        post_id: post.id,
        author_id: memberId(comment.by),
        parent_id: parentId,
        content: comment.text.trim(),
        created_at: iso(at),
        ...counters,
        best_rank: computeWilsonLowerBound(counters.upvotes, counters.downvotes),
        reply_count: comment.replies?.length ?? 0,
      });
      count += 1 + addComments(comment.replies ?? [], post, id);
    }
    return count;
  };

  for (const post of posts) {
    const at = now.getTime() - post.hoursAgo * HOUR;
    const id = demoId(`post/${post.by}/${post.title}`);
    const counters = addVotes(post, at, (vote, voter) => {
      rows.votes.push({ id: demoId(`vote/${id}/${voter}`), post_id: id, ...vote });
    });
    const content = post.content.trim();
    rows.forum_posts.push({
      id,
      title: post.title.trim(),
      content,
      excerpt: makeExcerpt(content),
      category: post.category,
      tags: cleanTags(post.tags),
      author_id: memberId(post.by),
      created_at: iso(at),
      ...counters,
      comment_count: addComments(post.comments ?? [], { id, at }, null),
      hot_rank: computeHotRank(counters.upvotes, counters.downvotes, new Date(at)),
      is_pinned: post.pinned ?? false,
      is_locked: post.locked ?? false,
    });
    countDay("posts", at);
  }

  for (const member of members) {
    const id = memberId(member.username);
    const at = now.getTime() - member.joinedDaysAgo * 24 * HOUR;
    const metadata = {
      username: member.username,
      sub: id,
      email: member.email,
      email_verified: true,
      phone_verified: false,
    };
    const times = { created_at: iso(at), updated_at: iso(at) };
    rows.users.push({
      id,
      email: member.email,
      encrypted_password: passwordHash,
      email_confirmed_at: iso(at),
      raw_app_meta_data: { provider: "email", providers: ["email"], demo: true },
      raw_user_meta_data: metadata,
      ...times,
    });
    rows.identities.push({
      user_id: id,
      provider: "email",
      provider_id: id,
      identity_data: metadata,
      ...times,
    });
    rows.profiles.push({
      id,
      username: member.username,
      username_skeleton: names.usernameSkeleton(member.username),
      username_folded: names.foldUsername(member.username),
      avatar_url: `/avatars/${encodeURIComponent(member.username)}.svg`,
      is_verified: member.isVerified,
      bio: member.bio,
      karma: karma.get(member.username) ?? 0,
      join_date: iso(at),
      created_at: iso(at),
    });
    rows.user_roles.push({ user_id: id, role: member.username === "admin" ? "admin" : "user" });
    countDay("members", at);
  }
  rows.daily_counts.push(...days.values());
  return rows;
}
