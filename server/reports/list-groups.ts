import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { REPORTS_PAGE_SIZE, type ReportListQuery } from "#core/reports/list-query.ts";
import type { ReportPage } from "#core/reports/types.ts";
import { microsToTime, toMicros } from "#server/database/index.ts";
import { encodeCursor, parseCursor } from "#server/platform/list-cursor.ts";
import type { ReportDeps } from "./deps.ts";
import { GROUP_COLUMNS, type GroupRow, presentGroup } from "./present-group.ts";

interface Order {
  readonly where: SQL;
  readonly orderBy: SQL;
  /** Sort keys in the cursor, besides the ID. */
  readonly keys: readonly SQL[];
  readonly buildAfter: (keys: readonly number[], id: string) => SQL;
}

const SORT_KEY = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const CURSOR = z.tuple([z.guid()], SORT_KEY);

const LAST_REPORTED_AT = sql`g.last_reported_at`;
const IS_OPEN = sql`g.decided_at is null`;
const ORDERS: Readonly<Record<"newest" | "most" | "decided", Order>> = {
  newest: {
    where: IS_OPEN,
    orderBy: sql`g.last_reported_at desc, g.id desc`,
    keys: [toMicros(LAST_REPORTED_AT)],
    buildAfter: ([lastReportedAt = 0], id) =>
      sql`(g.last_reported_at, g.id) < (${microsToTime(lastReportedAt)}, ${id}::uuid)`,
  },
  most: {
    where: IS_OPEN,
    orderBy: sql`g.report_count desc, g.last_reported_at desc, g.id desc`,
    keys: [sql`g.report_count`, toMicros(LAST_REPORTED_AT)],
    buildAfter: ([count, lastReportedAt = 0], id) =>
      sql`(g.report_count, g.last_reported_at, g.id) < (${count}::bigint, ${microsToTime(lastReportedAt)}, ${id}::uuid)`,
  },
  decided: {
    where: sql`g.decided_at is not null`,
    orderBy: sql`g.decided_at desc, g.id desc`,
    keys: [toMicros(sql`g.decided_at`)],
    buildAfter: ([decidedAt = 0], id) =>
      sql`(g.decided_at, g.id) < (${microsToTime(decidedAt)}, ${id}::uuid)`,
  },
};

/**
 * Lists a page of report groups. If the cursor is invalid, this is the first page. Throws AppError: not_signed_in,
 * access_denied.
 */
export async function listGroups(
  { database }: ReportDeps,
  viewer: Viewer,
  { state, sort, cursor }: ReportListQuery,
): Promise<ReportPage> {
  requireAdmin(viewer);
  const order = ORDERS[state === "decided" ? "decided" : sort];
  const { rows } = await database.db.execute<GroupRow & { position: [string, ...number[]] }>(sql`
    select ${GROUP_COLUMNS}, jsonb_build_array(${sql.join([sql`g.id`, ...order.keys], sql`, `)}) as position
    from (
      select * from public.report_groups g
      where ${order.where} and ${buildCursorCondition(order, cursor)}
      order by ${order.orderBy} limit ${REPORTS_PAGE_SIZE + 1}
    ) g left join public.profiles a on a.id = g.author_id
    order by ${order.orderBy}`);
  const last = rows.length > REPORTS_PAGE_SIZE ? rows[REPORTS_PAGE_SIZE - 1] : undefined;
  return {
    groups: rows.slice(0, REPORTS_PAGE_SIZE).map(presentGroup),
    nextCursor: last ? encodeCursor(last.position) : null,
  };
}

function buildCursorCondition({ keys, buildAfter }: Order, cursor: string | null): SQL {
  const [id, ...values] = parseCursor(CURSOR, cursor) ?? [];
  return id !== undefined && values.length === keys.length ? buildAfter(values, id) : sql`true`;
}
