import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { ACTION_LABELS } from "#core/reports/kinds.ts";
import { type Decision, parseDecision, type RawDecision } from "#core/reports/report-input.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { notifyAdminAction } from "#server/notifications/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import { applyDecision, type DecisionResult } from "./apply-decision.ts";
import type { ReportDeps } from "./deps.ts";
import { buildTargetPath } from "./find-target.ts";
import { lockGroup, type OpenGroup, readOpenGroup } from "./lock-group.ts";

/**
 * Decides a report group. The changes, the audit events and the emails are saved in one transaction. Throws AppError:
 * not_signed_in, access_denied, step_up_required (for a suspension), report_not_found, report_decided (the group
 * has already been decided), missing_information, invalid_input, target_deleted, author_deleted, cannot_target_self,
 * last_administrator.
 */
export async function decideGroup(deps: ReportDeps, viewer: Viewer, raw: RawDecision): Promise<void> {
  requireAdmin(viewer);
  if (!isUuid(raw.groupId)) throw new AppError("report_not_found");
  const decision = parseDecision(raw);
  if (decision.action === "suspend") await deps.auth.requireStepUp(viewer);

  const { clearedProfileId } = await deps.database.db.transaction(async (tx) => {
    const openGroup = await readOpenGroup(tx, raw.groupId);
    // For a suspension, `suspendInTransaction` locks the admin role, in the usual lock order.
    if (decision.term === null) await lockAdminRole(tx, viewer, deps.clock.now());
    else {
      if (openGroup.authorId === null) throw new AppError("author_deleted");
      const suspension = { term: decision.term, reason: decision.conclusion };
      await deps.auth
        .suspendInTransaction(tx, viewer, openGroup.authorId, suspension)
        .catch((error: unknown) => {
          throw error instanceof AppError && error.code === "member_not_found"
            ? new AppError("author_deleted")
            : error;
        });
    }
    const group = await lockGroup(tx, openGroup);
    const result = await applyDecision(deps, tx, viewer, group, decision, raw);
    await tx.execute(sql`
      update public.report_groups set action = ${decision.action}, also_removed = ${result.alsoRemoved},
        conclusion = ${decision.conclusion}, decided_at = ${deps.clock.now().toISOString()},
        decided_by = ${viewer.id}, decided_by_name = ${viewer.username}
      where id = ${group.id}`);
    await recordAuditEvent(tx, viewer, {
      action: decision.action === "dismiss" ? "report.dismiss" : "report.act",
      target: { kind: "report", id: group.id, name: `${group.kind}: ${group.name}` },
      reason: decision.conclusion,
      after: {
        decision: ACTION_LABELS[decision.action],
        reports: group.reportCount,
        ...(result.alsoRemoved ? { "removed as well": true } : {}),
      },
    });
    await notifyReportersAndAuthor(deps, tx, viewer.id, group, decision, result);
    return result;
  });
  // The profile no longer refers to its avatar, so the file can be deleted.
  if (clearedProfileId !== null) await deps.storage.removeAvatar({ id: clearedProfileId });
  deps.mailer.wake();
}

/** Notifies the reporters and the author on the site, and by email if their address is confirmed. */
async function notifyReportersAndAuthor(
  { clock, mailer, publicUrl }: ReportDeps,
  tx: Tx,
  actorId: string,
  group: OpenGroup,
  { action, conclusion }: Decision,
  { visibleTarget, alsoRemoved }: DecisionResult,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string; to: string | null; is_author: boolean }>(sql`
    with recipients as (
      select reporter_id as id, false as is_author from public.reports
        where group_id = ${group.id} and reporter_id is not null
      union all select ${group.authorId}::uuid, true
    )
    select recipients.id, recipients.is_author,
      coalesce(case when u.email_confirmed_at is not null then u.email end, u.sso_email) as to
    from recipients join auth.users u on u.id = recipients.id
    where u.deleted_at is null and u.id <> ${actorId}`);
  const emailFields = {
    targetKind: group.kind,
    action,
    alsoRemoved,
    conclusion,
    ...(visibleTarget ? { link: `${publicUrl}${buildTargetPath(visibleTarget)}` } : {}),
  };
  const targetIds =
    group.kind === "comment"
      ? { commentId: group.targetId }
      : { postId: group.kind === "post" ? group.targetId : null };
  for (const { id, to, is_author } of rows) {
    await notifyAdminAction(tx, {
      action: `${is_author ? "reported" : "decided"}.${action}${alsoRemoved ? "+removed" : ""}`,
      memberId: id,
      actorId,
      ...targetIds,
      name: group.name,
      reason: conclusion,
      hasSeparateEmail: to !== null,
      now: clock.now(),
    });
    // A suspended author gets the suspension email instead.
    if (to === null || (is_author && action === "suspend")) continue;
    await mailer.queue(tx, { kind: is_author ? "content_reported" : "report_decided", to, ...emailFields });
  }
}
