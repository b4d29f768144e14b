import { and, eq, ne } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { checkUsername, createProfile } from "#server/profiles/index.ts";
import type { AuthDeps, PresentedInvitation } from "../deps.ts";
import { type Metadata, type UserRow, users } from "../tables.ts";
import { joinWithInvitation } from "./invited-sign-up.ts";
import { mergeMetadata, readMetadata } from "./metadata.ts";
import { insertIdentity } from "./store-identity.ts";
import { updateUserRow } from "./store-user.ts";

/** The email address or phone number that identifies an account. */
export type Address =
  | { readonly email: string; readonly phone?: undefined }
  | { readonly phone: string; readonly email?: undefined };

export const matchesAddress = ({ email, phone }: Address) =>
  email === undefined ? eq(users.phone, phone) : eq(users.email, email);

/**
 * Refuses an address that belongs to an account other than the user's. Throws AuthError: email_exists, phone_exists.
 */
export async function rejectTakenAddress(db: Db | Tx, address: Address, userId?: string): Promise<void> {
  const isOther = userId === undefined ? undefined : ne(users.id, userId);
  if ((await db.$count(users, and(matchesAddress(address), isOther))) > 0)
    throw new AuthError(address.email === undefined ? "phone_exists" : "email_exists");
}

export interface NewAccount {
  readonly address: Address;
  readonly encryptedPassword: string | null;
  readonly metadata: Metadata;
  readonly isConfirmed: boolean;
  /** Set for accounts created by a service or an administrator. Other accounts' metadata also contains the address. */
  readonly hasExactMetadata?: boolean;
  readonly now: Date;
}

/** Reads `data` and checks and normalizes the username. Throws AuthError: validation_failed, username_invalid. */
export function readNewMetadata(data: unknown): Metadata {
  // An invitation's token is secret, but metadata is part of each access token.
  const { invitation: _invitation, ...metadata } = mergeMetadata({}, readMetadata(data));
  return metadata.username === undefined
    ? metadata
    : { ...metadata, username: checkUsername(metadata.username) };
}

/** Builds the metadata of a new account, as the protocol defines it. */
export function buildMetadata(id: string, { address, metadata, isConfirmed }: NewAccount): Metadata {
  const isEmail = address.email !== undefined;
  return {
    ...metadata,
    sub: id,
    ...address,
    email_verified: isEmail && isConfirmed,
    phone_verified: !isEmail && isConfirmed,
  };
}

export const getAddressProvider = ({ email }: Address) => (email === undefined ? "phone" : "email");

/** Creates an unconfirmed account on behalf of a service or an administrator. Throws AuthError("email_exists"). */
export async function createServiceAccount(
  auth: AuthDeps,
  tx: Tx,
  { email, ...account }: Pick<NewAccount, "metadata"> & { email: string; encryptedPassword?: string | null },
): Promise<UserRow> {
  const now = auth.clock.now();
  const serviceFields = { isConfirmed: false, hasExactMetadata: true, now };
  const user = await createAccount(tx, {
    address: { email },
    encryptedPassword: null,
    ...account,
    ...serviceFields,
  });
  if (!user) throw new AuthError("email_exists");
  return user;
}

/** Creates an account with its identity, but without a profile. Returns null if the email or phone is taken. */
export async function createAccount(tx: Tx, account: NewAccount): Promise<UserRow | null> {
  const { address, encryptedPassword, isConfirmed, now } = account;
  const provider = getAddressProvider(address);
  const confirmedAt = isConfirmed ? now : null;
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
  const identityData = buildMetadata(user.id, account);
  const userMetadata = account.hasExactMetadata ? account.metadata : identityData;
  await tx.update(users).set({ userMetadata }).where(eq(users.id, user.id));
  await insertIdentity(tx, { userId: user.id, provider, identityData, now });
  return { ...user, userMetadata };
}

interface NewIdentityAccount {
  readonly columns: Pick<typeof users.$inferInsert, "email" | "emailConfirmedAt" | "ssoEmail" | "isSsoUser">;
  readonly identity: {
    readonly provider: string;
    readonly providerId: string;
    readonly identityData: Metadata;
  };
  /** The account's metadata, without the username. */
  readonly metadata: Metadata;
  readonly invitation: Pick<PresentedInvitation, "id"> | null;
  readonly now: Date;
}

/**
 * Creates an account for a new identity, together with its profile. Throws AuthError: email_exists, signup_disabled,
 * validation_failed if the metadata is too large.
 */
export async function createIdentityAccount(
  auth: AuthDeps,
  tx: Tx,
  { columns, identity, metadata, invitation, now }: NewIdentityAccount,
) {
  const { provider } = identity;
  const [user] = await tx
    .insert(users)
    .values({ ...columns, appMetadata: { provider, providers: [provider] }, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  if (!user) throw new AuthError("email_exists");
  const email = user.email ?? user.ssoEmail;
  const username = await createProfile(tx, { userId: user.id, username: undefined, email, now });
  await joinWithInvitation(auth, tx, user, invitation);
  await insertIdentity(tx, { userId: user.id, ...identity, now });
  return updateUserRow(tx, user.id, { userMetadata: mergeMetadata(metadata, { username }) });
}
