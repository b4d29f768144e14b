import { AuthError } from "#core/accounts/auth-errors.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { respondOAuth } from "../oauth-error.ts";
import { readBody, readTextField, readTextFields } from "../request-body.ts";
import { startSession } from "../session/start-session.ts";
import { runWithMessages } from "../user/notify-owner.ts";
import { checkWalletMessage } from "./check-wallet-message.ts";
import { findWalletIdentity, signInWallet } from "./sign-in-wallet.ts";

/** Signs in with an EIP-4361 message, as the official client's signInWithWeb3 sends it. */
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
      const account = await signInWallet(authAtNow, tx, wallet, client.invitationToken);
      return startSession(authAtNow, tx, account, "web3", client);
    });
    return c.json(session);
  });
};
