import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireMember } from "#core/forum/rules.ts";
import { isReportableKind } from "#core/reports/kinds.ts";
import type { ReportableTarget } from "#core/reports/types.ts";
import type { ReportDeps } from "./deps.ts";
import { buildTargetPath, findVisibleTarget } from "./find-target.ts";

/**
 * Describes the target for the report page, which is used without JavaScript. Throws AppError: not_signed_in,
 * invalid_input, post_not_found, comment_not_found, member_not_found.
 */
export async function describeReportable(
  { database }: ReportDeps,
  viewer: Viewer,
  { kind, id }: { readonly kind: string; readonly id: string },
): Promise<ReportableTarget> {
  requireMember(viewer);
  if (!isReportableKind(kind)) throw new AppError("invalid_input");
  const target = await findVisibleTarget(database.db, kind, id);
  const { rows } = await database.db.execute(sql`
    select from public.reports
    where target_kind = ${kind} and target_id = ${target.id} and reporter_id = ${viewer.id}`);
  return {
    kind,
    id: target.id,
    name: target.name,
    path: buildTargetPath(target),
    isOwn: target.authorId === viewer.id,
    isReportedByViewer: rows.length > 0,
  };
}
