import type { Member } from "#core/accounts/member.ts";
import type { Database } from "#server/database/index.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import { createRateLimitError, type RateLimits } from "#server/rate-limits/index.ts";

export interface ForumDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Without announcements, cached counts, names and titles are only refreshed when they expire. */
  readonly announcements?: Pick<Announcements, "on" | "onGap" | "isCurrent">;
  /** Null to lift all limits, for tests. */
  readonly limits: Pick<RateLimits, "consume"> | null;
  /** False to lift the new-member limits (AUTH_RATE_LIMITS=off, for tests). */
  readonly limitsNewMembers?: boolean;
  /** This site's origin. Links to it don't count as external. */
  readonly origin?: string;
}

/**
 * Refreshes cached counts when posts change, so that authors see their new posts counted immediately. Ignores votes and
 * comments on a post.
 */
export const refreshOnPostChanges =
  ({ announcements }: ForumDeps) =>
  (refresh: () => void): void => {
    announcements?.on("forum", ({ table, countsOnly }) => {
      if (table === "posts" && !countsOnly) refresh();
    });
    announcements?.onGap(refresh);
  };

const SECONDS_PER_HOUR = 3600;

const MEMBER_LIMITS = {
  posts: { points: 10, durationSeconds: SECONDS_PER_HOUR },
  comments: { points: 60, durationSeconds: SECONDS_PER_HOUR },
  // An edit writes as much as a new post, and the search index then contains the words of both versions.
  edits: { points: 60, durationSeconds: SECONDS_PER_HOUR },
  votes: { points: 300, durationSeconds: SECONDS_PER_HOUR },
  previews: { points: 400, durationSeconds: 600 },
  drafts: { points: 600, durationSeconds: SECONDS_PER_HOUR },
  /** Following, muting and saving, and undoing any of these, share this limit. */
  threadState: { points: 600, durationSeconds: SECONDS_PER_HOUR },
} as const;

/** Throws too_many_requests if the member has exceeded the limit. */
export async function consumeLimit({ limits }: ForumDeps, name: keyof typeof MEMBER_LIMITS, member: Member) {
  if (limits === null) return;
  const { allowed, retryAfterSeconds } = await limits.consume(
    `forum-${name}`,
    member.id,
    MEMBER_LIMITS[name],
  );
  if (!allowed) throw createRateLimitError(retryAfterSeconds);
}

/** Returns the same options for posts and comments, so that a preview matches what is published. */
export function getMarkdownOptions({ origin }: ForumDeps): { origin?: string } {
  return origin === undefined ? {} : { origin };
}
