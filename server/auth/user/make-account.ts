import { eq } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { checkUsername } from "#server/profiles/index.ts";
import { identities, type Metadata, type UserRow, users } from "../tables.ts";
import { mergeMetadata, readMetadata } from "./metadata.ts";

/** What an account is found by: an address or a number. */
export type Address =
  | { readonly email: string; readonly phone?: undefined }
  | { readonly phone: string; readonly email?: undefined };

/** Which of the users has it. */
export const hasAddress = ({ email, phone }: Address) =>
  email === undefined ? eq(users.phone, phone) : eq(users.email, email);

export interface NewAccount {
  readonly address: Address;
  /** Null until the person chooses one. */
  readonly encryptedPassword: string | null;
  /** As readNewMetadata returned it. */
  readonly given: Metadata;
  readonly confirmed: boolean;
  readonly now: Date;
}

/** What came as `data` with a new account; a username in it is as it is kept. Throws AuthError: validation_failed, username_invalid. */
export function readNewMetadata(data: unknown): Metadata {
  const given = mergeMetadata({}, readMetadata(data));
  return given.username === undefined ? given : { ...given, username: checkUsername(given.username) };
}

/** Metadata of an account with an address, as the protocol promises them. */
export function metadataOf(id: string, { address, given, confirmed }: NewAccount): Metadata {
  const byEmail = address.email !== undefined;
  return {
    ...given,
    sub: id,
    ...address,
    email_verified: byEmail && confirmed,
    phone_verified: !byEmail && confirmed,
  };
}

/** How the protocol names the way in which an account began. */
export const providerOf = ({ email }: Address) => (email === undefined ? "phone" : "email");

/** Makes an account with its identity and no profile yet. Null when the address or number is somebody's already. */
export async function makeAccount(tx: Tx, account: NewAccount): Promise<UserRow | null> {
  const { address, encryptedPassword, confirmed, now } = account;
  const provider = providerOf(address);
  const confirmedAt = confirmed ? now : null;
  const [user] = await tx
    .insert(users)
    .values({
      ...address,
      encryptedPassword,
      ...(provider === "email" ? { emailConfirmedAt: confirmedAt } : { phoneConfirmedAt: confirmedAt }),
      appMetadata: { provider, providers: [provider] },
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (!user) return null;
  const userMetadata = metadataOf(user.id, account);
  await tx.update(users).set({ userMetadata }).where(eq(users.id, user.id));
  await tx.insert(identities).values({
    userId: user.id,
    provider,
    providerId: user.id,
    identityData: userMetadata,
    createdAt: now,
    updatedAt: now,
  });
  return { ...user, userMetadata };
}
