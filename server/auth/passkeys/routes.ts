import { AuthError } from "#core/accounts/auth-errors.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { readBody, readTextField } from "../request-body.ts";
import { type AuthRoute, route } from "../route.ts";
import { startSession } from "../session/start-session.ts";
import { createBannedError, isBanned } from "../user/is-banned.ts";
import { consumeChallenge, createChallenge, identifyBrowser, markBrowser } from "./challenges.ts";
import {
  handleListPasskeys,
  handleListUserPasskeys,
  handleRemovePasskey,
  handleRemoveUserPasskey,
  handleRenamePasskey,
} from "./own-passkeys.ts";
import { handleRegistration, handleRegistrationOptions, TIMEOUT_MS } from "./register-passkey.ts";
import { getRelyingParty } from "./relying-party.ts";
import { acceptPasskey } from "./use-passkey.ts";
import { parseAssertion } from "./verify-credential.ts";

/** Creates the options for signing in. Any account's passkey is accepted, so the options reveal nothing. */
const handleSignInOptions: AuthHandler = async (c, auth) => {
  const relyingParty = getRelyingParty(auth, c.req.header("host"));
  await countRequest(auth, "passkey_options", getClientInfo(c, auth).ip);
  const challenge = await createChallenge(auth, { purpose: "sign-in", browserHash: markBrowser(c) });
  return c.json({
    challenge_id: challenge.id,
    options: {
      rpId: relyingParty.id,
      challenge: challenge.challenge.toString("base64url"),
      timeout: TIMEOUT_MS,
      userVerification: "required",
    },
    expires_at: challenge.expiresAt,
  });
};

/** Starts a session at aal2, because the authenticator has also verified its user (docs/decisions/075). */
const handleSignIn: AuthHandler = async (c, auth) => {
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
    // The account became a single sign-on account after the passkey was added.
    if (user.isSsoUser) throw new AuthError("user_sso_managed");
    return startSession(auth, tx, user, "passkey", client, { passkeyId: passkey.id });
  });
  return c.json(session);
};

const SIGN_IN = "/passkeys/authentication";
const REGISTRATION = "/passkeys/registration";
const USER_PASSKEYS = "/admin/users/:userId/passkeys";

const routes: readonly AuthRoute[] = [
  route("POST", `${SIGN_IN}/options`, "public", handleSignInOptions),
  route("POST", `${SIGN_IN}/verify`, "public", handleSignIn),
  route("POST", `${REGISTRATION}/options`, "bearer", handleRegistrationOptions),
  route("POST", `${REGISTRATION}/verify`, "bearer", handleRegistration),
  route("GET", "/passkeys", "bearer", handleListPasskeys),
  route("PATCH", "/passkeys/:passkeyId", "bearer", handleRenamePasskey),
  route("DELETE", "/passkeys/:passkeyId", "bearer", handleRemovePasskey),
  route("GET", USER_PASSKEYS, "admin", handleListUserPasskeys),
  route("DELETE", `${USER_PASSKEYS}/:passkeyId`, "admin", handleRemoveUserPasskey),
];

/** Refuses every call with passkey_disabled if the site doesn't offer passkeys. */
export const PASSKEY_ROUTES: readonly AuthRoute[] = routes.map((unguardedRoute) => ({
  ...unguardedRoute,
  handler: async (c, auth) => {
    getRelyingParty(auth, c.req.header("host"));
    return unguardedRoute.handler(c, auth);
  },
}));
