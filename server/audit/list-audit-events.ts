import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import {
  type AuditEvent,
  type AuditEventPage,
  TARGET_KINDS,
  type TargetKind,
} from "#core/admin/audit-events.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import type { Database } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";

const PAGE_SIZE = 25;
/** Any match fits into PostgreSQL's bigint. */
const ID = /^\d{1,18}$/;

export interface AuditEventQuery {
  /** Lists only events before this id. */
  readonly before?: string | null;
  readonly actorId?: string | null;
  readonly kind?: string | null;
  /** Events of one target; needs `kind`. */
  readonly targetId?: string | null;
}

type Row = {
  id: string;
  at: Date | string;
  actor_id: string | null;
  actor_name: string;
  action: AuditEvent["action"];
  target_kind: TargetKind;
  target_id: string;
  target_name: string;
  reason: string;
  before: AuditEvent["before"];
  after: AuditEvent["after"];
};

/** Lists the latest events, or those before one. Throws AppError: not_signed_in, access_denied, invalid_input. */
export async function listAuditEvents(
  { db }: Pick<Database, "db">,
  viewer: Viewer,
  { before = null, actorId = null, kind = null, targetId = null }: AuditEventQuery,
): Promise<AuditEventPage> {
  requireAdmin(viewer);
  if (before !== null && !ID.test(before)) throw new AppError("invalid_input");
  if (actorId !== null && !isUuid(actorId)) throw new AppError("invalid_input");
  if (kind !== null && !TARGET_KINDS.includes(kind as TargetKind)) throw new AppError("invalid_input");
  const conditions: SQL[] = [sql`true`];
  if (before !== null) conditions.push(sql`id < ${before}::bigint`);
  if (actorId !== null) conditions.push(sql`actor_id = ${actorId}::uuid`);
  if (kind !== null) conditions.push(sql`target_kind = ${kind}`);
  if (kind !== null && targetId !== null) conditions.push(sql`target_id = ${targetId}`);
  const { rows } = await db.execute<Row>(sql`
    select id::text, at, actor_id, actor_name, action, target_kind, target_id, target_name, reason, before, after
    from public.audit_log where ${sql.join(conditions, sql` and `)} order by audit_log.id desc limit ${PAGE_SIZE + 1}`);
  const events = rows.slice(0, PAGE_SIZE).map(
    (row): AuditEvent => ({
      id: row.id,
      createdAt: new Date(row.at).toISOString(),
      actorId: row.actor_id,
      actorName: row.actor_name,
      action: row.action,
      target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
      reason: row.reason,
      before: shorten(row.before),
      after: shorten(row.after),
    }),
  );
  return { events, nextBefore: rows.length > PAGE_SIZE ? (events.at(-1)?.id ?? null) : null };
}

/** The list shortens longer values, such as the text of pages; the log has them in full. */
const SHOWN_CHARACTERS_MAX = 600;

function shorten(values: AuditEvent["before"]): AuditEvent["before"] {
  return (
    values &&
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === "string" && value.length > SHOWN_CHARACTERS_MAX
          ? `${[...value].slice(0, SHOWN_CHARACTERS_MAX).join("")}… (${value.length.toLocaleString("en")} characters)`
          : value,
      ]),
    )
  );
}
