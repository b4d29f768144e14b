import { formatCount } from "#core/format-count.ts";
import { formatList } from "#core/format-list.ts";

/** A trust level is derived from facts and never stored, so changes to TRUST_LEVELS take effect immediately. */

export interface TrustFacts {
  readonly joinedAt: Date;
  /** Posts and comments that aren't deleted; each kind is counted only up to CONTRIBUTION_COUNT_MAX. */
  readonly contributionCount: number;
  readonly karma: number;
  /** Verified members are trusted immediately. */
  readonly isVerified: boolean;
}

/** Null means no limit beyond those that apply to everyone. */
export interface TrustLimits {
  /** External links per post or comment. */
  readonly links: number | null;
  /** Images per post or comment. */
  readonly images: number | null;
  /** @mentioned people per post or comment. */
  readonly mentions: number | null;
  /** Posts within 24 hours, including deleted ones. */
  readonly posts: number | null;
  /** Comments within 24 hours, including deleted ones. */
  readonly comments: number | null;
}

export interface TrustLevel {
  readonly name: "new" | "basic" | "trusted";
  readonly label: string;
  readonly plural: string;
  /** All of these must be met. */
  readonly requirements: {
    readonly days: number;
    readonly contributionCount: number;
    readonly karma: number;
  };
  readonly limits: TrustLimits;
}

/** Each level requires at least as much as the previous one. */
export const TRUST_LEVELS = [
  {
    name: "new",
    label: "New member",
    plural: "New members",
    requirements: { days: 0, contributionCount: 0, karma: Number.NEGATIVE_INFINITY },
    limits: { links: 2, images: 3, mentions: 3, posts: 3, comments: 20 },
  },
  {
    name: "basic",
    label: "Basic member",
    plural: "Basic members",
    requirements: { days: 3, contributionCount: 5, karma: 0 },
    limits: { links: 6, images: 10, mentions: 6, posts: 10, comments: 100 },
  },
  {
    name: "trusted",
    label: "Trusted member",
    plural: "Trusted members",
    requirements: { days: 14, contributionCount: 20, karma: 10 },
    limits: { links: null, images: null, mentions: null, posts: null, comments: null },
  },
] as const satisfies readonly [TrustLevel, ...TrustLevel[]];

/** Counting can stop at this number. */
export const CONTRIBUTION_COUNT_MAX: number = Math.max(
  ...TRUST_LEVELS.map(({ requirements }) => requirements.contributionCount),
);

const HOUR_MS = 3_600_000;
export const DAY_MS: number = 24 * HOUR_MS;

const meets = (facts: TrustFacts, { requirements }: TrustLevel, now: Date) =>
  now.getTime() - facts.joinedAt.getTime() >= requirements.days * DAY_MS &&
  facts.contributionCount >= requirements.contributionCount &&
  facts.karma >= requirements.karma;

export function getTrustLevel(facts: TrustFacts, now: Date): TrustLevel {
  if (facts.isVerified) return TRUST_LEVELS[TRUST_LEVELS.length - 1] ?? TRUST_LEVELS[0];
  return TRUST_LEVELS.findLast((level) => meets(facts, level, now)) ?? TRUST_LEVELS[0];
}

export interface NextTrustLevel {
  readonly level: TrustLevel;
  /** When the account will be old enough; null if it already is. */
  readonly oldEnoughAt: Date | null;
  /** How many more posts and comments, and how much more karma, the member needs. */
  readonly missingContributionCount: number;
  readonly missingKarma: number;
}

export function getNextTrustLevel(facts: TrustFacts, now: Date): NextTrustLevel | null {
  const level =
    TRUST_LEVELS[TRUST_LEVELS.findIndex(({ name }) => name === getTrustLevel(facts, now).name) + 1];
  if (!level) return null;
  const { days, contributionCount, karma } = level.requirements;
  const requiredAgeAt = new Date(facts.joinedAt.getTime() + days * DAY_MS);
  return {
    level,
    oldEnoughAt: requiredAgeAt > now ? requiredAgeAt : null,
    missingContributionCount: Math.max(0, contributionCount - facts.contributionCount),
    missingKarma: Math.max(0, karma - facts.karma),
  };
}

/** Formats a waiting time, rounded up: "20 minutes", "3 days". */
export function formatWait(waitMs: number): string {
  if (waitMs > 2 * DAY_MS) return formatCount(Math.ceil(waitMs / DAY_MS), "day");
  if (waitMs > 90 * 60_000) return formatCount(Math.ceil(waitMs / HOUR_MS), "hour");
  return formatCount(Math.max(1, Math.ceil(waitMs / 60_000)), "minute");
}

