import { sql } from "drizzle-orm";
import { isInvitationToken } from "#core/invitations/cookie.ts";
import { getInvitationState } from "#core/invitations/rules.ts";
import type { LinkedInvitation } from "#core/invitations/types.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { SignUpInvitationDeps } from "./deps.ts";
import { canInvite, readInviters } from "./inviters.ts";
import { hashToken } from "./tokens.ts";

export interface UsableInvitation {
  readonly id: string;
  /** The only address that can use it; null for a link. */
  readonly email: string | null;
  readonly inviter: string;
}

/** Creates accounts with invitations. The accounts module calls it within its transactions. */
export interface SignUpInvitations {
  /** Finds the invitation with this token, if it can be used now. Runs within `tx` if it is given. */
  find(token: string, tx?: Tx): Promise<UsableInvitation | null>;
  /** Returns what the page of an invitation's link shows. */
  describe(token: string): Promise<LinkedInvitation>;
  /** Stores which invitation an account without a profile has presented. Replaces an earlier one. */
  request(tx: Tx, userId: string, invitationId: string): Promise<void>;
  /** Deletes the record of the presented invitation, because an administrator has invited the account in another way. */
  forget(tx: Tx, userId: string): Promise<void>;
  /** Uses the invitation that the account has presented; null if it hasn't presented one. */
  joinRequested(tx: Tx, account: JoiningAccount): Promise<boolean | null>;
  /**
   * Uses an invitation for an account with a profile. Returns false if it can't be used, for example because it
   * has ended.
   */
  join(tx: Tx, invitationId: string, account: JoiningAccount): Promise<boolean>;
}

interface JoiningAccount {
  readonly id: string;
  /** Verified, or null if the account has none. */
  readonly email: string | null;
}

interface Row extends Record<string, unknown> {
  id: string;
  inviter_id: string | null;
  email: string | null;
  max_uses: number;
  use_count: number;
  expires_at: Date | string;
  revoked_at: Date | string | null;
}

export function createSignUpInvitations(deps: SignUpInvitationDeps): SignUpInvitations {
  const { database, clock } = deps;

  async function read(token: string, db: Db | Tx = database.db) {
    if (!isInvitationToken(token)) return null;
    const { rows } = await db.execute<Row>(sql`
      select id, inviter_id, email, max_uses, use_count, expires_at, revoked_at
      from public.invitations where token_hash = ${hashToken(token)}`);
    const [row] = rows;
    if (!row) return null;
    const inviters = row.inviter_id === null ? null : await readInviters(deps, db, [row.inviter_id]);
    const inviter = inviters?.get(row.inviter_id ?? "");
    const state = getInvitationState(
      {
        revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
        expiresAt: new Date(row.expires_at),
        maxUses: row.max_uses,
        useCount: row.use_count,
      },
      { canInvite: await canInvite(deps, inviter), now: clock.now() },
    );
    return { id: row.id, email: row.email, inviter, state };
  }

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
    async find(token, tx) {
      const found = await read(token, tx);
      if (found?.state !== "active" || !found.inviter) return null;
      return { id: found.id, email: found.email, inviter: found.inviter.username };
    },
    async describe(token) {
      const found = await read(token);
      if (!found) return { state: "unknown" };
      if (found.state !== "active") return { state: found.state };
      if (!found.inviter) return { state: "blocked" };
      const { username, avatarUrl } = found.inviter;
      return { state: "active", inviter: { username, avatarUrl }, email: found.email };
    },
    async request(tx, userId, invitationId) {
      await tx.execute(sql`
        insert into public.invitation_requests (user_id, invitation_id, presented_at)
        select ${userId}::uuid, ${invitationId}::uuid, ${clock.now().toISOString()}::timestamptz
        where not exists (select from public.profiles where id = ${userId})
        on conflict (user_id) do update
          set invitation_id = excluded.invitation_id, presented_at = excluded.presented_at`);
    },
    async forget(tx, userId) {
      await tx.execute(sql`delete from public.invitation_requests where user_id = ${userId}`);
    },
    async joinRequested(tx, account) {
      const { rows } = await tx.execute<{ invitation_id: string; presented_at: Date | string }>(sql`
        delete from public.invitation_requests where user_id = ${account.id} returning invitation_id, presented_at`);
      const [request] = rows;
      return request ? join(tx, request.invitation_id, account, new Date(request.presented_at)) : null;
    },
  };
}
