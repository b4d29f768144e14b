/**
 * Reports of members on posts, comments and profiles, and how administrators decide them. Owns report_groups (what
 * waits on one thing, or was decided at once) and reports (one per thing and person). What a decision changes belongs
 * to the forum, the profiles and the accounts, which change it within the decision's transaction.
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { ReportListQuery } from "#core/reports/list-query.ts";
import type { RawDecision } from "#core/reports/report-input.ts";
import type { Reportable, ReportPage, ReportReview } from "#core/reports/types.ts";
import { decideGroup } from "./decide-group.ts";
import type { ReportDeps } from "./deps.ts";
import { describeReportable } from "./describe-reportable.ts";
import { forgetMember } from "./forget-member.ts";
import { listGroups } from "./list-groups.ts";
import { type NewReport, reportThing } from "./report-thing.ts";
import { reviewGroup } from "./review-group.ts";

export type { ReportDeps } from "./deps.ts";
export type { NewReport } from "./report-thing.ts";

export interface Reports {
  reportThing(viewer: Viewer, report: NewReport): Promise<void>;
  describeReportable(
    viewer: Viewer,
    thing: { readonly kind: string; readonly id: string },
  ): Promise<Reportable>;
  /** What administrators do with reports. */
  readonly administration: ReportAdministration;
  /** Takes away what was kept of a member's own words. May be called again. */
  forgetMember(userId: string): Promise<void>;
}

export interface ReportAdministration {
  list(viewer: Viewer, query: ReportListQuery): Promise<ReportPage>;
  review(viewer: Viewer, groupId: string): Promise<ReportReview>;
  decide(viewer: Viewer, decision: RawDecision): Promise<void>;
}

export function createReports(deps: ReportDeps): Reports {
  return {
    reportThing: (viewer, report) => reportThing(deps, viewer, report),
    describeReportable: (viewer, thing) => describeReportable(deps, viewer, thing),
    administration: {
      list: (viewer, query) => listGroups(deps, viewer, query),
      review: (viewer, groupId) => reviewGroup(deps, viewer, groupId),
      decide: (viewer, decision) => decideGroup(deps, viewer, decision),
    },
    forgetMember: (userId) => forgetMember(deps, userId),
  };
}
