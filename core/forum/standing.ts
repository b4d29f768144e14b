import { countOf } from "#core/count-of.ts";
/**
 * The limits for new members and when they are lifted. A trust level is derived from facts about the account and
 * never stored, so a change of this table takes effect at once. Administrators have no level and no limits.
 */

/** What a member's trust level is derived from. */
export interface StandingFacts {
  readonly joinedAt: Date;
  /** Posts and comments that aren't deleted, counted up to WRITTEN_ENOUGH. */
  readonly written: number;
  readonly karma: number;
  /** The badge that administrators give. Verified members are trusted at once. */
  readonly isVerified: boolean;
}

/** Null: no limit other than the one that applies to everyone. */
export interface StandingLimits {
  /** External links in one post or comment. */
  readonly links: number | null;
  /** Pictures in one post or comment. */
  readonly images: number | null;
  /** People @mentioned in one post or comment. */
  readonly mentions: number | null;
  /** Within 24 hours, including deleted ones. */
  readonly posts: number | null;
  readonly comments: number | null;
}

export interface Standing {
  readonly name: "new" | "known" | "trusted";
  readonly label: string;
  /** For error messages: "New members can …". */
  readonly plural: string;
  /** All must be met. */
  readonly needs: { readonly days: number; readonly written: number; readonly karma: number };
  readonly limits: StandingLimits;
}

/** From the strictest to the most trusted. Each needs at least as much as the one before. */
export const STANDINGS = [
  {
    name: "new",
    label: "New member",
    plural: "New members",
    needs: { days: 0, written: 0, karma: Number.NEGATIVE_INFINITY },
    limits: { links: 2, images: 3, mentions: 3, posts: 3, comments: 20 },
  },
  {
    name: "known",
    label: "Known member",
    plural: "Known members",
    needs: { days: 3, written: 5, karma: 0 },
    limits: { links: 6, images: 10, mentions: 6, posts: 10, comments: 100 },
  },
  {
    name: "trusted",
    label: "Trusted member",
    plural: "Trusted members",
    needs: { days: 14, written: 20, karma: 10 },
    limits: { links: null, images: null, mentions: null, posts: null, comments: null },
  },
] as const satisfies readonly [Standing, ...Standing[]];

/** There is no need to count further. */
export const WRITTEN_ENOUGH: number = Math.max(...STANDINGS.map(({ needs }) => needs.written));

const HOUR_MS = 3_600_000;
export const DAY_MS: number = 24 * HOUR_MS;

const meets = (facts: StandingFacts, { needs }: Standing, now: Date) =>
  now.getTime() - facts.joinedAt.getTime() >= needs.days * DAY_MS &&
  facts.written >= needs.written &&
  facts.karma >= needs.karma;

export function standingOf(facts: StandingFacts, now: Date): Standing {
  if (facts.isVerified) return STANDINGS[STANDINGS.length - 1] ?? STANDINGS[0];
  return STANDINGS.findLast((standing) => meets(facts, standing, now)) ?? STANDINGS[0];
}

/** The next trust level and what is still missing for it. */
export interface NextStanding {
  readonly standing: Standing;
  /** When the account will be old enough; null if it already is. */
  readonly since: Date | null;
  readonly written: number;
  readonly karma: number;
}

/** Null at the highest level. */
export function nextStanding(facts: StandingFacts, now: Date): NextStanding | null {
  const standing = STANDINGS[STANDINGS.findIndex(({ name }) => name === standingOf(facts, now).name) + 1];
  if (!standing) return null;
  const { days, written, karma } = standing.needs;
  const since = new Date(facts.joinedAt.getTime() + days * DAY_MS);
  return {
    standing,
    since: since > now ? since : null,
    written: Math.max(0, written - facts.written),
    karma: Math.max(0, karma - facts.karma),
  };
}

