import { AuthError } from "#core/accounts/auth-errors.ts";
import { shortenAddress } from "#core/wallet/address.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { lockKey } from "../oauth/sign-in-provider-user.ts";
import { notifyOwner } from "../user/notify-owner.ts";
import { lockSessionOwner } from "../user/require-viewer-session.ts";
import { addProvider, insertIdentity } from "../user/store-identity.ts";
import { updateUserRow } from "../user/store-user.ts";
import { buildWalletIdentity, findWalletIdentity } from "./sign-in-wallet.ts";
import { getWalletId, type Wallet, WEB3 } from "./wallet-identity.ts";

/**
 * Links the wallet to the session's account. Does nothing if it is already linked to that account.
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
  await insertIdentity(tx, { userId: account.id, ...buildWalletIdentity(wallet), now });
  const updatedUser = await updateUserRow(tx, account.id, {
    appMetadata: addProvider(account.appMetadata, WEB3),
    // A guest who can sign in again becomes a member.
    isAnonymous: false,
    updatedAt: now,
  });
  const label = `the Ethereum wallet ${shortenAddress(wallet.address)}`;
  await notifyOwner(auth, tx, updatedUser, { kind: "identity_added", provider: label });
  return updatedUser;
}
