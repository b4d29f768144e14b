import type { Tx } from "#server/database/index.ts";
import { identities, type UserRow } from "../tables.ts";

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
