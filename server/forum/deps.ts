import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { Database } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { RateLimits } from "#server/platform/rate-limit.ts";

/** What every operation of the forum works with. */
export interface ForumDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Null where nobody is limited. */
  readonly limits: Pick<RateLimits, "consume"> | null;
  /** False where newcomers write as much as anybody (AUTH_RATE_LIMITS=off, for tests). */
  readonly limitsNewcomers?: boolean;
  /** The site's own origin: links to it are not marked as leading elsewhere. */
  readonly origin?: string;
  /** False for a part of an act that tells its author of the whole by itself. */
  readonly tellsAuthors?: boolean;
}

const HOUR = 3600;

const MEMBER_LIMITS = {
  posts: { points: 10, durationSeconds: HOUR },
  comments: { points: 60, durationSeconds: HOUR },
  // An edit writes as much as a new post, and the words of both stay among those that searches look through.
  edits: { points: 60, durationSeconds: HOUR },
  votes: { points: 300, durationSeconds: HOUR },
  previews: { points: 400, durationSeconds: 600 },
  drafts: { points: 600, durationSeconds: HOUR },
  /** Followed, muted, saved, and each taken back. */
  marks: { points: 600, durationSeconds: HOUR },
} as const;

/** Counts one act of the member's; refuses with too_many_requests when there were too many. */
export async function consumeLimit(
  { limits }: ForumDeps,
  name: keyof typeof MEMBER_LIMITS,
  member: Member,
): Promise<void> {
  if (limits === null) return;
  const { allowed, retryAfterSeconds } = await limits.consume(
    `forum-${name}`,
    member.id,
    MEMBER_LIMITS[name],
  );
  if (!allowed) throw tooMany(retryAfterSeconds);
}

/** The refusal, with how long to wait. */
export function tooMany(retryAfterSeconds: number): AppError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes <= 1 ? "a minute" : `${minutes} minutes`;
  return new AppError("too_many_requests", {
    message: `You are doing this too often. Please try again in ${wait}.`,
  });
}

/** How every text of the forum is rendered, so that a preview is what will be published. */
export function markdownOptions({ origin }: ForumDeps): { origin?: string } {
  return origin === undefined ? {} : { origin };
}
