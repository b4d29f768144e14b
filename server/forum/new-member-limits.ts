import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import {
  CONTRIBUTION_COUNT_MAX,
  DAY_MS,
  type DailyLimitName,
  explainDailyLimit,
  explainExceededLimit,
  findExceededLimit,
  getDailyQuota,
  getTrustLevel,
  type MarkupCounts,
  NO_MARKUP,
  type TextKind,
  type TrustFacts,
  type TrustLevel,
} from "#core/forum/trust-level.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { countMarkup } from "#server/markdown/index.ts";
import { profiles } from "#server/profiles/index.ts";
import { type ForumDeps, getMarkdownOptions } from "./deps.ts";
import { lockMember } from "./lock-rows.ts";
import { comments, forumPosts } from "./tables.ts";

export interface LimitedAuthor {
  readonly id: string;
  readonly trustLevel: TrustLevel;
  readonly facts: TrustFacts;
  readonly now: Date;
}

/** Returns whether new-member limits may apply. They never apply to administrators, or when limits are off. */
export const canBeLimited = ({ limits, limitsNewMembers = true }: ForumDeps, { role }: Member): boolean =>
  limits !== null && limitsNewMembers && role !== "admin";

/**
 * Finds the author and their trust level if limits apply. Null for administrators, for trust levels without limits, and
 * when limits are off. Throws not_signed_in if the account was deleted.
 */
export async function findLimitedAuthor(
  deps: ForumDeps,
  db: Db | Tx,
  member: Member,
): Promise<LimitedAuthor | null> {
  if (!canBeLimited(deps, member)) return null;
  const facts = await readTrustFacts(db, member.id);
  const now = deps.clock.now();
  const level = getTrustLevel(facts, now);
  return Object.values(level.limits).every((limit) => limit === null)
    ? null
    : { id: member.id, trustLevel: level, facts, now };
}

/** Reads the facts that a trust level depends on. Throws not_signed_in if the account was deleted. */
export async function readTrustFacts(db: Db | Tx, memberId: string): Promise<TrustFacts> {
  // Stops counting as soon as the highest requirement is met.
  const countSql = (table: typeof forumPosts | typeof comments) => sql`(select count(*)::int from (
    select from ${table} where author_id = ${memberId}::uuid and deleted_at is null limit ${CONTRIBUTION_COUNT_MAX}) t)`;
  const [facts] = await db
    .select({
      joinedAt: profiles.joinDate,
      karma: profiles.karma,
      isVerified: profiles.isVerified,
      contributionCount: sql`${countSql(forumPosts)} + ${countSql(comments)}`.mapWith(Number),
    })
    .from(profiles)
    .where(eq(profiles.id, memberId));
  if (!facts) throw new AppError("not_signed_in");
  return facts;
}

const ERROR_CODES = {
  links: "too_many_links",
  images: "too_many_images",
  mentions: "too_many_mentions",
} as const;

/**
 * Counts links, images and mentions in the rendered text, so that it doesn't matter how they were written. An edit may
 * exceed the limit of one of these if `publishedText` already has at least as many of them as the new text. Throws
 * too_many_links, too_many_images or too_many_mentions.
 */
export function enforceMarkupLimits(
  deps: ForumDeps,
  author: LimitedAuthor | null,
  kind: TextKind,
  text: string,
  publishedText: string | null = null,
): void {
  if (!author) return;
  const { trustLevel: level, facts, now } = author;
  const countInText = (text: string): MarkupCounts => countMarkup(text, getMarkdownOptions(deps));
  const markup = countInText(text);
  const name = findExceededLimit(
    level,
    markup,
    publishedText === null ? NO_MARKUP : countInText(publishedText),
  );
  if (name === null) return;
  const message = explainExceededLimit(level, name, markup, { kind, facts, now });
  throw new AppError(ERROR_CODES[name], { message, fieldErrors: { content: message } });
}

/** Locks the author, so that the daily count is exact. In the lock order, profiles come after posts and comments. */
export async function lockDailyCount(tx: Tx, author: LimitedAuthor | null, name: DailyLimitName) {
  if (!author || author.trustLevel.limits[name] === null) return;
  await lockMember(tx, author.id);
}

/**
 * Returns the times at which the author published in the last 24 hours, newest first, including deleted content.
 * Returns at most `limit + 1` times, and none if there is no limit.
 */
export async function readPublishTimes(db: Db | Tx, author: LimitedAuthor, name: DailyLimitName) {
  const limit = author.trustLevel.limits[name];
  if (limit === null) return [];
  const table = name === "posts" ? forumPosts : comments;
  const rows = await db
    .select({ createdAt: table.createdAt })
    .from(table)
    .where(and(eq(table.authorId, author.id), gt(table.createdAt, new Date(author.now.getTime() - DAY_MS))))
    .orderBy(desc(table.createdAt))
    .limit(limit + 1);
  return rows.map(({ createdAt }) => createdAt);
}

/** Throws daily_limit, which rolls back the insert and says when the next post or comment is possible. */
export async function enforceDailyLimit(tx: Tx, author: LimitedAuthor | null, name: DailyLimitName) {
  if (!author) return;
  const limit = author.trustLevel.limits[name];
  const times = await readPublishTimes(tx, author, name);
  if (limit === null || times.length <= limit) return;
  const { trustLevel: level, facts, now } = author;
  const quota = getDailyQuota(level, name, times.slice(1), now);
  if (!quota) return;
  const message = explainDailyLimit(level, name, quota, { facts, now });
  throw new AppError("daily_limit", { message, fieldErrors: { content: message } });
}
