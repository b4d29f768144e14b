import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { DAY_MS } from "#core/forum/trust-level.ts";
import {
  type EmailInput,
  type LinkInput,
  type NewInvitation,
  parseEmailInput,
  parseLinkInput,
} from "#core/invitations/parse-input.ts";
import type { Tx } from "#server/database/index.ts";
import type { InvitationDeps } from "./deps.ts";
import { recordInvitationEvent } from "./record-event.ts";
import { requireInviter } from "./require-inviter.ts";
import { emailInvitation, withEmailAllowance } from "./send-invitation.ts";
import { buildLink, createToken, hashToken } from "./tokens.ts";

/**
 * Creates a link and returns it. It can't be shown again, because only its hash is stored. Throws AppError:
 * not_signed_in, invitations_not_allowed, invitation_limit, invalid_input.
 */
export async function createLink(deps: InvitationDeps, viewer: Viewer, input: LinkInput): Promise<string> {
  if (!viewer) throw new AppError("not_signed_in");
  return deps.database.db.transaction(async (tx) => {
    const actor = await requireInviter(deps, tx, viewer);
    const invitation = parseLinkInput(input, { isAdmin: actor.role === "admin" });
    return buildLink(deps.publicUrl, await insertInvitation(deps, tx, actor, invitation));
  });
}

/**
 * Emails an invitation that only this address can use, and only once. Members get the same response whether or not the
 * address has an account. Throws AppError: not_signed_in, invitations_not_allowed, invitation_limit, invalid_input,
 * too_many_requests; AuthError("over_email_send_rate_limit").
 */
export async function inviteByEmail(deps: InvitationDeps, viewer: Viewer, input: EmailInput): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  // Checked before the email counts toward any limit, and again with the current role.
  const { email } = parseEmailInput(input, { isAdmin: viewer.role === "admin" });
  await withEmailAllowance(deps, viewer, email ?? "", async (tx) => {
    const actor = await requireInviter(deps, tx, viewer);
    const isAdmin = actor.role === "admin";
    const invitation = parseEmailInput(input, { isAdmin });
    await rejectKnownAddress(deps, tx, actor, invitation.email ?? "");
    const token = await insertInvitation(deps, tx, actor, invitation);
    await emailInvitation(deps, tx, { ...invitation, token, isFromAdmin: isAdmin });
  });
}

/**
 * Rejects an address that the inviter has an open invitation for and, for administrators, an account's confirmed
 * address. Other members must not learn whether an address has an account.
 */
async function rejectKnownAddress({ clock }: InvitationDeps, tx: Tx, actor: Member, email: string) {
  const { rows } = await tx.execute<{ is_invited: boolean; is_member: boolean }>(sql`
    select exists (select from public.invitations where inviter_id = ${actor.id} and email = ${email}
        and revoked_at is null and use_count = 0 and expires_at > ${clock.now().toISOString()}::timestamptz) as is_invited,
      exists (select from auth.users where email = ${email} and email_confirmed_at is not null) as is_member`);
  if (rows[0]?.is_member && actor.role === "admin")
    throw new AppError("invalid_input", { fieldErrors: { email: "This person is already a member." } });
  if (rows[0]?.is_invited)
    throw new AppError("invalid_input", {
      fieldErrors: { email: "You've already invited this person. Resend that invitation instead." },
    });
}

async function insertInvitation(
  deps: InvitationDeps,
  tx: Tx,
  actor: Member,
  { label, email, maxUses, days }: NewInvitation,
): Promise<string> {
  const now = deps.clock.now();
  const id = randomUUID();
  const token = createToken();
  await tx.execute(sql`
    insert into public.invitations (id, token_hash, inviter_id, label, email, days, max_uses, created_at, expires_at)
    values (${id}, ${hashToken(token)}, ${actor.id}, ${label}, ${email}, ${days}, ${maxUses},
      ${now.toISOString()}::timestamptz, ${new Date(now.getTime() + days * DAY_MS).toISOString()}::timestamptz)`);
  await recordInvitationEvent(tx, actor, "invitation.create", { id, label, email }, { uses: maxUses, days });
  return token;
}
