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
  /** Lists only events before the one with this ID. */
  readonly before?: string | null;
  readonly actorId?: string | null;
  readonly kind?: string | null;
  /** Lists only one target's events. Requires `kind`. */
  readonly targetId?: string | null;
}

type Row = Omit<AuditEvent, "createdAt"> & { at: string };

/** Lists the newest events, or those older than the event with the ID `before`. Throws AppError: not_signed_in, access_denied, invalid_input. */
export async function listAuditEvents(
  { db }: Pick<Database, "db">,
  viewer: Viewer,
  { before: beforeId = null, actorId = null, kind = null, targetId = null }: AuditEventQuery,
): Promise<AuditEventPage> {
  requireAdmin(viewer);
  if (beforeId !== null && !ID.test(beforeId)) throw new AppError("invalid_input");
  if (actorId !== null && !isUuid(actorId)) throw new AppError("invalid_input");
  if (kind !== null && !TARGET_KINDS.includes(kind as TargetKind)) throw new AppError("invalid_input");
  const conditions: SQL[] = [sql`true`];
  if (beforeId !== null) conditions.push(sql`id < ${beforeId}::bigint`);
  if (actorId !== null) conditions.push(sql`actor_id = ${actorId}::uuid`);
  if (kind !== null) conditions.push(sql`target_kind = ${kind}`);
  if (kind !== null && targetId !== null) conditions.push(sql`target_id = ${targetId}`);
  const { rows } = await db.execute<Row>(sql`
    select id::text, at, actor_id as "actorId", actor_name as "actorName", action, reason, before, after,
      json_build_object('kind', target_kind, 'id', target_id, 'name', target_name) as target
    from public.audit_log where ${sql.join(conditions, sql` and `)} order by audit_log.id desc limit ${PAGE_SIZE + 1}`);
  const events = rows.slice(0, PAGE_SIZE).map(({ at, before, after, ...event }) => ({
    ...event,
    createdAt: new Date(at).toISOString(),
    before: shorten(before),
    after: shorten(after),
  }));
  return { events, nextBefore: rows.length > PAGE_SIZE ? (events.at(-1)?.id ?? null) : null };
}

/** The list shortens longer values, such as the text of pages; the log has them in full. */
const SHOWN_CHARACTERS_MAX = 600;

function shortenText(text: string): string {
  const characters = [...text];
  return characters.length > SHOWN_CHARACTERS_MAX
    ? `${characters.slice(0, SHOWN_CHARACTERS_MAX).join("")}… (${characters.length.toLocaleString("en")} characters)`
    : text;
}

function shorten(values: AuditEvent["before"]): AuditEvent["before"] {
  return (
    values &&
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === "string" ? shortenText(value) : value,
      ]),
    )
  );
}
