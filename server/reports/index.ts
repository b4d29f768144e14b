/**
 * Members' reports about posts, comments and profiles, and the administrators' decisions on them. Owns report_groups
 * (the open or decided reports about a target) and reports (one per target and member). The forum, profiles and auth
 * modules apply a decision to their own data, in the decision's transaction.
 */
import { bindOperations } from "#server/platform/bind-operations.ts";
import { decideGroup } from "./decide-group.ts";
import { deleteReportedText } from "./delete-reported-text.ts";
import type { ReportDeps } from "./deps.ts";
import { describeReportable } from "./describe-reportable.ts";
import { listGroups } from "./list-groups.ts";
import { readGroupForReview } from "./review-group.ts";
import { submitReport } from "./submit-report.ts";

export function createReports(deps: ReportDeps) {
  return {
    ...bindOperations(deps, { submitReport, describeReportable, deleteReportedText }),
    administration: bindOperations(deps, {
      list: listGroups,
      review: readGroupForReview,
      decide: decideGroup,
    }),
  };
}

export type Reports = ReturnType<typeof createReports>;
