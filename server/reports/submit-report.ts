import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireMember } from "#core/forum/rules.ts";
import { isReportableKind, REPORTS_PER_DAY } from "#core/reports/kinds.ts";
import { parseReport, type RawReport } from "#core/reports/report-input.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { ReportDeps } from "./deps.ts";
import { findVisibleTarget, getTargetText, type TargetState } from "./find-target.ts";

export interface NewReport extends RawReport {
  readonly kind: string;
  readonly id: string;
}

const LIMIT = { points: REPORTS_PER_DAY, durationSeconds: 24 * 3600 } as const;

/**
 * Reports a target, once per member. Throws AppError: not_signed_in, invalid_input, missing_information,
 * post_not_found, comment_not_found, member_not_found, cannot_report_own, already_reported, too_many_requests.
 */
export async function submitReport(deps: ReportDeps, viewer: Viewer, report: NewReport): Promise<void> {
  requireMember(viewer);
  const { kind, id } = report;
  if (!isReportableKind(kind)) throw new AppError("invalid_input");
  const { reason, text } = parseReport(report);
  const target = await findVisibleTarget(deps.database.db, kind, id);
  if (target.authorId === viewer.id) throw new AppError("cannot_report_own");
  if (await hasReported(deps.database.db, viewer.id, target)) throw new AppError("already_reported");
  const { allowed } = await deps.limits.consume("reports", viewer.id, LIMIT);
  if (!allowed)
    throw new AppError("too_many_requests", {
      message: `You can report up to ${REPORTS_PER_DAY} items a day. Please try again tomorrow.`,
    });

  try {
    await deps.database.db.transaction(async (tx) => {
      const now = deps.clock.now().toISOString();
      const { isReporterFound, authorId } = await lockMembers(tx, viewer.id, target.authorId);
      if (!isReporterFound) throw new AppError("not_signed_in");
      const groupId = await upsertGroup(tx, { ...target, authorId }, now);
      const { rows } = await tx.execute(sql`
        insert into public.reports (group_id, target_kind, target_id, reporter_id, reason, text, created_at)
        values (${groupId}, ${kind}, ${target.id}, ${viewer.id}, ${reason}, ${text}, ${now})
        on conflict (target_kind, target_id, reporter_id) do nothing returning id`);
      if (rows.length === 0) throw new AppError("already_reported");
    });
  } catch (error) {
    // A report is counted before it is stored, so that simultaneous reports can't exceed the limit. This one wasn't
    // stored.
    await deps.limits.refund("reports", viewer.id, LIMIT);
    throw error;
  }
}

async function hasReported(db: Db, reporterId: string, { kind, id }: TargetState): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 as found from public.reports
    where target_kind = ${kind} and target_id = ${id} and reporter_id = ${reporterId}`);
  return rows.length > 0;
}

/** Prevents either account from being deleted during the transaction. Members are always locked before groups. */
async function lockMembers(tx: Tx, reporterId: string, authorId: string | null) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from public.profiles where id in (${reporterId}::uuid, ${authorId}::uuid) order by id for key share`);
  const ids = rows.map(({ id }) => id);
  return {
    isReporterFound: ids.includes(reporterId),
    authorId: authorId !== null && ids.includes(authorId) ? authorId : null,
  };
}

/** Counts a report in the target's open group, and returns the group's ID. Creates a group if there is none. */
async function upsertGroup(tx: Tx, target: TargetState, now: string): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into public.report_groups as open
      (target_kind, target_id, author_id, target_name, original_text, first_reported_at, last_reported_at)
    values (${target.kind}, ${target.id}, ${target.authorId}, ${target.name}, ${getTargetText(target)}, ${now}, ${now})
    on conflict (target_kind, target_id) where decided_at is null
    do update set report_count = open.report_count + 1, last_reported_at = excluded.last_reported_at
    returning id`);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("upserting a report group returned no row");
  return id;
}
