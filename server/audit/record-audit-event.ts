import { sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import { type AdminActionName, REASON_MAX, type TargetKind } from "#core/admin/audit-events.ts";
import { blankToEmpty } from "#core/text.ts";
import type { Tx } from "#server/database/index.ts";

export interface NewAuditEvent {
  readonly action: AdminActionName;
  readonly target: { readonly kind: TargetKind; readonly id: string; readonly name: string };
  readonly reason?: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

const NAME_MAX = 300;

/**
 * Records an audit event in the same transaction as its action, so that neither exists without the other. The actor's
 * ID is null for the service key and for the operator at the command line, because they have no account.
 */
export async function recordAuditEvent(
  tx: Tx,
  actor: Pick<Member, "username"> & { readonly id: string | null },
  { action, target, reason = "", before, after }: NewAuditEvent,
): Promise<void> {
  await tx.execute(sql`
    insert into public.audit_log (actor_id, actor_name, action, target_kind, target_id, target_name, reason, before, after)
    values (${actor.id}, ${actor.username}, ${action}, ${target.kind}, ${target.id},
      ${[...target.name].slice(0, NAME_MAX).join("")}, ${[...blankToEmpty(reason)].slice(0, REASON_MAX).join("")},
      ${before ? JSON.stringify(before) : null}::jsonb, ${after ? JSON.stringify(after) : null}::jsonb)`);
}
