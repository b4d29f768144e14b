import { computeHotRank } from "#core/forum/hot-rank.ts";
import { cleanTags } from "#core/forum/tags.ts";
import { computeWilsonLowerBound } from "#core/forum/wilson.ts";
import { buildExcerpt } from "#server/forum/index.ts";
import { createDemoId, getDemoMemberId } from "./demo-id.ts";
import type { DemoComment, DemoMember, DemoPost, MemberName } from "./types.ts";

/** Creates empty lists of rows by table. A row's keys are column names, and its times are in ISO 8601. */
const createRows = () => ({
  users: [] as Row[],
  identities: [] as Row[],
  profiles: [] as Row[],
  user_roles: [] as Row[],
  forum_posts: [] as Row[],
  comments: [] as Row[],
  votes: [] as Row[],
  comment_votes: [] as Row[],
  daily_counts: [] as Row[],
  category_counts: [] as Row[],
});

type Row = Record<string, unknown>;
export type DemoRows = ReturnType<typeof createRows>;

interface UsernameFunctions {
  toUsernameSkeleton(name: string): string;
  foldUsername(name: string): string;
}

const HOUR_MS = 3_600_000;

/**
 * Builds the rows of the demo community. Counters and karma match the votes. IDs are derived from usernames, titles
 * and comments, so that URLs are the same on every machine.
 */
export function buildDemoRows(
  members: readonly DemoMember[],
  posts: readonly DemoPost[],
  { now, passwordHash, usernames }: { now: Date; passwordHash: string; usernames: UsernameFunctions },
): DemoRows {
  const rows = createRows();
  const dayCounts = new Map<string, { name: string; day: string; amount: number }>();
  const categoryCounts = new Map<string, number>();
  const karmaByMember = new Map<MemberName, number>();
  const toIso = (time: number) => new Date(time).toISOString();

  const countOnDay = (name: "posts" | "members", time: number) => {
    const day = toIso(time).slice(0, 10);
    const dayCount = dayCounts.get(name + day) ?? { name, day, amount: 0 };
    dayCount.amount += 1;
    dayCounts.set(name + day, dayCount);
  };

  /**
   * Adds the votes on one post or comment, spread over the time since it was created, and the author's karma. Returns
   * the vote counters.
   */
  const addVotes = (
    target: {
      author: MemberName;
      upvoters?: readonly MemberName[];
      downvoters?: readonly MemberName[];
    },
    createdAt: number,
    addVote: (vote: { user_id: string; vote_type: number; created_at: string }, username: string) => void,
  ) => {
    const { upvoters = [], downvoters = [] } = target;
    for (const [index, username] of [...upvoters, ...downvoters].entries()) {
      const vote_type = index < upvoters.length ? 1 : -1;
      const fraction = ((index + 1) / (upvoters.length + downvoters.length + 1)) ** 2;
      addVote(
        {
          user_id: getDemoMemberId(username),
          vote_type,
          created_at: toIso(createdAt + (now.getTime() - createdAt) * fraction),
        },
        username,
      );
      if (username !== target.author)
        karmaByMember.set(target.author, (karmaByMember.get(target.author) ?? 0) + vote_type);
    }
    return { upvotes: upvoters.length, downvotes: downvoters.length };
  };

  const addComments = (
    comments: readonly DemoComment[],
    post: { id: string; createdAt: number },
    parentId: string | null,
  ): number => {
    let count = 0;
    for (const comment of comments) {
      const createdAt = post.createdAt + comment.hoursAfter * HOUR_MS;
      const id = createDemoId(`comment/${post.id}/${parentId}/${comment.author}/${comment.text}`);
      const counters = addVotes(comment, createdAt, (vote) => {
        rows.comment_votes.push({ comment_id: id, ...vote });
      });
      rows.comments.push({
        id,
        post_id: post.id,
        author_id: getDemoMemberId(comment.author),
        parent_id: parentId,
        content: comment.text.trim(),
        created_at: toIso(createdAt),
        ...counters,
        best_rank: computeWilsonLowerBound(counters.upvotes, counters.downvotes),
        reply_count: comment.replies?.length ?? 0,
      });
      count += 1 + addComments(comment.replies ?? [], post, id);
    }
    return count;
  };

  for (const post of posts) {
    const createdAt = now.getTime() - post.hoursAgo * HOUR_MS;
    const id = createDemoId(`post/${post.author}/${post.title}`);
    const counters = addVotes(post, createdAt, (vote, username) => {
      rows.votes.push({ id: createDemoId(`vote/${id}/${username}`), post_id: id, ...vote });
    });
    const content = post.content.trim();
    rows.forum_posts.push({
      id,
      title: post.title.trim(),
      content,
      excerpt: buildExcerpt(content),
      category: post.category,
      tags: cleanTags(post.tags),
      author_id: getDemoMemberId(post.author),
      created_at: toIso(createdAt),
      ...counters,
      comment_count: addComments(post.comments ?? [], { id, createdAt }, null),
      hot_rank: computeHotRank(counters.upvotes, counters.downvotes, new Date(createdAt)),
      is_pinned: post.isPinned ?? false,
      is_locked: post.isLocked ?? false,
    });
    countOnDay("posts", createdAt);
    categoryCounts.set(post.category, (categoryCounts.get(post.category) ?? 0) + 1);
  }

  for (const member of members) {
    const id = getDemoMemberId(member.username);
    const joinedAt = now.getTime() - member.joinedDaysAgo * 24 * HOUR_MS;
    const metadata = {
      username: member.username,
      sub: id,
      email: member.email,
      email_verified: true,
      phone_verified: false,
    };
    const times = { created_at: toIso(joinedAt), updated_at: toIso(joinedAt) };
    rows.users.push({
      id,
      email: member.email,
      encrypted_password: passwordHash,
      email_confirmed_at: toIso(joinedAt),
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
      username_skeleton: usernames.toUsernameSkeleton(member.username),
      username_folded: usernames.foldUsername(member.username),
      avatar_url: `/avatars/${encodeURIComponent(member.username)}.svg`,
      is_verified: member.isVerified,
      bio: member.bio,
      karma: karmaByMember.get(member.username) ?? 0,
      join_date: toIso(joinedAt),
      created_at: toIso(joinedAt),
    });
    rows.user_roles.push({ user_id: id, role: member.username === "admin" ? "admin" : "user" });
    countOnDay("members", joinedAt);
  }
  rows.daily_counts.push(...dayCounts.values());
  for (const [category, amount] of categoryCounts) rows.category_counts.push({ category, amount });
  return rows;
}
