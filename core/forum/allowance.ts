import { formatCount } from "#core/format-count.ts";
import { formatList } from "#core/format-list.ts";
import {
  describeWhenLifted,
  formatWait,
  getDailyQuota,
  MARKUP_KINDS,
  MARKUP_LABELS,
  type MarkupCounts,
  type TrustFacts,
  type TrustLevel,
  type TrustLimits,
} from "./trust-level.ts";

export interface Allowance {
  readonly label: string;
  readonly plural: string;
  readonly limits: TrustLimits;
  /** A sentence that says when the limits are lifted; empty at the highest trust level. */
  readonly whenLifted: string;
  /** Null if posts aren't limited. `wait` is the time until the next post is allowed if none are left. */
  readonly posts: { readonly limit: number; readonly remaining: number; readonly wait: string | null } | null;
}

/** `postTimes`: when the member's posts of the last 24 hours were published, newest first. */
export function buildAllowance(
  level: TrustLevel,
  { facts, postTimes, now }: { facts: TrustFacts; postTimes: readonly Date[]; now: Date },
): Allowance {
  const { label, plural, limits } = level;
  const quota = getDailyQuota(level, "posts", postTimes, now);
  return {
    label,
    plural,
    limits,
    whenLifted: describeWhenLifted(facts, now),
    posts: quota && {
      limit: quota.limit,
      remaining: quota.remaining,
      wait: quota.nextAt && formatWait(quota.nextAt.getTime() - now.getTime()),
    },
  };
}

/** Returns a line for the editor if the text is close to a limit or over it, otherwise null. */
export function describeNearLimits({ limits, plural }: Allowance, counts: MarkupCounts): string | null {
  const nearLimitKinds = MARKUP_KINDS.filter((kind) => {
    const limit = limits[kind];
    return limit !== null && counts[kind] >= Math.max(1, limit - 1);
  });
  if (nearLimitKinds.length === 0) return null;
  const limitCounts = nearLimitKinds.map((kind) => formatCount(limits[kind] ?? 0, MARKUP_LABELS[kind]));
  const overLimitKinds = nearLimitKinds.filter((kind) => counts[kind] > (limits[kind] ?? 0));
  const exceedingCounts = overLimitKinds.map((kind) => formatCount(counts[kind], MARKUP_LABELS[kind]));
  return `${plural} can add up to ${formatList(limitCounts)} per post.${exceedingCounts.length > 0 ? ` This one has ${formatList(exceedingCounts)}.` : ""}`;
}
