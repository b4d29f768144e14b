import { and, eq, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import { confirmAddress } from "../codes/confirm-address.ts";
import { clearUnconfirmedPassword } from "../codes/send-code.ts";
import type { AuthDeps } from "../deps.ts";
import { listPasskeys } from "../passkeys/passkeys.ts";
import { type IdentityRow, identities, type Metadata, type UserRow, users } from "../tables.ts";
import { hasVerifiedFactor } from "../two-factor/factors.ts";
import { revokeOtherAccess } from "../user/authorize-credential-change.ts";
import { createIdentityAccount, rejectTakenAddress } from "../user/create-account.ts";
import { checkSignUp, requireAllowed, restrictToAddress } from "../user/invited-sign-up.ts";
import { createBannedError, isBanned } from "../user/is-banned.ts";
import { notifyOwner } from "../user/notify-owner.ts";
import { lockSessionOwner } from "../user/require-viewer-session.ts";
import { addProvider, insertIdentity } from "../user/store-identity.ts";
import { updateUserRow } from "../user/store-user.ts";
import type { ProviderUser } from "./read-provider-user.ts";

/**
 * Finds the account by the provider's ID for the user, or creates one. Links the user to an existing account with the
 * same address if the provider has verified the address and there is no other way to sign in to that account
 * (docs/decisions/072). `invitationToken` is for a new account. Throws AuthError: user_banned, signup_disabled,
 * email_exists, provider_email_needs_verification, bad_oauth_callback.
 */
export async function signInProviderUser(
  auth: AuthDeps,
  tx: Tx,
  user: ProviderUser,
  invitationToken?: string,
) {
  const linkedAccount = await lockLinkedAccount(tx, user);
  if (linkedAccount) return refreshIdentity(auth, tx, linkedAccount, user);
  if (user.email === null || !user.isEmailVerified) throw new AuthError("provider_email_needs_verification");
  await lockKey(tx, getAddressLockKey(user.email));
  const [account] = await tx.select().from(users).where(eq(users.email, user.email)).for("no key update");
  if (!account) return createProviderAccount(auth, tx, user, { email: user.email, invitationToken });
  if (isBanned(account, auth.clock.now())) throw createBannedError(account);
  const linkableAccount = await prepareForLinking(auth, tx, account);
  if (linkableAccount === null)
    throw new AuthError("email_exists", {
      message: `An account with this email address already exists. Sign in to it, then link ${user.provider.label} in your security settings.`,
    });
  return addIdentity(auth, tx, linkableAccount, user);
}

/**
 * Links the identity to the account of the session that requested it. A guest becomes a member, with the
 * provider's verified address. Throws AuthError: identity_already_exists, session_not_found, user_banned,
 * bad_oauth_callback; for guests also email_exists, provider_email_needs_verification.
 */
export async function linkProviderUser(auth: AuthDeps, tx: Tx, sessionId: string, user: ProviderUser) {
  await lockKey(tx, getIdentityLockKey(user));
  // A guest's account gets this address.
  if (user.email !== null) await lockKey(tx, getAddressLockKey(user.email));
  const account = await lockSessionOwner(auth, tx, sessionId);
  const identity = await findIdentity(tx, user);
  if (identity && identity.userId !== account.id) throw new AuthError("identity_already_exists");
  if (identity) return refreshIdentity(auth, tx, { account, identity }, user);
  const member = account.isAnonymous ? await upgradeGuest(auth, tx, account, user) : account;
  return addIdentity(auth, tx, member, user);
}

interface LinkedAccount {
  readonly account: UserRow;
  readonly identity: IdentityRow;
}

/**
 * Serializes concurrent first sign-ins of one user, which could otherwise create two accounts. Take this lock before
 * any row lock.
 */
export const lockKey = (tx: Tx, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);

const getIdentityLockKey = ({ provider, subject }: ProviderUser) => `${provider.id} ${subject}`;

const getAddressLockKey = (email: string) => `email ${email}`;

/** Throws AuthError("bad_oauth_callback") if another issuer uses the same ID under this provider's name. */
export async function findIdentity(tx: Tx, { provider, issuer, subject }: ProviderUser) {
  const [identity] = await tx
    .select()
    .from(identities)
    .where(and(eq(identities.provider, provider.id), eq(identities.providerId, subject)));
  if (identity && identity.identityData.iss !== issuer)
    throw new AuthError("bad_oauth_callback", { message: "This identity belongs to another issuer" });
  return identity;
}

async function lockLinkedAccount(tx: Tx, user: ProviderUser): Promise<LinkedAccount | undefined> {
  await lockKey(tx, getIdentityLockKey(user));
  const unlockedIdentity = await findIdentity(tx, user);
  if (!unlockedIdentity) return undefined;
  const [account] = await tx
    .select()
    .from(users)
    .where(eq(users.id, unlockedIdentity.userId))
    .for("no key update");
  // The identity may have been unlinked while we waited for the row lock.
  const identity = await findIdentity(tx, user);
  return account && identity ? { account, identity } : undefined;
}

/** Updates the identity. The account's email address stays as it is even if the provider's changes. */
async function refreshIdentity(
  auth: AuthDeps,
  tx: Tx,
  { account, identity }: LinkedAccount,
  user: ProviderUser,
) {
  const now = auth.clock.now();
  if (account.deletedAt !== null) throw new AuthError("bad_oauth_callback");
  if (isBanned(account, now)) throw createBannedError(account);
  await tx
    .update(identities)
    .set({ identityData: buildIdentityData(user), updatedAt: now })
    .where(eq(identities.id, identity.id));
  return account;
}

async function createProviderAccount(
  auth: AuthDeps,
  tx: Tx,
  user: ProviderUser,
  { email, invitationToken }: { readonly email: string; readonly invitationToken: string | undefined },
) {
  const invitation = requireAllowed(restrictToAddress(await checkSignUp(auth, invitationToken, tx), email));
  const now = auth.clock.now();
  const identityData = buildIdentityData(user);
  return createIdentityAccount(auth, tx, {
    columns: { email, emailConfirmedAt: now },
    identity: { provider: user.provider.id, providerId: user.subject, identityData },
    metadata: identityData,
    invitation,
    now,
  });
}

/**
 * Returns the account if its email address alone proves that it belongs to the provider's user, otherwise null. An
 * attacker may have created the account, so it must have no other way to sign in: no password, phone number, passkey or
 * factor, and no identity with another or an unverified email address. An unconfirmed account's password is cleared
 * instead. Ends the account's sessions and invalidates its codes.
 */
async function prepareForLinking(auth: AuthDeps, tx: Tx, account: UserRow): Promise<UserRow | null> {
  if (account.deletedAt !== null || account.isSsoUser || account.phone !== null) return null;
  if (await hasVerifiedFactor(tx, account.id)) return null;
  if ((await listPasskeys(tx, account.id)).length > 0) return null;
  const accountIdentities = await tx.select().from(identities).where(eq(identities.userId, account.id));
  const hasAccountAddress = ({ provider, identityData }: IdentityRow) =>
    identityData.email === account.email && (provider === "email" || identityData.email_verified === true);
  if (!accountIdentities.every(hasAccountAddress)) return null;
  const isConfirmed = account.emailConfirmedAt !== null;
  // With auto-confirm, an address counts as confirmed although no one has verified it.
  if (isConfirmed && (account.encryptedPassword !== null || auth.config.auth.autoconfirm)) return null;
  if (!isConfirmed && account.lastSignInAt !== null) return null;
  await clearUnconfirmedPassword(tx, account.id);
  await revokeOtherAccess(tx, account.id, undefined);
  const [currentAccount] = await tx.select().from(users).where(eq(users.id, account.id));
  return currentAccount ? confirmAddress(tx, currentAccount, "email", auth.clock.now()) : null;
}

async function upgradeGuest(
  auth: AuthDeps,
  tx: Tx,
  guest: UserRow,
  { email, isEmailVerified }: ProviderUser,
) {
  if (email === null || !isEmailVerified) throw new AuthError("provider_email_needs_verification");
  await rejectTakenAddress(tx, { email });
  return updateUserRow(tx, guest.id, { email, emailConfirmedAt: auth.clock.now(), isAnonymous: false });
}

async function addIdentity(auth: AuthDeps, tx: Tx, account: UserRow, user: ProviderUser): Promise<UserRow> {
  const now = auth.clock.now();
  const { id: provider } = user.provider;
  const identityData = buildIdentityData(user);
  await insertIdentity(tx, { userId: account.id, provider, providerId: user.subject, identityData, now });
  const appMetadata = addProvider(account.appMetadata, provider);
  const updatedAccount = await updateUserRow(tx, account.id, { appMetadata, updatedAt: now });
  await notifyOwner(auth, tx, updatedAccount, { kind: "identity_added", provider: user.provider.label });
  return updatedAccount;
}

/** Builds data in the auth protocol's format. The picture is omitted, because pages load nothing from other sites. */
const buildIdentityData = (user: ProviderUser): Metadata => ({
  iss: user.issuer,
  sub: user.subject,
  provider_id: user.subject,
  ...(user.name === undefined ? {} : { name: user.name, full_name: user.name }),
  ...(user.username === undefined ? {} : { user_name: user.username, preferred_username: user.username }),
  ...(user.email === null ? {} : { email: user.email }),
  email_verified: user.isEmailVerified,
  phone_verified: false,
});
