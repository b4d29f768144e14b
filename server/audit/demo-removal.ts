import { sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import type { NewAuditEvent } from "./record-audit-event.ts";

/** The audit event for removing the demo community. Once it is recorded, the community is never added again. */
export const DEMO_REMOVAL = {
  action: "setting.remove-demo",
  target: { kind: "setting", id: "demo", name: "the demo community" },
} as const satisfies NewAuditEvent;

/** Whether the demo community was removed. Runs one statement. */
export async function isDemoRemoved(db: Pick<Tx, "execute">): Promise<boolean> {
  const { kind, id } = DEMO_REMOVAL.target;
  const { rows } = await db.execute<{ is_removed: boolean }>(sql`
    select exists (select from public.audit_log
      where target_kind = ${kind} and target_id = ${id} and action = ${DEMO_REMOVAL.action}) as is_removed`);
  return rows[0]?.is_removed ?? false;
}
