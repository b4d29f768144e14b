import { and, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { shortenAddress } from "#core/wallet/address.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { lockKey } from "../oauth/sign-in-provider-user.ts";
import { respondOAuth } from "../oauth-error.ts";
import { readBody, readTextField, readTextFields } from "../request-body.ts";
import { startSession } from "../session/start-session.ts";
import { type IdentityRow, identities, users } from "../tables.ts";
import { createIdentityAccount } from "../user/create-account.ts";
import { lockSessionOwner } from "../user/get-own-bearer.ts";
import { checkSignUp, requireAllowed, restrictToAddress } from "../user/invited-sign-up.ts";
import { createBannedError, isBanned } from "../user/is-banned.ts";
import { notifyOwner, runWithMessages } from "../user/notify-owner.ts";
import { addProvider, insertIdentity, updateUserRow } from "../user/store-user.ts";
import { checkWalletMessage } from "./check-wallet-message.ts";
import { buildWalletData, getWalletId, type Wallet, WEB3 } from "./wallet-identity.ts";

/**
 * Finds or creates the wallet's account. A new account has no email address, and nothing public about it contains the
 * wallet's address. `invitation` is the token that the browser has accepted. Throws AuthError: user_banned,
 * user_not_found, signup_disabled.
 */
async function signInWallet(auth: AuthDeps, tx: Tx, wallet: Wallet, invitation: string | undefined) {
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
  await insertIdentity(tx, { userId: account.id, ...buildIdentity(wallet), now });
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

async function findWalletIdentity(db: Db | Tx, wallet: Wallet): Promise<IdentityRow | undefined> {
  const [identity] = await db
    .select()
    .from(identities)
    .where(and(eq(identities.provider, WEB3), eq(identities.providerId, getWalletId(wallet))));
  return identity;
}

async function createWalletAccount(auth: AuthDeps, tx: Tx, wallet: Wallet, token: string | undefined) {
  const invitation = requireAllowed(restrictToAddress(await checkSignUp(auth, token, tx), null));
  return createIdentityAccount(auth, tx, {
    columns: {},
    identity: buildIdentity(wallet),
    metadata: {},
    invitation,
    now: auth.clock.now(),
  });
}

const buildIdentity = (wallet: Wallet) => ({
  provider: WEB3,
  providerId: getWalletId(wallet),
  identityData: buildWalletData(wallet),
});

/** Signs in with a message (EIP-4361), as signInWithWeb3 of the official client sends it. */
export const handleWeb3Grant: AuthHandler = async (c, auth) => {
  if (!auth.config.auth.ethereum.isEnabled) throw new AuthError("web3_provider_disabled");
  const client = getClientInfo(c, auth);
  await countRequest(auth, "web3", client.ip);
  const body = await readBody(c);
  const chain = readTextField(body, "chain");
  if (chain === "solana")
    throw new AuthError("web3_provider_disabled", { message: "Solana Web3 provider is disabled" });
  if (chain !== "ethereum") throw new AuthError("web3_unsupported_chain");
  return respondOAuth(c, async () => {
    const signedMessage = readTextFields(body, "message", "signature");
    const { wallet, consume } = await checkWalletMessage(auth, signedMessage, "sign-in");
    // Creating a wallet costs nothing, so accounts for new wallets are rate limited.
    if (!(await findWalletIdentity(auth.database.db, wallet)))
      await countRequest(auth, "web3_signup", client.ip);
    // All rows get the same time, because clients treat an account as new if created_at equals last_sign_in_at.
    const now = auth.clock.now();
    const authAtNow: AuthDeps = { ...auth, clock: { now: () => now } };
    const session = await runWithMessages(auth, async (tx) => {
      await consume(tx);
      const account = await signInWallet(authAtNow, tx, wallet, client.invitation);
      return startSession(authAtNow, tx, account, "web3", client);
    });
    return c.json(session);
  });
};
