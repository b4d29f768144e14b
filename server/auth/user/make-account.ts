import { eq } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { checkUsername } from "#server/profiles/index.ts";
import { identities, type Metadata, type UserRow, users } from "../tables.ts";
import { mergeMetadata, readMetadata } from "./metadata.ts";

export interface NewAccount {
  readonly email: string;
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
export function metadataOf(id: string, { email, given, confirmed }: NewAccount): Metadata {
  return { ...given, sub: id, email, email_verified: confirmed, phone_verified: false };
}

/** Makes an account with its identity and no profile yet. Null when the address is somebody's already. */
export async function makeAccount(tx: Tx, account: NewAccount): Promise<UserRow | null> {
  const { email, encryptedPassword, confirmed, now } = account;
  const [user] = await tx
    .insert(users)
    .values({
      email,
      encryptedPassword,
      emailConfirmedAt: confirmed ? now : null,
      appMetadata: { provider: "email", providers: ["email"] },
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
    provider: "email",
    providerId: user.id,
    identityData: userMetadata,
    createdAt: now,
    updatedAt: now,
  });
  return { ...user, userMetadata };
}