/** Says when the member's limits are lifted or raised; empty at the highest level. */
export function describeWhenLifted(facts: TrustFacts, now: Date): string {
  const nextLevel = getNextTrustLevel(facts, now);
  if (!nextLevel) return "";
  const { oldEnoughAt, missingContributionCount, missingKarma } = nextLevel;
  const parts = [
    ...(oldEnoughAt ? [formatWait(oldEnoughAt.getTime() - now.getTime())] : []),
    ...(missingContributionCount > 0
      ? [formatCount(missingContributionCount, "more post or comment", "more posts or comments")]
      : []),
    ...(missingKarma > 0 ? [formatCount(missingKarma, "more karma point", "more karma points")] : []),
  ];
  return `These limits are lifted after ${formatList(parts)}.`;
}

export interface MarkupCounts {
  readonly links: number;
  readonly images: number;
  readonly mentions: number;
}

export const NO_MARKUP: MarkupCounts = { links: 0, images: 0, mentions: 0 };

export type MarkupKind = keyof MarkupCounts;
export const MARKUP_LABELS: Readonly<Record<MarkupKind, string>> = {
  links: "link",
  images: "image",
  mentions: "mention",
};
export const MARKUP_KINDS = Object.keys(MARKUP_LABELS) as MarkupKind[];

/**
 * Returns a kind of markup that exceeds its limit, or null. An edit may have as many links, for example, as the
 * published version, even if that exceeds the limit.
 */
export function findExceededLimit(
  { limits }: TrustLevel,
  counts: MarkupCounts,
  published: MarkupCounts = NO_MARKUP,
): MarkupKind | null {
  const exceeds = (kind: MarkupKind) => {
    const limit = limits[kind];
    return limit !== null && counts[kind] > Math.max(limit, published[kind]);
  };
  return MARKUP_KINDS.find(exceeds) ?? null;
}

function formatLimit({ limits }: Pick<TrustLevel, "limits">, kind: MarkupKind): string {
  const limit = limits[kind];
  return limit === null ? "" : formatCount(limit, MARKUP_LABELS[kind]);
}

export type TextKind = "post" | "comment";

export function explainExceededLimit(
  level: TrustLevel,
  markupKind: MarkupKind,
  counts: MarkupCounts,
  { kind, facts, now }: { readonly kind: TextKind; readonly facts: TrustFacts; readonly now: Date },
): string {
  return `${level.plural} can add up to ${formatLimit(level, markupKind)} to a ${kind}. This one has ${counts[markupKind]}. ${describeWhenLifted(facts, now)}`;
}

export type DailyLimitName = "posts" | "comments";

/** The remaining part of a member's daily limit. */
export interface DailyQuota {
  readonly limit: number;
  readonly remaining: number;
  /** When the next post or comment is allowed; null while the limit isn't used up. */
  readonly nextAt: Date | null;
}

/** Null if there is no daily limit. `times` are newest first; those of the last 24 hours are enough. */
export function getDailyQuota(
  { limits }: TrustLevel,
  name: DailyLimitName,
  times: readonly Date[],
  now: Date,
): DailyQuota | null {
  const limit = limits[name];
  if (limit === null) return null;
  const recentTimes = times.filter((time) => now.getTime() - time.getTime() < DAY_MS);
  const remaining = Math.max(0, limit - recentTimes.length);
  // Once the post or comment of that time is a day old, the member is below the limit again.
  const limitingTime = recentTimes[limit - 1];
  return {
    limit,
    remaining,
    nextAt: remaining > 0 || !limitingTime ? null : new Date(limitingTime.getTime() + DAY_MS),
  };
}

export function explainDailyLimit(
  level: TrustLevel,
  name: DailyLimitName,
  { limit, nextAt }: DailyQuota,
  { facts, now }: { readonly facts: TrustFacts; readonly now: Date },
): string {
  const wait = formatWait((nextAt ?? now).getTime() - now.getTime());
  const noun = name === "posts" ? "post" : "comment";
  const verb = name === "posts" ? "publish" : "write";
  return `${level.plural} can ${verb} up to ${formatCount(limit, noun)} in 24 hours. You can ${verb} your next one in ${wait}. ${describeWhenLifted(facts, now)}`;
}
