import { sql } from "drizzle-orm";
import { DELETED_MEMBER, isDeletedMember } from "#core/accounts/profile-path.ts";
import type { Author } from "#core/forum/types.ts";
import type { Reason, ReportAction, ReportableKind } from "#core/reports/kinds.ts";
import type { ReportGroup, ReportOutcome } from "#core/reports/types.ts";

/** Selects from `g` (a group) and `a` (its author's profile). */
export const GROUP_COLUMNS = sql`
  g.id, g.target_kind as kind, g.target_name as name, g.report_count as "reportCount",
  g.first_reported_at as "firstReportedAt", g.last_reported_at as "lastReportedAt",
  a.username, a.avatar_url as "avatarUrl", a.is_verified as "isVerified",
  g.action, g.also_removed as "alsoRemoved", g.conclusion, g.decided_at as "decidedAt",
  g.decided_by_name as "decidedBy",
  (select jsonb_object_agg(reason, count) from (
    select reason, count(*) as count from public.reports r where r.group_id = g.id group by reason
  ) counted) as reasons`;

export type OutcomeRow = {
  action: ReportAction | null;
  alsoRemoved: boolean;
  conclusion: string | null;
  decidedAt: string | null;
  decidedBy: string | null;
};

export type GroupRow = OutcomeRow & {
  id: string;
  kind: ReportableKind;
  name: string;
  reportCount: number;
  firstReportedAt: string;
  lastReportedAt: string;
  username: string | null;
  avatarUrl: string | null;
  isVerified: boolean | null;
  reasons: Partial<Record<Reason, number>> | null;
};

export const toIso = (time: string) => new Date(time).toISOString();

export function presentGroup(row: GroupRow): ReportGroup {
  return {
    id: row.id,
    kind: row.kind,
    name: isDeletedMember(row.name) ? DELETED_MEMBER : row.name,
    author: presentAuthor(row),
    reasons: row.reasons ?? {},
    reportCount: row.reportCount,
    firstReportedAt: toIso(row.firstReportedAt),
    lastReportedAt: toIso(row.lastReportedAt),
    outcome: presentOutcome(row),
  };
}

export function presentOutcome(row: OutcomeRow): ReportOutcome | null {
  const { action, alsoRemoved, conclusion, decidedAt, decidedBy } = row;
  if (action === null || decidedAt === null) return null;
  return {
    action,
    alsoRemoved,
    conclusion: conclusion ?? "",
    decidedAt: toIso(decidedAt),
    decidedBy: decidedBy ?? "",
  };
}

function presentAuthor({ username, avatarUrl, isVerified }: GroupRow): Author | null {
  if (username === null || isDeletedMember(username)) return null;
  return { username, avatarUrl, isVerified: isVerified === true };
}
