import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { REPORTS_PAGE, type ReportListQuery } from "#core/reports/list-query.ts";
import type { ReportPage } from "#core/reports/types.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { ReportDeps } from "./deps.ts";
import { GROUP_COLUMNS, type GroupRow, presentGroup } from "./present-group.ts";

interface Order {
  readonly where: SQL;
  readonly by: SQL;
  /** What a cursor carries before the id: whole numbers, times as microseconds. */
  readonly keys: readonly SQL[];
  readonly after: (keys: readonly string[], id: string) => SQL;
}

const micros = (time: SQL) => sql`(extract(epoch from ${time}) * 1000000)::bigint::text`;
const timeOf = (key: string | undefined) => sql`to_timestamp(0) + ${key}::bigint * interval '1 microsecond'`;

const LAST = sql`g.last_reported_at`;
const OPEN = sql`g.decided_at is null`;
const ORDERS: Readonly<Record<"newest" | "most" | "decided", Order>> = {
  newest: {
    where: OPEN,
    by: sql`g.last_reported_at desc, g.id desc`,
    keys: [micros(LAST)],
    after: ([last], id) => sql`(g.last_reported_at, g.id) < (${timeOf(last)}, ${id}::uuid)`,
  },
  most: {
    where: OPEN,
    by: sql`g.report_count desc, g.last_reported_at desc, g.id desc`,
    keys: [sql`g.report_count::text`, micros(LAST)],
    after: ([count, last], id) =>
      sql`(g.report_count, g.last_reported_at, g.id) < (${count}::bigint, ${timeOf(last)}, ${id}::uuid)`,
  },
  decided: {
    where: sql`g.decided_at is not null`,
    by: sql`g.decided_at desc, g.id desc`,
    keys: [micros(sql`g.decided_at`)],
    after: ([decided], id) => sql`(g.decided_at, g.id) < (${timeOf(decided)}, ${id}::uuid)`,
  },
};

/**
 * A page of the groups of reports, one statement. A cursor that is none begins at the beginning. Throws AppError:
 * not_signed_in, access_denied.
 */
export async function listGroups(
  { database }: ReportDeps,
  viewer: Viewer,
  { state, sort, cursor }: ReportListQuery,
): Promise<ReportPage> {
  requireAdmin(viewer);
  const order = ORDERS[state === "decided" ? "decided" : sort];
  const { rows } = await database.db.execute<GroupRow & { key: string }>(sql`
    select ${GROUP_COLUMNS}, concat_ws('.', ${sql.join([...order.keys, sql`g.id`], sql`, `)}) as key
    from (
      select * from public.report_groups g
      where ${order.where} and ${readCursor(order, cursor)}
      order by ${order.by} limit ${REPORTS_PAGE + 1}
    ) g left join public.profiles a on a.id = g.author_id
    order by ${order.by}`);
  const shown = rows.slice(0, REPORTS_PAGE);
  return {
    groups: shown.map(presentGroup),
    nextCursor: rows.length > REPORTS_PAGE ? (shown.at(-1)?.key ?? null) : null,
  };
}

function readCursor({ keys, after }: Order, cursor: string | null): SQL {
  const parts = cursor?.split(".") ?? [];
  const id = parts.pop();
  const fits = isUuid(id) && parts.length === keys.length && parts.every((key) => /^\d{1,16}$/.test(key));
  return fits ? after(parts, id) : sql`true`;
}
