import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import {
  DAY_MS,
  type DayName,
  findExcess,
  type Marks,
  NO_MARKS,
  readDay,
  type Standing,
  type StandingFacts,
  sayDayIsFull,
  sayExcess,
  standingOf,
  type TextKind,
  WRITTEN_ENOUGH,
} from "#core/forum/standing.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { countMarks } from "#server/markdown/index.ts";
import { profiles } from "#server/profiles/index.ts";
import { type ForumDeps, markdownOptions } from "./deps.ts";
import { comments, forumPosts } from "./tables.ts";

/** An author to whom the limits of a trust level apply. */
export interface Writer {
  readonly id: string;
  readonly standing: Standing;
  readonly facts: StandingFacts;
  readonly now: Date;
}

/**
 * Loads the author's trust level in one statement. Null for administrators, for trust levels without limits, and when
 * limits are off.
 */
export async function findWriter(
  { limits, limitsNewcomers = true, clock }: ForumDeps,
  db: Db | Tx,
  member: Member,
): Promise<Writer | null> {
  if (limits === null || !limitsNewcomers || member.role === "admin") return null;
  const facts = await readStandingFacts(db, member.id);
  const now = clock.now();
  const standing = standingOf(facts, now);
  return Object.values(standing.limits).every((limit) => limit === null)
    ? null
    : { id: member.id, standing, facts, now };
}

/** The facts behind a member's trust level. Throws not_signed_in when the account was deleted. */
export async function readStandingFacts(db: Db | Tx, memberId: string): Promise<StandingFacts> {
  // Stops counting as soon as the highest requirement is met.
  const stands = (table: typeof forumPosts | typeof comments) => sql`(select count(*)::int from (
    select from ${table} where author_id = ${memberId}::uuid and deleted_at is null limit ${WRITTEN_ENOUGH}) t)`;
  const [facts] = await db
    .select({
      joinedAt: profiles.joinDate,
      karma: profiles.karma,
      isVerified: profiles.isVerified,
      written: sql<number>`${stands(forumPosts)} + ${stands(comments)}`,
    })
    .from(profiles)
    .where(eq(profiles.id, memberId));
  if (!facts) throw new AppError("not_signed_in");
  return facts;
}

const CODES = {
  links: "too_many_links",
  images: "too_many_pictures",
  mentions: "too_many_mentions",
} as const;

/**
 * Refuses a text with more links, pictures or mentions than its author may use, counted in the rendered text so that
 * every notation counts. `before` is the published text; its number may stay. Throws too_many_links,
 * too_many_pictures and too_many_mentions with a message for the field.
 */
export function refuseExcess(
  deps: ForumDeps,
  writer: Writer | null,
  kind: TextKind,
  text: string,
  before: string | null = null,
): void {
  if (!writer) return;
  const { standing, facts, now } = writer;
  const marksOf = (words: string): Marks => countMarks(words, markdownOptions(deps));
  const marks = marksOf(text);
  const name = findExcess(standing, marks, before === null ? NO_MARKS : marksOf(before));
  if (name === null) return;
  const message = sayExcess(standing, name, marks, { kind, facts, now });
  throw new AppError(CODES[name], { message, fields: { content: message } });
}

/**
 * Serializes what one member publishes until the transaction ends, so that the daily count is exact. In the lock
 * order a profile comes after a post and its comments.
 */
export async function holdDay(tx: Tx, writer: Writer | null, name: DayName): Promise<void> {
  if (!writer || writer.standing.limits[name] === null) return;
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, writer.id)).for("no key update");
}

/** When the author published in the last 24 hours, newest first, including what was deleted since. */
export async function readDayTimes(db: Db | Tx, writer: Writer, name: DayName): Promise<Date[]> {
  const limit = writer.standing.limits[name];
  if (limit === null) return [];
  const table = name === "posts" ? forumPosts : comments;
  const rows = await db
    .select({ at: table.createdAt })
    .from(table)
    .where(and(eq(table.authorId, writer.id), gt(table.createdAt, new Date(writer.now.getTime() - DAY_MS))))
    .orderBy(desc(table.createdAt))
    .limit(limit + 1);
  return rows.map(({ at }) => at);
}

/**
 * Refuses what was just inserted if it exceeds the author's daily limit, which rolls back the transaction. Throws
 * daily_limit with the time of the next possible post or comment.
 */
export async function refuseFullDay(tx: Tx, writer: Writer | null, name: DayName): Promise<void> {
  if (!writer) return;
  const limit = writer.standing.limits[name];
  const times = await readDayTimes(tx, writer, name);
  if (limit === null || times.length <= limit) return;
  const { standing, facts, now } = writer;
  const day = readDay(standing, name, times.slice(1), now);
  if (!day) return;
  const message = sayDayIsFull(standing, name, day, { facts, now });
  throw new AppError("daily_limit", { message, fields: { content: message } });
}
