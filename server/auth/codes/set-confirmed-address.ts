import { and, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { hasSqlState, type Tx } from "#server/database/index.ts";
import { identities, type UserRow, users } from "../tables.ts";

interface AddressKind {
  readonly verified: "email_verified" | "phone_verified";
  /** Columns cleared once a change is complete. */
  readonly clearedColumns: Partial<typeof users.$inferInsert>;
}

const ADDRESS_KINDS: Readonly<Record<"email" | "phone", AddressKind>> = {
  email: {
    verified: "email_verified",
    clearedColumns: { newEmail: null, emailChangeConfirmedSide: null, emailChangeSentAt: null },
  },
  phone: { verified: "phone_verified", clearedColumns: { newPhone: null, phoneChangeSentAt: null } },
};

/**
 * Sets a confirmed email or phone in the account's row, metadata, identity and providers. Throws AuthError: email_exists,
 * phone_exists.
 */
export async function setConfirmedAddress(
  tx: Tx,
  user: UserRow,
  kind: "email" | "phone",
  address: string,
  now: Date,
): Promise<UserRow> {
  const { verified, clearedColumns } = ADDRESS_KINDS[kind];
  const confirmed = { [kind]: address, [verified]: true };
  const [identity] = await tx
    .select()
    .from(identities)
    .where(and(eq(identities.userId, user.id), eq(identities.provider, kind)));
  if (identity)
    await tx
      .update(identities)
      .set({ identityData: { ...identity.identityData, ...confirmed }, updatedAt: now })
      .where(eq(identities.id, identity.id));
  else
    await tx.insert(identities).values({
      userId: user.id,
      provider: kind,
      providerId: user.id,
      identityData: { sub: user.id, email_verified: false, phone_verified: false, ...confirmed },
      createdAt: now,
      updatedAt: now,
    });

  const { provider, providers } = user.appMetadata;
  const existing = Array.isArray(providers) ? providers : [];
  const [changed] = await tx
    .update(users)
    .set({
      [kind]: address,
      [`${kind}ConfirmedAt`]: now,
      isAnonymous: false,
      appMetadata: {
        ...user.appMetadata,
        provider: provider ?? kind,
        providers: existing.includes(kind) ? existing : [...existing, kind],
      },
      userMetadata: {
        ...user.userMetadata,
        ...(kind in user.userMetadata ? { [kind]: address } : {}),
        [verified]: true,
      },
      ...(address === user[kind] ? {} : clearedColumns),
      updatedAt: now,
    })
    .where(eq(users.id, user.id))
    .returning()
    .catch((error: unknown) => {
      // Another account confirmed the address after the caller's check.
      throw hasSqlState(error, "unique_violation")
        ? new AuthError(`${kind}_exists`, { cause: error })
        : error;
    });
  if (!changed) throw new Error("could not store a confirmed address");
  return changed;
}
