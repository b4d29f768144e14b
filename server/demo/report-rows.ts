import { createDemoId, getDemoMemberId } from "./demo-id.ts";
import type { DemoRows } from "./demo-rows.ts";
import type { DemoReport } from "./reports.ts";

export interface DemoReportRows {
  readonly report_groups: Record<string, unknown>[];
  readonly reports: Record<string, unknown>[];
}

const HOUR = 3_600_000;

export function buildReportRows(
  { forum_posts, comments }: Pick<DemoRows, "forum_posts" | "comments">,
  reports: readonly DemoReport[],
  now: Date,
): DemoReportRows {
  const rows: DemoReportRows = { report_groups: [], reports: [] };
  for (const { reason, reporter, target: reference, text, hoursAgo } of reports) {
    const isPost = "post" in reference;
    const target = isPost
      ? forum_posts.find(({ title }) => title === reference.post)
      : comments.find(({ content }) => content === reference.comment);
    const post = isPost ? target : forum_posts.find(({ id }) => id === target?.post_id);
    if (!target || !post) throw new Error(`the demo has no target for this report: ${text}`);
    const reportedAt = new Date(now.getTime() - hoursAgo * HOUR).toISOString();
    const group_id = createDemoId(`report group/${target.id}`);
    const targetColumns = { target_kind: isPost ? "post" : "comment", target_id: target.id };
    rows.report_groups.push({
      id: group_id,
      ...targetColumns,
      author_id: target.author_id,
      target_name: post.title,
      original_text: isPost ? `${target.title}\n\n${target.content}` : target.content,
      report_count: 1,
      first_reported_at: reportedAt,
      last_reported_at: reportedAt,
      also_removed: false,
    });
    rows.reports.push({
      id: createDemoId(`report/${target.id}/${reporter}`),
      group_id,
      ...targetColumns,
      reporter_id: getDemoMemberId(reporter),
      reason,
      text,
      created_at: reportedAt,
    });
  }
  return rows;
}
