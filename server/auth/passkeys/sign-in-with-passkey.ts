import { AuthError } from "#core/accounts/auth-errors.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { readBody, readTextField } from "../request-body.ts";
import { startSession } from "../session/start-session.ts";
import { createBannedError, isBanned } from "../user/is-banned.ts";
import { acceptPasskey } from "./accept-passkey.ts";
import { consumeChallenge, createChallenge, identifyBrowser, markBrowser } from "./challenges.ts";
import { PROMPT_TIMEOUT_MS } from "./register-passkey.ts";
import { getRelyingParty } from "./relying-party.ts";
import { parseAssertion } from "./verify-credential.ts";

/** Creates the options for signing in. They accept any account's passkey, so they reveal nothing about accounts. */
export const handleSignInOptions: AuthHandler = async (c, auth) => {
  const relyingParty = getRelyingParty(auth, c.req.header("host"));
  await countRequest(auth, "passkey_options", getClientInfo(c, auth).ip);
  const challenge = await createChallenge(auth, { purpose: "sign-in", browserHash: markBrowser(c) });
  return c.json({
    challenge_id: challenge.id,
    options: {
      rpId: relyingParty.id,
      challenge: challenge.challenge.toString("base64url"),
      timeout: PROMPT_TIMEOUT_MS,
      userVerification: "required",
    },
    expires_at: challenge.expiresAt,
  });
};

/** Starts a session at aal2, because the authenticator has also verified its user (docs/decisions/075). */
export const handleSignIn: AuthHandler = async (c, auth) => {
  const relyingParty = getRelyingParty(auth, c.req.header("host"));
  const body = await readBody(c);
  const challengeId = readTextField(body, "challenge_id");
  const browserHash = identifyBrowser(c);
  const client = getClientInfo(c, auth);
  await countRequest(auth, "passkey_verify", client.ip);
  const challenge = await consumeChallenge(auth, challengeId, { purpose: "sign-in", browserHash });
  const input = parseAssertion(body.credential);
  const session = await auth.database.db.transaction(async (tx) => {
    const { user, passkey } = await acceptPasskey(auth, tx, input, { challenge, relyingParty });
    if (isBanned(user, auth.clock.now())) throw createBannedError(user, 400);
    // The account may have become a single sign-on account after the passkey was added.
    if (user.isSsoUser) throw new AuthError("user_sso_managed");
    return startSession(auth, tx, user, "passkey", client, { passkeyId: passkey.id });
  });
  return c.json(session);
};
