import { and, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { hasSqlState, type Tx } from "#server/database/index.ts";
import { identities, type UserRow } from "../tables.ts";
import { addProvider, insertIdentity } from "../user/store-identity.ts";
import { NO_PENDING_CHANGE, updateUserRow } from "../user/store-user.ts";

export type AddressKind = "email" | "phone";

/**
 * Sets an address that counts as confirmed, and adds or updates its identity. Throws AuthError: email_exists,
 * phone_exists.
 */
export async function setConfirmedAddress(
  tx: Tx,
  user: UserRow,
  kind: AddressKind,
  address: string,
  now: Date,
): Promise<UserRow> {
  const confirmedData = { [kind]: address, [`${kind}_verified`]: true };
  const [identity] = await tx
    .select()
    .from(identities)
    .where(and(eq(identities.userId, user.id), eq(identities.provider, kind)));
  if (identity)
    await tx
      .update(identities)
      .set({ identityData: { ...identity.identityData, ...confirmedData }, updatedAt: now })
      .where(eq(identities.id, identity.id));
  else
    await insertIdentity(tx, {
      userId: user.id,
      provider: kind,
      identityData: { sub: user.id, email_verified: false, phone_verified: false, ...confirmedData },
      now,
    });

  return updateUserRow(tx, user.id, {
    [kind]: address,
    [`${kind}ConfirmedAt`]: now,
    isAnonymous: false,
    appMetadata: addProvider(user.appMetadata, kind),
    userMetadata: {
      ...user.userMetadata,
      ...(kind in user.userMetadata ? { [kind]: address } : {}),
      [`${kind}_verified`]: true,
    },
    ...(address === user[kind] ? {} : NO_PENDING_CHANGE[kind]),
    updatedAt: now,
  }).catch((error: unknown) => {
    // Another account confirmed the address after the caller's check.
    throw hasSqlState(error, "unique_violation") ? new AuthError(`${kind}_exists`, { cause: error }) : error;
  });
}