/** "5 hours", at least a minute. */
export function sayWait(milliseconds: number): string {
  if (milliseconds > 2 * DAY_MS) return countOf(Math.ceil(milliseconds / DAY_MS), "day");
  if (milliseconds > 90 * 60_000) return countOf(Math.ceil(milliseconds / HOUR_MS), "hour");
  return countOf(Math.max(1, Math.ceil(milliseconds / 60_000)), "minute");
}

/** What is missing for the next level, as a sentence; empty at the highest level. */
export function sayWhenItLoosens(facts: StandingFacts, now: Date): string {
  const next = nextStanding(facts, now);
  if (!next) return "";
  const { since, written, karma } = next;
  const parts = [
    ...(since ? [sayWait(since.getTime() - now.getTime())] : []),
    ...(written > 0 ? [countOf(written, "more post or comment", "more posts or comments")] : []),
    ...(karma > 0 ? [`${karma} more karma`] : []),
  ];
  return `These limits are lifted after ${joined(parts)}.`;
}

export const joined = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** How many links, pictures and mentions a text has. */
export interface Marks {
  readonly links: number;
  readonly images: number;
  readonly mentions: number;
}

export const NO_MARKS: Marks = { links: 0, images: 0, mentions: 0 };

export type MarkName = keyof Marks;
export const MARK_WORDS: Readonly<Record<MarkName, string>> = {
  links: "link",
  images: "picture",
  mentions: "mention",
};
export const MARK_NAMES = Object.keys(MARK_WORDS) as MarkName[];

/** The kind of markup that exceeds the limit, or null. An edit may have as many as the published version. */
export function findExcess({ limits }: Standing, marks: Marks, published: Marks = NO_MARKS): MarkName | null {
  const exceeds = (name: MarkName) => {
    const limit = limits[name];
    return limit !== null && marks[name] > Math.max(limit, published[name]);
  };
  return MARK_NAMES.find(exceeds) ?? null;
}

/** "2 links": the limit of a kind for one text; empty when there is none. */
function sayLimit({ limits }: Pick<Standing, "limits">, name: MarkName): string {
  const limit = limits[name];
  return limit === null ? "" : countOf(limit, MARK_WORDS[name]);
}

export type TextKind = "post" | "comment";

/** The error message for too many links, pictures or mentions. */
export function sayExcess(
  standing: Standing,
  name: MarkName,
  marks: Marks,
  { kind, facts, now }: { readonly kind: TextKind; readonly facts: StandingFacts; readonly now: Date },
): string {
  return `${standing.plural} can add up to ${sayLimit(standing, name)} to a ${kind}. This one has ${marks[name]}. ${sayWhenItLoosens(facts, now)}`;
}

export type DayName = "posts" | "comments";

/** What is left of a member's daily limit. */
export interface Day {
  readonly limit: number;
  readonly left: number;
  /** Null while some are left. */
  readonly nextAt: Date | null;
}

/**
 * Null when there is no daily limit.
 * @param times newest first; those of the last 24 hours are enough
 */
export function readDay({ limits }: Standing, name: DayName, times: readonly Date[], now: Date): Day | null {
  const limit = limits[name];
  if (limit === null) return null;
  const within = times.filter((time) => now.getTime() - time.getTime() < DAY_MS);
  const left = Math.max(0, limit - within.length);
  // When this one expires, there are fewer than the limit again.
  const last = within[limit - 1];
  return { limit, left, nextAt: left > 0 || !last ? null : new Date(last.getTime() + DAY_MS) };
}

/** The error message for a used-up daily limit. */
export function sayDayIsFull(
  standing: Standing,
  name: DayName,
  { limit, nextAt }: Day,
  { facts, now }: { readonly facts: StandingFacts; readonly now: Date },
): string {
  const wait = sayWait((nextAt ?? now).getTime() - now.getTime());
  const one = name === "posts" ? "post" : "comment";
  const act = name === "posts" ? "publish" : "write";
  return `${standing.plural} can ${act} up to ${countOf(limit, one)} in 24 hours. You can ${act} your next one in ${wait}. ${sayWhenItLoosens(facts, now)}`;
}
