import { sql } from "drizzle-orm";
import { isInvitationToken } from "#core/invitations/cookie.ts";
import { getInvitationState, type StoredInvitation } from "#core/invitations/rules.ts";
import type { LinkedInvitation } from "#core/invitations/types.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { SignUpInvitationDeps } from "./deps.ts";
import { canInvite, readInviters } from "./inviters.ts";
import { hashToken } from "./tokens.ts";

interface JoiningAccount {
  readonly id: string;
  /** The verified address; null if the account has none. */
  readonly email: string | null;
}

/**
 * Creates the operations for joining with an invitation. Those that require a `tx` run in the auth module's
 * transactions.
 */
export function createSignUpInvitations(deps: SignUpInvitationDeps) {
  const { database, clock } = deps;

  async function readInvitation(token: string, db: Db | Tx = database.db) {
    if (!isInvitationToken(token)) return null;
    const { rows } = await db.execute<
      StoredInvitation & { id: string; email: string | null; inviterId: string | null }
    >(sql`
      select id, email, inviter_id as "inviterId", max_uses as "maxUses", use_count as "useCount",
        expires_at as "expiresAt", revoked_at as "revokedAt"
      from public.invitations where token_hash = ${hashToken(token)}`);
    const [row] = rows;
    if (!row) return null;
    const { id, email, inviterId } = row;
    const inviter =
      inviterId === null ? undefined : (await readInviters(deps, db, [inviterId])).get(inviterId);
    const isInviterAllowed = await canInvite(deps, inviter);
    const state = getInvitationState(row, { canInvite: isInviterAllowed, now: clock.now() });
    return { id, email, inviter, state };
  }

  /** Uses an invitation for an account with a profile. Returns false if the invitation can't be used. */
  async function join(
    tx: Tx,
    invitationId: string,
    { id, email }: JoiningAccount,
    presentedAt = clock.now(),
  ): Promise<boolean> {
    // The row lock makes concurrent uses wait, so that the count can't exceed the maximum.
    const { rows } = await tx.execute<{ inviter_id: string | null }>(sql`
      select inviter_id from public.invitations
      where id = ${invitationId} and revoked_at is null and use_count < max_uses
        and expires_at > ${presentedAt.toISOString()}::timestamptz and (email is null or email = ${email})
      for no key update`);
    const inviterId = rows[0]?.inviter_id;
    if (!inviterId) return false;
    if (!(await canInvite(deps, (await readInviters(deps, tx, [inviterId])).get(inviterId)))) return false;
    await tx.execute(sql`
      with used as (update public.invitations set use_count = use_count + 1 where id = ${invitationId})
      insert into public.invitation_joins (invitation_id, member_id, joined_at)
      values (${invitationId}, ${id}, ${clock.now().toISOString()}::timestamptz)`);
    return true;
  }

  return {
    join,
    /** Finds the invitation with this token, if it can be used now. */
    async find(token: string, tx?: Tx) {
      const invitation = await readInvitation(token, tx);
      if (invitation?.state !== "active" || !invitation.inviter) return null;
      return { id: invitation.id, email: invitation.email, inviter: invitation.inviter.username };
    },
    /** Returns what the page behind an invitation's link shows. */
    async describe(token: string): Promise<LinkedInvitation> {
      const invitation = await readInvitation(token);
      if (!invitation) return { state: "unknown" };
      if (invitation.state !== "active") return { state: invitation.state };
      if (!invitation.inviter) return { state: "blocked" };
      const { username, avatarUrl } = invitation.inviter;
      return { state: "active", inviter: { username, avatarUrl }, email: invitation.email };
    },
    /** Stores which invitation an account without a profile has presented. Replaces an earlier one. */
    async storePresented(tx: Tx, userId: string, invitationId: string) {
      await tx.execute(sql`
        insert into public.invitation_requests (user_id, invitation_id, presented_at)
        select ${userId}::uuid, ${invitationId}::uuid, ${clock.now().toISOString()}::timestamptz
        where not exists (select from public.profiles where id = ${userId})
        on conflict (user_id) do update
          set invitation_id = excluded.invitation_id, presented_at = excluded.presented_at`);
    },
    /** Deletes the record of a presented invitation. Used when an administrator invites the account directly. */
    async deletePresented(tx: Tx, userId: string) {
      await tx.execute(sql`delete from public.invitation_requests where user_id = ${userId}`);
    },
    /** Uses the invitation that the account has presented. Returns null if it hasn't presented one. */
    async joinPresented(tx: Tx, account: JoiningAccount) {
      const { rows } = await tx.execute<{ invitation_id: string; presented_at: string }>(sql`
        delete from public.invitation_requests where user_id = ${account.id} returning invitation_id, presented_at`);
      const [request] = rows;
      return request ? join(tx, request.invitation_id, account, new Date(request.presented_at)) : null;
    },
  };
}
