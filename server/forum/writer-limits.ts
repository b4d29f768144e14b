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

/** Somebody who writes under the limits of a standing. */
export interface Writer {
  readonly id: string;
  readonly standing: Standing;
  readonly facts: StandingFacts;
  readonly now: Date;
}

/**
 * The member as a writer, in one statement. Null for whom nothing is limited: administrators, members whose standing
 * has no limits, and everybody where nobody is limited.
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

/** What a member's standing is told from. Throws not_signed_in when the account is gone. */
export async function readStandingFacts(db: Db | Tx, memberId: string): Promise<StandingFacts> {
  // Counted as far as it matters and no further, whatever somebody has written.
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
 * Refuses a text with more links, pictures or mentions than its writer may, as it would be published: whatever way a link is
 * written, it counts when it leads away from here. `before` is what is published already; that many may stay.
 * Throws too_many_links, too_many_pictures and too_many_mentions, with the sentence for the field.
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
 * Has whatever one member publishes happen one after another, until the transaction ends: the day is counted, not
 * guessed. In the order of locks a profile comes after a post and its comments.
 */
export async function holdDay(tx: Tx, writer: Writer | null, name: DayName): Promise<void> {
  if (!writer || writer.standing.limits[name] === null) return;
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, writer.id)).for("no key update");
}

/** When the writer published in the last 24 hours, the newest first; what was deleted since counts too. */
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
 * Refuses what was just put in when it is one more than the writer's day holds; the transaction then takes it back.
 * Throws daily_limit, which says when the next one is possible.
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
