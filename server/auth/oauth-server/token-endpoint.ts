import { AuthError } from "#core/accounts/auth-errors.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { OAuthError, respondOAuth } from "../oauth-error.ts";
import { tryRefresh } from "../session/refresh-session.ts";
import { hasTokenFormat } from "../session/refresh-tokens.ts";
import { authenticateClient } from "./authenticate-client.ts";
import { exchangeCode } from "./exchange-code.ts";
import { readParams } from "./read-parameters.ts";
import type { OAuthClientRow } from "./tables.ts";

/** Exchanges a code or a refresh token for tokens. Accepts forms, as OAuth requires, and JSON. */
export const handleClientToken: AuthHandler = (c, auth) =>
  respondOAuth(c, async () => {
    const info = getClientInfo(c, auth);
    await countRequest(auth, "oauth_token", info.ip);
    const params = readParams(await c.req.text(), c.req.header("content-type"));
    const grantType = params.get("grant_type");
    if (!grantType) throw new OAuthError("invalid_request", "grant_type is required");
    const client = await authenticateClient(auth, c.req.header("authorization"), params);
    if (grantType !== "authorization_code" && grantType !== "refresh_token")
      throw new OAuthError("unsupported_grant_type");
    if (!client.grantTypes.includes(grantType)) throw new OAuthError("unauthorized_client");
    return c.json(
      grantType === "authorization_code"
        ? await exchangeCode(
            auth,
            client,
            {
              code: params.get("code") || undefined,
              redirectUri: params.get("redirect_uri") || undefined,
              verifier: params.get("code_verifier") || undefined,
            },
            info,
          )
        : await refresh(auth, client, params.get("refresh_token") || undefined, info),
    );
  });

/** Refreshes a client's session in the same way as a member's own (session/refresh-session.ts). */
async function refresh(auth: AuthDeps, client: OAuthClientRow, token: string | undefined, info: ClientInfo) {
  if (!token) throw new OAuthError("invalid_request", "refresh_token is required");
  const outcome = hasTokenFormat(token)
    ? await tryRefresh(auth, token, info, { oauthClientId: client.id })
    : new AuthError("refresh_token_not_found");
  if (outcome instanceof AuthError)
    throw new OAuthError("invalid_grant", "Refresh token is invalid or expired");
  const { access_token, token_type, expires_in, refresh_token } = outcome;
  return { access_token, token_type, expires_in, refresh_token };
}
