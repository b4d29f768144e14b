import type { Member } from "#core/accounts/member.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";

/**
 * Records an admin action. Other members' actions aren't recorded, because the Invitations page lists their
 * invitations.
 */
export async function recordInvitationEvent(
  tx: Tx,
  actor: Member,
  action: "invitation.create" | "invitation.renew" | "invitation.revoke",
  { id, label, email }: { readonly id: string; readonly label: string; readonly email: string | null },
  after: Readonly<Record<string, unknown>> | null = null,
): Promise<void> {
  if (actor.role !== "admin") return;
  const name = email ?? (label === "" ? "without a label" : label);
  await recordAuditEvent(tx, actor, {
    action,
    target: { kind: "invitation", id, name },
    ...(after ? { after } : {}),
  });
}
