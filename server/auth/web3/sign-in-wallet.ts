import { and, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { lockKey } from "../oauth/sign-in-provider-user.ts";
import { type IdentityRow, identities, users } from "../tables.ts";
import { createIdentityAccount } from "../user/create-account.ts";
import { checkSignUp, requireAllowed, restrictToAddress } from "../user/invited-sign-up.ts";
import { createBannedError, isBanned } from "../user/is-banned.ts";
import { buildWalletData, getWalletId, type Wallet, WEB3 } from "./wallet-identity.ts";

/**
 * Finds or creates the wallet's account. A new account has no email address, and none of its public data contains the
 * wallet's address. `invitationToken` is from the browser's cookie. Throws AuthError: user_banned,
 * user_not_found, signup_disabled.
 */
export async function signInWallet(
  auth: AuthDeps,
  tx: Tx,
  wallet: Wallet,
  invitationToken: string | undefined,
) {
  const now = auth.clock.now();
  await lockKey(tx, getWalletId(wallet));
  const existingIdentity = await findWalletIdentity(tx, wallet);
  if (!existingIdentity) return createWalletAccount(auth, tx, wallet, invitationToken);
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

export async function findWalletIdentity(db: Db | Tx, wallet: Wallet): Promise<IdentityRow | undefined> {
  const [identity] = await db
    .select()
    .from(identities)
    .where(and(eq(identities.provider, WEB3), eq(identities.providerId, getWalletId(wallet))));
  return identity;
}

async function createWalletAccount(
  auth: AuthDeps,
  tx: Tx,
  wallet: Wallet,
  invitationToken: string | undefined,
) {
  const invitation = requireAllowed(restrictToAddress(await checkSignUp(auth, invitationToken, tx), null));
  return createIdentityAccount(auth, tx, {
    columns: {},
    identity: buildWalletIdentity(wallet),
    metadata: {},
    invitation,
    now: auth.clock.now(),
  });
}

export const buildWalletIdentity = (wallet: Wallet) => ({
  provider: WEB3,
  providerId: getWalletId(wallet),
  identityData: buildWalletData(wallet),
});
