import { sql } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { DAY_MS } from "#core/forum/trust-level.ts";
import type { Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockViewerRole } from "#server/profiles/index.ts";
import type { InvitationDeps } from "./deps.ts";
import { recordInvitationEvent } from "./record-event.ts";
import { readPermission } from "./require-inviter.ts";
import { emailInvitation, withEmailAllowance } from "./send-invitation.ts";
import { buildLink, createToken, hashToken } from "./tokens.ts";

interface Row extends Record<string, unknown> {
  id: string;
  label: string;
  email: string | null;
  days: number;
  isRevokedOrUsed: boolean;
}

/**
 * Ends an invitation. Members who joined with it stay. Only its inviter and administrators can do this. Throws
 * AppError: not_signed_in, invitation_not_found.
 */
export async function revokeInvitation(deps: InvitationDeps, viewer: Viewer, id: string): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  await deps.database.db.transaction(async (tx) => {
    const actor = await lockViewerRole(tx, viewer, deps.clock.now());
    const invitation = await lockInvitation(tx, actor, id);
    const { rowCount } = await tx.execute(sql`
      update public.invitations set revoked_at = ${deps.clock.now().toISOString()}::timestamptz
      where id = ${id} and revoked_at is null`);
    if (rowCount === 1) await recordInvitationEvent(tx, actor, "invitation.revoke", invitation);
  });
}

/**
 * Replaces a link. The new link is valid for as many days as the original was, and the old one stops working. Only
 * the inviter can do this, because the new link is in their name. Throws AppError: not_signed_in,
 * invitation_not_found, invitation_ended, invitations_not_allowed.
 */
export async function replaceLink(deps: InvitationDeps, viewer: Viewer, id: string): Promise<string> {
  if (!viewer) throw new AppError("not_signed_in");
  return deps.database.db.transaction(async (tx) => {
    const invitation = await lockOwnInvitation(deps, tx, viewer, id);
    if (invitation.email !== null) throw new AppError("invitation_not_found");
    return buildLink(deps.publicUrl, await renewToken(deps, tx, invitation));
  });
}

/**
 * Emails an invitation again, with a new link; the old one stops working. Throws AppError: not_signed_in,
 * invitation_not_found, invitation_ended, invitations_not_allowed, too_many_requests;
 * AuthError("over_email_send_rate_limit").
 */
export async function resendInvitation(deps: InvitationDeps, viewer: Viewer, id: string): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  const address = await deps.database.db.transaction(
    async (tx) => (await lockOwnInvitation(deps, tx, viewer, id)).email,
  );
  if (address === null) throw new AppError("invitation_not_found");
  await withEmailAllowance(deps, viewer, address, async (tx) => {
    const invitation = await lockOwnInvitation(deps, tx, viewer, id);
    const token = await renewToken(deps, tx, invitation);
    await emailInvitation(deps, tx, { ...invitation, token, isFromAdmin: invitation.actor.role === "admin" });
  });
}

/** Locks an invitation that the viewer sent and may still renew. */
async function lockOwnInvitation(deps: InvitationDeps, tx: Tx, viewer: Member, id: string) {
  const actor = await lockViewerRole(tx, viewer, deps.clock.now());
  // With the role "user", this also refuses administrators who didn't send the invitation.
  const invitation = await lockInvitation(tx, { ...actor, role: "user" }, id);
  const { refusal } = await readPermission(deps, tx, actor);
  if (refusal !== null) throw new AppError("invitations_not_allowed", { message: refusal });
  if (invitation.isRevokedOrUsed) throw new AppError("invitation_ended");
  return { ...invitation, actor };
}

async function renewToken(
  { clock }: InvitationDeps,
  tx: Tx,
  { actor, ...invitation }: Row & { actor: Member },
): Promise<string> {
  const token = createToken();
  const expiresAt = new Date(clock.now().getTime() + invitation.days * DAY_MS);
  await tx.execute(sql`
    update public.invitations set token_hash = ${hashToken(token)}, expires_at = ${expiresAt.toISOString()}::timestamptz
    where id = ${invitation.id}`);
  await recordInvitationEvent(tx, actor, "invitation.renew", invitation);
  return token;
}

/** Finds and locks an invitation. Administrators may change all invitations, others only their own. */
async function lockInvitation(tx: Tx, { id: actorId, role }: Member, id: string): Promise<Row> {
  if (!isUuid(id)) throw new AppError("invitation_not_found");
  const { rows } = await tx.execute<Row>(sql`
    select id, label, email, days, revoked_at is not null or use_count >= max_uses as "isRevokedOrUsed"
    from public.invitations
    where id = ${id} and (${role === "admin"} or inviter_id = ${actorId}) for no key update`);
  if (!rows[0]) throw new AppError("invitation_not_found");
  return rows[0];
}
