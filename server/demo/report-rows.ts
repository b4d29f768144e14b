import { demoId, memberId } from "./demo-id.ts";
import type { DemoRows } from "./demo-rows.ts";
import type { DemoReport } from "./reports.ts";

export interface DemoReportRows {
  readonly report_groups: Record<string, unknown>[];
  readonly reports: Record<string, unknown>[];
}

const HOUR = 3_600_000;

/** Builds the demo's reports on posts and comments in `rows`, each in its own group. */
export function buildReportRows(
  { forum_posts, comments }: Pick<DemoRows, "forum_posts" | "comments">,
  reports: readonly DemoReport[],
  now: Date,
): DemoReportRows {
  const rows: DemoReportRows = { report_groups: [], reports: [] };
  for (const { reason, by, on, text, hoursAgo } of reports) {
    const isPost = "post" in on;
    const target = isPost
      ? forum_posts.find(({ title }) => title === on.post)
      : comments.find(({ content }) => content === on.comment);
    const post = isPost ? target : forum_posts.find(({ id }) => id === target?.post_id);
    if (!target || !post) throw new Error(`the demo has no target for this report: ${text}`);
    const at = new Date(now.getTime() - hoursAgo * HOUR).toISOString();
    const group_id = demoId(`report group/${target.id}`);
    const about = { thing_kind: isPost ? "post" : "comment", thing_id: target.id };
    rows.report_groups.push({
      id: group_id,
      ...about,
      author_id: target.author_id,
      thing_name: post.title,
      words: isPost ? `${target.title}\n\n${target.content}` : target.content,
      report_count: 1,
      first_reported_at: at,
      last_reported_at: at,
      also_removed: false,
    });
    rows.reports.push({
      id: demoId(`report/${target.id}/${by}`),
      group_id,
      ...about,
      reporter_id: memberId(by),
      reason,
      text,
      created_at: at,
    });
  }
  return rows;
}
