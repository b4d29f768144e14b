import { and, asc, inArray, isNull } from "drizzle-orm";
import type { AuthFactor, AuthIdentity, AuthUser } from "#core/accounts/session.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { type PasskeyRow, passkeys } from "../passkeys/tables.ts";
import { type FactorRow, factors, type IdentityRow, identities, type UserRow } from "../tables.ts";

export async function presentUser(db: Db | Tx, user: UserRow): Promise<AuthUser> {
  const [presentedUser] = await presentUsers(db, [user]);
  if (!presentedUser) throw new Error("failed to serialize the user");
  return presentedUser;
}

/** Presents the users in the same order, with at most three queries in total. */
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
  // If two-factor authentication is on, clients can offer each passkey as a second factor.
  const twoFactorUserIds = factorRows
    .filter(({ factorType, status }) => factorType !== "recovery_code" && status === "verified")
    .map(({ userId }) => userId);
  const passkeyRows =
    twoFactorUserIds.length === 0
      ? []
      : await db
          .select()
          .from(passkeys)
          .where(and(inArray(passkeys.userId, twoFactorUserIds), isNull(passkeys.factorId)))
          .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
  const identitiesByUser = Map.groupBy(identityRows, ({ userId }) => userId);
  const factorsByUser = Map.groupBy(factorRows, ({ userId }) => userId);
  const passkeysByUser = Map.groupBy(passkeyRows, ({ userId }) => userId);
  return users.map((user) =>
    present(user, identitiesByUser.get(user.id) ?? [], [
      ...(factorsByUser.get(user.id) ?? []).map(presentFactor),
      ...(passkeysByUser.get(user.id) ?? []).map(presentPasskeyFactor),
    ]),
  );
}

function present(user: UserRow, identityRows: IdentityRow[], userFactors: AuthFactor[]): AuthUser {
  const confirmedAt = [user.emailConfirmedAt, user.phoneConfirmedAt]
    .filter((time) => time !== null)
    .sort((a, b) => a.getTime() - b.getTime())[0];
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? user.ssoEmail ?? "",
    ...presentTime("email_confirmed_at", user.emailConfirmedAt),
    phone: user.phone ?? "",
    ...presentTime("phone_confirmed_at", user.phoneConfirmedAt),
    ...presentTime("confirmed_at", confirmedAt ?? null),
    ...presentTime("confirmation_sent_at", user.confirmationSentAt),
    ...presentTime("invited_at", user.invitedAt),
    ...presentTime("recovery_sent_at", user.recoverySentAt),
    ...presentTime("reauthentication_sent_at", user.reauthenticationSentAt),
    ...(user.newEmail === null ? {} : { new_email: user.newEmail }),
    ...presentTime("email_change_sent_at", user.emailChangeSentAt),
    ...(user.newPhone === null ? {} : { new_phone: user.newPhone }),
    ...presentTime("phone_change_sent_at", user.phoneChangeSentAt),
    ...presentTime("last_sign_in_at", user.lastSignInAt),
    ...presentTime("banned_until", user.bannedUntil),
    ...presentTime("deleted_at", user.deletedAt),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: identityRows.map(presentIdentity),
    ...(userFactors.length > 0 ? { factors: userFactors } : {}),
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
    ...presentTime("last_challenged_at", row.lastChallengedAt),
  };
}

const presentPasskeyFactor = (row: PasskeyRow): AuthFactor => ({
  id: row.id,
  ...(row.name === "" ? {} : { friendly_name: row.name }),
  factor_type: "webauthn",
  status: "verified",
  created_at: row.createdAt.toISOString(),
  updated_at: row.createdAt.toISOString(),
});

function presentIdentity(row: IdentityRow): AuthIdentity {
  const email = row.identityData.email;
  return {
    identity_id: row.id,
    id: row.providerId,
    user_id: row.userId,
    identity_data: row.identityData,
    provider: row.provider,
    ...presentTime("last_sign_in_at", row.lastSignInAt),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...(typeof email === "string" ? { email } : {}),
  };
}

/** Presents a time. An unset time is omitted rather than null. */
function presentTime<K extends string>(name: K, time: Date | null): { [P in K]?: string } {
  return (time === null ? {} : { [name]: time.toISOString() }) as { [P in K]?: string };
}
