import { getDemoMemberId } from "./demo-id.ts";
import type { DemoRows } from "./demo-rows.ts";
import type { DemoReader } from "./readers.ts";

export interface DemoReaderRows {
  readonly thread_follows: Record<string, unknown>[];
  readonly saved_posts: Record<string, unknown>[];
  readonly post_visits: Record<string, unknown>[];
}

const HOUR_MS = 3_600_000;

/**
 * Builds the rows for the threads that members mute or follow (by choice or because they wrote in them), and for the
 * posts that they saved and read.
 */
export function buildReaderRows(
  { forum_posts, comments }: Pick<DemoRows, "forum_posts" | "comments">,
  readers: readonly DemoReader[],
  now: Date,
): DemoReaderRows {
  const hoursBeforeNow = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const findPost = (title: string) => {
    const post = forum_posts.find((candidate) => candidate.title === title);
    if (!post) throw new Error(`the demo has no such post: ${title}`);
    return { post_id: post.id, createdAt: String(post.created_at) };
  };

  const follows = new Map<string, Record<string, unknown>>();
  const setFollowState = (
    member_id: unknown,
    post_id: unknown,
    state: "following" | "muted",
    created_at: unknown,
  ) => {
    const existingFollow = follows.get(`${member_id} ${post_id}`);
    if (!existingFollow || String(existingFollow.created_at) > String(created_at) || state === "muted")
      follows.set(`${member_id} ${post_id}`, { member_id, post_id, state, created_at });
  };
  for (const post of forum_posts) setFollowState(post.author_id, post.id, "following", post.created_at);
  for (const comment of comments)
    setFollowState(comment.author_id, comment.post_id, "following", comment.created_at);

  const saved_posts: DemoReaderRows["saved_posts"] = [];
  const post_visits: DemoReaderRows["post_visits"] = [];
  for (const { member, lastVisitHoursAgo, ...reader } of readers) {
    const member_id = getDemoMemberId(member);
    const lastVisitAt = hoursBeforeNow(lastVisitHoursAgo);
    for (const title of reader.follows)
      setFollowState(member_id, findPost(title).post_id, "following", findPost(title).createdAt);
    for (const title of reader.mutes)
      setFollowState(member_id, findPost(title).post_id, "muted", lastVisitAt);
    for (const [index, title] of reader.saved.entries())
      saved_posts.push({
        member_id,
        post_id: findPost(title).post_id,
        saved_at: hoursBeforeNow(lastVisitHoursAgo + index * 5),
      });
    for (const post of forum_posts) {
      if (String(post.created_at) > lastVisitAt) continue;
      const seenComments = comments.filter(
        ({ post_id, created_at }) => post_id === post.id && String(created_at) <= lastVisitAt,
      );
      const times = [post, ...seenComments].map(({ created_at }) => String(created_at)).sort();
      post_visits.push({ member_id, post_id: post.id, seen_at: times.at(-1) });
    }
  }
  return { thread_follows: [...follows.values()], saved_posts, post_visits };
}
