import { AuthError } from "#core/accounts/auth-errors.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { requireLinkingAllowed } from "../oauth/authorize.ts";
import { OAuthError } from "../oauth-error.ts";
import { createValidationError, readBody, readTextFields } from "../request-body.ts";
import { type AuthRoute, route } from "../route.ts";
import { runWithMessages } from "../user/notify-owner.ts";
import { presentUser } from "../user/present-user.ts";
import { checkWalletMessage } from "./check-wallet-message.ts";
import { linkWallet } from "./link-wallet.ts";
import { createNonce } from "./nonces.ts";

function requireEthereum({ config }: AuthDeps): void {
  if (!config.auth.ethereum.isEnabled) throw new AuthError("web3_provider_disabled");
}

const handleCreateSignInNonce: AuthHandler = async (c, auth) => {
  requireEthereum(auth);
  await countRequest(auth, "web3_nonce", getClientInfo(c, auth).ip);
  return c.json(createNonce(auth, "sign-in"));
};

/** Checks whether linking is allowed before the wallet prompts its owner. */
const handleCreateLinkNonce: AuthHandler = async (c, auth) => {
  requireEthereum(auth);
  await countRequest(auth, "web3_nonce", getClientInfo(c, auth).ip);
  const session = await requireLinkingAllowed(auth, c.get("bearer"));
  return c.json(createNonce(auth, { sessionId: session.id }));
};

const handleLinkWallet: AuthHandler = async (c, auth) => {
  requireEthereum(auth);
  await countRequest(auth, "web3", getClientInfo(c, auth).ip);
  const body = await readBody(c);
  const signedMessage = readTextFields(body, "message", "signature");
  const session = await requireLinkingAllowed(auth, c.get("bearer"));
  try {
    const { wallet, consume } = await checkWalletMessage(auth, signedMessage, { sessionId: session.id });
    const user = await runWithMessages(auth, async (tx) => {
      await consume(tx);
      return presentUser(tx, await linkWallet(auth, tx, session.id, wallet));
    });
    return c.json(user);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw createValidationError(error.message);
  }
};

/** Additions to the protocol for this site's own pages. Signing in uses POST /token with the grant type "web3". */
export const WEB3_ROUTES: readonly AuthRoute[] = [
  route("POST", "/web3/nonce", "public", handleCreateSignInNonce),
  route("POST", "/user/web3/nonce", "bearer", handleCreateLinkNonce),
  route("POST", "/user/web3", "bearer", handleLinkWallet),
];
