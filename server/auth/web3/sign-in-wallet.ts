import { and, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { shortenAddress } from "#core/wallet/address.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { createProfile } from "#server/profiles/index.ts";
import type { AuthDeps } from "../deps.ts";
import { lockKey } from "../oauth/sign-in-provider-user.ts";
import { lockSessionOwner } from "../session/lock-session-owner.ts";
import { type IdentityRow, identities, type UserRow, users } from "../tables.ts";
import {
  checkSignUp,
  joinWithInvitation,
  requireAllowed,
  restrictToAddress,
} from "../user/invited-sign-up.ts";
import { createBannedError, isBanned } from "../user/is-banned.ts";
import { notifyOwner } from "../user/notify-owner.ts";
import { addProvider, insertIdentity, updateUserRow } from "../user/store-user.ts";
import { buildWalletData, getWalletId, type Wallet, WEB3 } from "./wallet-identity.ts";

/**
 * Finds or creates the wallet's account. A new account has no email address, and nothing public about it contains the
 * wallet's address. `invitation` is the token that the browser has accepted. Throws AuthError: user_banned,
 * user_not_found, signup_disabled.
 */
export async function signInWallet(auth: AuthDeps, tx: Tx, wallet: Wallet, invitation: string | undefined) {
  const now = auth.clock.now();
  await lockKey(tx, getWalletId(wallet));
  const existingIdentity = await findWalletIdentity(tx, wallet);
  if (!existingIdentity) return createWalletAccount(auth, tx, wallet, invitation);
  const [account] = await tx
    .select()
    .from(users)
    .where(eq(users.id, existingIdentity.userId))
    .for("no key update");
  // The wallet may have been unlinked while we waited for the row lock.
  const identity = await findWalletIdentity(tx, wallet);
  if (!account || !identity || account.deletedAt !== null) throw new AuthError("user_not_found");
  if (isBanned(account, now)) throw createBannedError(account);
  return account;
}

/**
 * Links the wallet to the account of this session, whose owner requested it. Does nothing if it is already linked.
 * Throws AuthError: identity_already_exists, session_not_found, user_banned.
 */
export async function linkWallet(auth: AuthDeps, tx: Tx, sessionId: string, wallet: Wallet) {
  await lockKey(tx, getWalletId(wallet));
  const account = await lockSessionOwner(auth, tx, sessionId);
  const identity = await findWalletIdentity(tx, wallet);
  if (identity && identity.userId !== account.id)
    throw new AuthError("identity_already_exists", {
      message: "This wallet is already linked to another account.",
    });
  if (identity) return account;
  const now = auth.clock.now();
  await insertWalletIdentity(tx, account, wallet, now);
  const updated = await updateUserRow(tx, account.id, {
    appMetadata: addProvider(account.appMetadata, WEB3),
    // A guest who can sign in again becomes a member.
    isAnonymous: false,
    updatedAt: now,
  });
  const label = `the Ethereum wallet ${shortenAddress(wallet.address)}`;
  await notifyOwner(auth, tx, updated, { kind: "identity_added", provider: label });
  return updated;
}

export async function findWalletIdentity(db: Db | Tx, wallet: Wallet): Promise<IdentityRow | undefined> {
  const [identity] = await db
    .select()
    .from(identities)
    .where(and(eq(identities.provider, WEB3), eq(identities.providerId, getWalletId(wallet))));
  return identity;
}

async function createWalletAccount(auth: AuthDeps, tx: Tx, wallet: Wallet, token: string | undefined) {
  const invitation = requireAllowed(restrictToAddress(await checkSignUp(auth, token, tx), null));
  const now = auth.clock.now();
  const [account] = await tx
    .insert(users)
    .values({ createdAt: now, updatedAt: now, appMetadata: { provider: WEB3, providers: [WEB3] } })
    .returning();
  if (!account) throw new Error("a user could not be stored");
  const username = await createProfile(tx, { userId: account.id, username: undefined, email: null, now });
  await joinWithInvitation(auth, tx, account, invitation);
  await insertWalletIdentity(tx, account, wallet, now);
  return updateUserRow(tx, account.id, { userMetadata: { username } });
}

const insertWalletIdentity = (tx: Tx, account: UserRow, wallet: Wallet, now: Date) => {
  const identity = { userId: account.id, provider: WEB3, providerId: getWalletId(wallet), now };
  return insertIdentity(tx, { ...identity, identityData: buildWalletData(wallet) });
};
