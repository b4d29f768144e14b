import type { Tx } from "#server/database/index.ts";
import { identities, type Metadata, type UserRow } from "../tables.ts";

interface NewIdentity {
  readonly userId: string;
  readonly provider: string;
  /** The provider's ID for the user. Default: the user's own ID, as for email addresses and phone numbers. */
  readonly providerId?: string;
  readonly identityData: Metadata;
  readonly now: Date;
}

export async function insertIdentity(tx: Tx, { providerId, now, ...identity }: NewIdentity): Promise<void> {
  const row = { ...identity, providerId: providerId ?? identity.userId, createdAt: now, updatedAt: now };
  await tx.insert(identities).values(row);
}

/** Adds a provider to an account's app metadata. The first provider remains the main one. */
export function addProvider(appMetadata: Metadata, newProvider: string): Metadata {
  const { provider, providers } = appMetadata;
  const allProviders = new Set(Array.isArray(providers) ? providers : []).add(newProvider);
  return { ...appMetadata, provider: provider ?? newProvider, providers: [...allProviders] };
}

/** Creates or updates the identities of the account's email address and phone number. */
export async function syncIdentities(tx: Tx, user: UserRow, now: Date): Promise<void> {
  const addresses = [
    { provider: "email", data: { email: user.email } },
    { provider: "phone", data: { phone: user.phone } },
  ].filter(({ data }) => Object.values(data).every((address) => address !== null));
  for (const { provider, data } of addresses) {
    const identityData = {
      sub: user.id,
      ...data,
      email_verified: user.emailConfirmedAt !== null,
      phone_verified: user.phoneConfirmedAt !== null,
    };
    await tx
      .insert(identities)
      .values({
        userId: user.id,
        provider,
        providerId: user.id,
        identityData,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoUpdate({
        target: [identities.provider, identities.providerId],
        set: { identityData, updatedAt: now },
      });
  }
}
