import { asc, inArray } from "drizzle-orm";
import type { AuthFactor, AuthIdentity, AuthUser } from "#core/accounts/session.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { type FactorRow, factors, type IdentityRow, identities, type UserRow } from "../tables.ts";

/** The user in the protocol's format, without the password hash. */
export async function presentUser(db: Db | Tx, user: UserRow): Promise<AuthUser> {
  const [presented] = await presentUsers(db, [user]);
  if (!presented) throw new Error("a user could not be presented");
  return presented;
}

/** Several users in the same order, with two queries in total. */
export async function presentUsers(db: Db | Tx, users: readonly UserRow[]): Promise<AuthUser[]> {
  if (users.length === 0) return [];
  const ids = users.map(({ id }) => id);
  const identityRows = await db
    .select()
    .from(identities)
    .where(inArray(identities.userId, ids))
    .orderBy(asc(identities.createdAt), asc(identities.id));
  const factorRows = await db
    .select()
    .from(factors)
    .where(inArray(factors.userId, ids))
    .orderBy(asc(factors.createdAt), asc(factors.id));
  const identitiesOf = Map.groupBy(identityRows, ({ userId }) => userId);
  const factorsOf = Map.groupBy(factorRows, ({ userId }) => userId);
  return users.map((user) => present(user, identitiesOf.get(user.id) ?? [], factorsOf.get(user.id) ?? []));
}

function present(user: UserRow, identityRows: IdentityRow[], factorRows: FactorRow[]): AuthUser {
  const confirmedAt = [user.emailConfirmedAt, user.phoneConfirmedAt]
    .filter((time) => time !== null)
    .sort((a, b) => a.getTime() - b.getTime())[0];
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? user.ssoEmail ?? "",
    ...at("email_confirmed_at", user.emailConfirmedAt),
    phone: user.phone ?? "",
    ...at("phone_confirmed_at", user.phoneConfirmedAt),
    ...at("confirmed_at", confirmedAt ?? null),
    ...at("confirmation_sent_at", user.confirmationSentAt),
    ...at("invited_at", user.invitedAt),
    ...at("recovery_sent_at", user.recoverySentAt),
    ...at("reauthentication_sent_at", user.reauthenticationSentAt),
    ...(user.newEmail === null ? {} : { new_email: user.newEmail }),
    ...at("email_change_sent_at", user.emailChangeSentAt),
    ...(user.newPhone === null ? {} : { new_phone: user.newPhone }),
    ...at("phone_change_sent_at", user.phoneChangeSentAt),
    ...at("last_sign_in_at", user.lastSignInAt),
    ...at("banned_until", user.bannedUntil),
    ...at("deleted_at", user.deletedAt),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: identityRows.map(presentIdentity),
    ...(factorRows.length > 0 ? { factors: factorRows.map(presentFactor) } : {}),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: user.isAnonymous,
  };
}

export function presentFactor(row: FactorRow): AuthFactor {
  return {
    id: row.id,
    ...(row.friendlyName === "" ? {} : { friendly_name: row.friendlyName }),
    factor_type: row.factorType,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...at("last_challenged_at", row.lastChallengedAt),
  };
}

function presentIdentity(row: IdentityRow): AuthIdentity {
  const email = row.identityData.email;
  return {
    identity_id: row.id,
    id: row.providerId,
    user_id: row.userId,
    identity_data: row.identityData,
    provider: row.provider,
    ...at("last_sign_in_at", row.lastSignInAt),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...(typeof email === "string" ? { email } : {}),
  };
}

/** Unset times are omitted, not null. */
function at<K extends string>(name: K, time: Date | null): { [P in K]?: string } {
  return (time === null ? {} : { [name]: time.toISOString() }) as { [P in K]?: string };
}
