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

const PAGE = 25;
/** Fits PostgreSQL's bigint. */
const ID = /^\d{1,18}$/;

export interface AuditEventQuery {
  /** Only events before this id. */
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
  act: AuditEvent["action"];
  thing_kind: TargetKind;
  thing_id: string;
  thing_name: string;
  why: string;
  before: AuditEvent["before"];
  after: AuditEvent["after"];
};

/** Lists the latest events, or those before one. Throws AppError: not_signed_in, access_denied, invalid_input. */
export async function listAuditEvents(
  { db }: Pick<Database, "db">,
  viewer: Viewer,
  { before = null, actorId = null, kind = null, targetId: thingId = null }: AuditEventQuery,
): Promise<AuditEventPage> {
  requireAdmin(viewer);
  if (before !== null && !ID.test(before)) throw new AppError("invalid_input");
  if (actorId !== null && !isUuid(actorId)) throw new AppError("invalid_input");
  if (kind !== null && !TARGET_KINDS.includes(kind as TargetKind)) throw new AppError("invalid_input");
  const conditions: SQL[] = [sql`true`];
  if (before !== null) conditions.push(sql`id < ${before}::bigint`);
  if (actorId !== null) conditions.push(sql`actor_id = ${actorId}::uuid`);
  if (kind !== null) conditions.push(sql`thing_kind = ${kind}`);
  if (kind !== null && thingId !== null) conditions.push(sql`thing_id = ${thingId}`);
  const { rows } = await db.execute<Row>(sql`
    select id::text, at, actor_id, actor_name, act, thing_kind, thing_id, thing_name, why, before, after
    from public.audit_log where ${sql.join(conditions, sql` and `)} order by audit_log.id desc limit ${PAGE + 1}`);
  const acts = rows.slice(0, PAGE).map(
    (row): AuditEvent => ({
      id: row.id,
      at: new Date(row.at).toISOString(),
      actorId: row.actor_id,
      actorName: row.actor_name,
      action: row.act,
      target: { kind: row.thing_kind, id: row.thing_id, name: row.thing_name },
      reason: row.why,
      before: shorten(row.before),
      after: shorten(row.after),
    }),
  );
  return { events: acts, nextBefore: rows.length > PAGE ? (acts.at(-1)?.id ?? null) : null };
}

/** The list shortens longer values, such as page texts; the log has them in full. */
const SHOWN = 600;

function shorten(side: AuditEvent["before"]): AuditEvent["before"] {
  return (
    side &&
    Object.fromEntries(
      Object.entries(side).map(([name, value]) => [
        name,
        typeof value === "string" && value.length > SHOWN
          ? `${[...value].slice(0, SHOWN).join("")}… (${value.length.toLocaleString("en")} characters)`
          : value,
      ]),
    )
  );
}
