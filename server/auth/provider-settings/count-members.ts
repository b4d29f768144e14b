import { sql } from "drizzle-orm";
import type { SignInProvider } from "#server/config-providers.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { isTextingOffered } from "../user/require-address.ts";
import { buildWalletCondition } from "../web3/wallet-identity.ts";

/** Counts the members who have linked each of these providers. Providers without members are missing from the map. */
export async function countMembers(db: Db | Tx, providerIds: readonly string[]) {
  const { rows } = await db.execute<{ provider: string; count: number }>(sql`
    select i.provider, count(distinct i.user_id)::int as count
    from auth.identities i join auth.users u on u.id = i.user_id and u.deleted_at is null
    where i.provider = any (${sql.param(providerIds)}::text[])
    group by i.provider`);
  return new Map(rows.map(({ provider, count }) => [provider, count]));
}

interface LockOutQuery {
  /** The ID of the provider that would be turned off or removed. */
  readonly id: string;
  readonly enabledProviders: readonly SignInProvider[];
  /** The administrator's ID. `includesUser` in the result says whether they would be locked out too. */
  readonly userId: string;
}

/**
 * Counts the members who could no longer sign in without this provider: they have no usable password or passkey, no
 * other enabled provider, no enabled wallet, and no email address or phone number that we can send a code to.
 */
export async function countLockedOut(
  auth: AuthDeps,
  db: Db | Tx,
  { id, enabledProviders, userId }: LockOutQuery,
): Promise<{ count: number; includesUser: boolean }> {
  const otherIds = enabledProviders.flatMap((provider) => (provider.id === id ? [] : [provider.id]));
  const { email, phone, passkeys } = auth.config.auth;
  const { rows } = await db.execute<{ count: number; includesUser: boolean }>(sql`
    select count(*)::int as count, coalesce(bool_or(u.id = ${userId}), false) as "includesUser"
    from auth.users u
    where u.deleted_at is null and not u.is_sso_user
      and exists (select from auth.identities i where i.user_id = u.id and i.provider = ${id})
      and not (u.encrypted_password is not null
        and ((u.email is not null and ${email}) or (u.phone is not null and ${phone})))
      and not (u.email is not null and ${email && auth.mailer.isEmailConfigured})
      and not (u.phone is not null and ${isTextingOffered(auth)})
      and not (${passkeys} and exists (select from auth.passkeys k where k.user_id = u.id))
      and not exists (select from auth.identities i where i.user_id = u.id
        and (i.provider = any (${sql.param(otherIds)}::text[]) or ${buildWalletCondition(auth)}))`);
  return rows[0] ?? { count: 0, includesUser: false };
}
