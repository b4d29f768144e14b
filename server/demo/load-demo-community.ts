import { type SQL, sql } from "drizzle-orm";
import { isDemoRemoved } from "#server/audit/index.ts";
import type { Database, Tx } from "#server/database/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import { foldUsername, toUsernameSkeleton } from "#server/profiles/index.ts";
import { createDemoId, getDemoMemberId } from "./demo-id.ts";
import { buildDemoRows, type DemoRows } from "./demo-rows.ts";
import { DEMO_MEMBERS, DEMO_PASSWORD } from "./members.ts";
import { buildNotificationRows, type DemoNotificationRows } from "./notification-rows.ts";
import { buildReaderRows, type DemoReaderRows } from "./reader-rows.ts";
import { DEMO_READERS } from "./readers.ts";
import { DEMO_REPORTS, type DemoReport } from "./reports.ts";

export interface DemoDeps {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  hashPassword(password: string): Promise<string>;
}

type TableName = keyof (DemoRows & DemoReaderRows & DemoReportRows & DemoNotificationRows);

/** Each table's columns and their types. The tables are in foreign key order. */
const TABLES: Readonly<Partial<Record<`auth.${TableName}` | `public.${TableName}`, string>>> = {
  "auth.users": `id uuid, email text, encrypted_password text, email_confirmed_at timestamptz,
    raw_app_meta_data jsonb, raw_user_meta_data jsonb, created_at timestamptz, updated_at timestamptz`,
  "auth.identities": `user_id uuid, provider text, provider_id text, identity_data jsonb, created_at timestamptz,
    updated_at timestamptz`,
  "public.profiles": `id uuid, username text, username_skeleton text, username_folded text, avatar_url text,
    is_verified boolean, bio text, karma integer, join_date timestamptz, created_at timestamptz`,
  "public.user_roles": "user_id uuid, role text",
  "public.forum_posts": `id uuid, title text, content text, excerpt text, category text, tags text[], author_id uuid,
    created_at timestamptz, upvotes integer, downvotes integer, comment_count integer,
    hot_rank double precision, is_pinned boolean, is_locked boolean`,
  "public.comments": `id uuid, post_id uuid, author_id uuid, parent_id uuid, content text, created_at timestamptz,
    upvotes integer, downvotes integer, best_rank double precision, reply_count integer`,
  "public.votes": "id uuid, user_id uuid, post_id uuid, vote_type smallint, created_at timestamptz",
  "public.comment_votes": "comment_id uuid, user_id uuid, vote_type smallint, created_at timestamptz",
  "public.report_groups": `id uuid, target_kind text, target_id uuid, author_id uuid, target_name text, original_text text,
    report_count integer, first_reported_at timestamptz, last_reported_at timestamptz, also_removed boolean`,
  "public.reports": `id uuid, group_id uuid, target_kind text, target_id uuid, reporter_id uuid, reason text, text text,
    created_at timestamptz`,
  "public.thread_follows": "member_id uuid, post_id uuid, state text, created_at timestamptz",
  "public.saved_posts": "member_id uuid, post_id uuid, saved_at timestamptz",
  "public.post_visits": "member_id uuid, post_id uuid, seen_at timestamptz",
  "public.notifications": `id uuid, member_id uuid, kind text, post_id uuid, comment_id uuid, admin_action text, name text, excerpt text,
    voter_count integer, seen_count integer, at timestamptz, read_at timestamptz`,
  "public.daily_counts": "name text, day date, amount integer",
  "public.category_counts": "category text, amount integer",
};

/** Loads the demo community in one transaction. Returns null if there are users or the community was removed. */
export async function loadDemoCommunity(deps: DemoDeps): Promise<{ posts: number } | null> {
  if ((await hasUsers(deps.database)) || (await isDemoRemoved(deps.database.db))) return null;
  const now = deps.clock.now();
  const { DEMO_POSTS } = await import("./all-posts.ts");
  const community = buildDemoRows(DEMO_MEMBERS, DEMO_POSTS, {
    now,
    passwordHash: await deps.hashPassword(DEMO_PASSWORD),
    usernames: { toUsernameSkeleton, foldUsername },
  });
  const readers = buildReaderRows(community, DEMO_READERS, now);
  const rows = {
    ...community,
    ...readers,
    ...buildNotificationRows(community, readers, now),
    ...buildReportRows(community, DEMO_REPORTS, now),
  };

  const result = await deps.database.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.demo})`);
    if (await hasUsers({ db: tx })) return null;
    for (const [table, columns] of Object.entries(TABLES))
      await insertRows(tx, table, columns, rows[table.replace(/^\w+\./, "") as TableName]);
    return { posts: rows.forum_posts.length };
  });
  if (result) {
    // A new table has no statistics, so the first searches would get bad query plans.
    await deps.database.db.execute(
      sql`analyze public.forum_posts, public.comments, public.votes, public.post_words`,
    );
    deps.log.info(result, "demo community created");
  }
  return result;
}

async function hasUsers({ db }: { db: { execute: Tx["execute"] } }): Promise<boolean> {
  const { rows } = await db.execute<{ has_users: boolean }>(
    sql`select exists(select from auth.users) as has_users`,
  );
  return rows[0]?.has_users ?? false;
}

async function insertRows(tx: Tx, table: string, columns: string, rows: readonly Record<string, unknown>[]) {
  const names: SQL = sql.raw(
    columns
      .split(/,\s+/)
      .map((column) => column.split(" ")[0])
      .join(", "),
  );
  await tx.execute(sql`
    insert into ${sql.raw(table)} (${names})
    select ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${sql.raw(columns)})`);
}

interface DemoReportRows {
  readonly report_groups: Record<string, unknown>[];
  readonly reports: Record<string, unknown>[];
}

const HOUR_MS = 3_600_000;

function buildReportRows(
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
    const reportedAt = new Date(now.getTime() - hoursAgo * HOUR_MS).toISOString();
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
