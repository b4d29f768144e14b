import { eq } from "drizzle-orm";
import type { AuthIdentity, AuthUser } from "#core/accounts/session.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { type IdentityRow, identities, type UserRow } from "./tables.ts";

/** The user as the protocol shows one. The password hash never passes through here. */
export async function presentUser(db: Db | Tx, user: UserRow): Promise<AuthUser> {
  const rows = await db.select().from(identities).where(eq(identities.userId, user.id));
  const confirmedAt = [user.emailConfirmedAt, user.phoneConfirmedAt]
    .filter((time) => time !== null)
    .sort((a, b) => a.getTime() - b.getTime())[0];
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? "",
    ...at("email_confirmed_at", user.emailConfirmedAt),
    phone: user.phone ?? "",
    ...at("phone_confirmed_at", user.phoneConfirmedAt),
    ...at("confirmed_at", confirmedAt ?? null),
    ...at("last_sign_in_at", user.lastSignInAt),
    ...at("banned_until", user.bannedUntil),
    ...at("deleted_at", user.deletedAt),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: rows.map(presentIdentity),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: user.isAnonymous,
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

/** A time that is not set is left out, not null. */
function at<K extends string>(name: K, time: Date | null): { [P in K]?: string } {
  return (time === null ? {} : { [name]: time.toISOString() }) as { [P in K]?: string };
}
