import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import type { AuthorRecord, ReportDetails, ReportReview, ReportTarget } from "#core/reports/types.ts";
import { renderMarkdown } from "#server/markdown/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { ReportDeps } from "./deps.ts";
import { buildTargetPath, findTarget, getTargetText, type TargetState } from "./find-target.ts";
import {
  GROUP_COLUMNS,
  type GroupRow,
  type OutcomeRow,
  presentGroup,
  presentOutcome,
  toIso,
} from "./present-group.ts";

const REPORTS_SHOWN_MAX = 50;
const OUTCOMES_SHOWN_MAX = 10;

type ReviewRow = GroupRow & {
  targetId: string;
  authorId: string | null;
  original_text: string;
  reports: ReportDetails[] | null;
  pastOutcomes: OutcomeRow[] | null;
};

/**
 * Returns a report group with its latest reports, its target, the author's record, and the latest outcomes of other
 * groups for the same target. Throws AppError: not_signed_in, access_denied, report_not_found.
 */
export async function readGroupForReview(
  deps: ReportDeps,
  viewer: Viewer,
  groupId: string,
): Promise<ReportReview> {
  requireAdmin(viewer);
  if (!isUuid(groupId)) throw new AppError("report_not_found");
  const { db } = deps.database;
  const { rows } = await db.execute<ReviewRow>(sql`
    select ${GROUP_COLUMNS}, g.target_id as "targetId", g.author_id as "authorId", g.original_text,
      (select jsonb_agg(to_jsonb(shown) order by shown."createdAt" desc, shown.id desc) from (
        select r.id, r.reason, r.text, r.created_at as "createdAt", p.username as reporter
        from public.reports r left join public.profiles p on p.id = r.reporter_id
        where r.group_id = g.id order by r.created_at desc, r.id desc limit ${REPORTS_SHOWN_MAX}
      ) shown) as reports,
      (select jsonb_agg(to_jsonb(shown) order by shown."decidedAt" desc) from (
        select e.action, e.also_removed as "alsoRemoved", e.conclusion, e.decided_at as "decidedAt",
          e.decided_by_name as "decidedBy"
        from public.report_groups e
        where e.target_kind = g.target_kind and e.target_id = g.target_id and e.id <> g.id and e.decided_at is not null
        order by e.decided_at desc limit ${OUTCOMES_SHOWN_MAX}
      ) shown) as "pastOutcomes"
    from public.report_groups g left join public.profiles a on a.id = g.author_id
    where g.id = ${groupId}::uuid`);
  const [row] = rows;
  if (!row) throw new AppError("report_not_found");
  const [target, record] = await Promise.all([
    findTarget(db, row.kind, row.targetId),
    row.authorId === null ? null : readRecord(deps, row.authorId),
  ]);
  return {
    ...presentGroup(row),
    target: target && presentTarget(deps, target),
    originalText: target && getTargetText(target) === row.original_text ? null : row.original_text || null,
    record,
    reports: (row.reports ?? []).map((report) => ({ ...report, createdAt: toIso(report.createdAt) })),
    pastOutcomes: (row.pastOutcomes ?? []).flatMap((outcome) => presentOutcome(outcome) ?? []),
  };
}

function presentTarget({ publicUrl }: ReportDeps, target: TargetState): ReportTarget {
  const { kind, title, content, avatarUrl, createdAt, editedAt, isDeleted, postId, name } = target;
  return {
    path: buildTargetPath(target),
    title,
    content,
    contentHtml: kind === "profile" ? null : renderMarkdown(content, { origin: publicUrl }),
    thread: kind === "comment" ? { title: name, path: `/forum/${postId}` } : null,
    avatarUrl,
    createdAt,
    editedAt,
    isDeleted,
  };
}

type RecordRow = Omit<AuthorRecord, "joinDate"> & { joinDate: string };

async function readRecord({ database, clock }: ReportDeps, memberId: string): Promise<AuthorRecord | null> {
  const { rows } = await database.db.execute<RecordRow>(sql`
    select m.id, m.username, coalesce(r.role, 'user') as role, m.join_date as "joinDate", m.karma,
      (select count(*)::int from public.forum_posts where author_id = m.id and deleted_at is null) as "postCount",
      (select count(*)::int from public.comments where author_id = m.id and deleted_at is null) as "commentCount",
      past.upheld as "upheldCount", past.dismissed as "dismissedCount", past.warnings as "warningCount",
      coalesce(u.banned_until > ${clock.now().toISOString()}::timestamptz, false) as "isSuspended"
    from public.profiles m
    join auth.users u on u.id = m.id and u.deleted_at is null
    left join public.user_roles r on r.user_id = m.id
    cross join lateral (
      select count(*) filter (where action <> 'dismiss')::int as upheld,
        count(*) filter (where action = 'dismiss')::int as dismissed,
        count(*) filter (where action = 'warn')::int as warnings
      from public.report_groups g where g.author_id = m.id and g.decided_at is not null
    ) past
    where m.id = ${memberId}::uuid`);
  const [row] = rows;
  return row ? { ...row, joinDate: toIso(row.joinDate) } : null;
}
