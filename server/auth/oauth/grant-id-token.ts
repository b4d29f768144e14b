import { createHash } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { SignInProvider } from "#server/config-providers.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { OAuthError, respondOAuth } from "../oauth-error.ts";
import { readBody, readTextField } from "../request-body.ts";
import { authenticateBearer, requireVerifiedFactor } from "../session/authenticate-bearer.ts";
import { startSession } from "../session/start-session.ts";
import { runWithMessages } from "../user/notify-owner.ts";
import { requireLinkingAllowed } from "./authorize.ts";
import { describeProvider, findProvider, isProviderEnabled } from "./find-provider.ts";
import { getProviderClient, SKEW_SECONDS } from "./provider-client.ts";
import { readClaims, type VerifiedIdToken, verifyIdToken } from "./read-provider-user.ts";
import { linkProviderUser, signInProviderUser } from "./sign-in-provider-user.ts";
import { usedIdTokens } from "./tables.ts";

/**
 * Signs in, or links an identity, with an ID token that the client has received from a provider, for example in a
 * mobile app.
 */
export const handleIdTokenGrant: AuthHandler = async (c, auth) => {
  const client = getClientInfo(c, auth);
  await countRequest(auth, "token", client.ip);
  const body = await readBody(c);
  return respondOAuth(c, async () => {
    const token = readTextField(body, "id_token");
    const name = readTextField(body, "provider");
    if (!token) throw new OAuthError("invalid request", "id_token required");
    if (!name) throw new OAuthError("invalid request", "provider required");
    if (!(await isProviderEnabled(auth, name)))
      throw new AuthError("provider_disabled", {
        message: `Provider (${describeProvider(name)}) is not enabled`,
      });
    const provider = await findProvider(auth, name);
    if (provider.kind !== "oidc") throw new OAuthError("invalid request", "Provider issues no ID tokens");
    const isLinking = body.link_identity === true;
    const bearer = isLinking ? await authenticateBearer(auth, c.req.header("authorization")) : null;
    if (bearer) {
      requireVerifiedFactor(bearer);
      await requireLinkingAllowed(auth, bearer);
    }
    const claims = await verify(auth, provider, token);
    checkNonce(claims, readTextField(body, "nonce"));
    const invitationToken = readTextField(body, "invitation") ?? client.invitationToken;
    const { issuer } = await getProviderClient(auth, provider);
    const user = readClaims(provider, issuer, claims);
    const session = await runWithMessages(auth, async (tx) => {
      const { rowCount } = await tx
        .insert(usedIdTokens)
        .values({
          tokenHash: createHash("sha256").update(token).digest(),
          expiresAt: new Date((claims.exp + SKEW_SECONDS) * 1000),
        })
        .onConflictDoNothing();
      if (rowCount === 0) throw new OAuthError("invalid request", "ID token was already used");
      const account = bearer?.session
        ? await linkProviderUser(auth, tx, bearer.session.id, user)
        : await signInProviderUser(auth, tx, user, invitationToken);
      return startSession(auth, tx, account, "oauth", client, { provider: provider.id });
    });
    return c.json(session);
  });
};

async function verify(auth: AuthDeps, provider: SignInProvider, token: string): Promise<VerifiedIdToken> {
  const createRefusal = (cause: unknown) => {
    auth.log.warn({ provider: provider.id, err: cause }, "an ID token was refused");
    return new OAuthError("invalid request", "Bad ID token");
  };
  try {
    // Rejects anything that isn't a token before the provider is asked.
    decodeProtectedHeader(token);
    decodeJwt(token);
  } catch (cause) {
    throw createRefusal(cause);
  }
  // Runs outside the try blocks, because an unreachable provider doesn't make the token bad.
  await getProviderClient(auth, provider);
  try {
    return await verifyIdToken(auth, provider, token, provider.clientIds);
  } catch (cause) {
    throw createRefusal(cause);
  }
}

/** Rejects a wrong nonce. The token contains only its hash, so a stolen token can't be used without the nonce. */
function checkNonce({ nonce }: VerifiedIdToken, givenNonce: string | undefined): void {
  if (!nonce && !givenNonce) return;
  if (!nonce || !givenNonce)
    throw new OAuthError(
      "invalid request",
      "Passed nonce and nonce in id_token should either both exist or not.",
    );
  if (createHash("sha256").update(givenNonce).digest("hex") !== nonce) throw new OAuthError("invalid nonce");
}
