import { AuthError } from "#core/accounts/auth-errors.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { OAuthError, respondOAuth } from "../oauth-error.ts";
import { tryRefresh } from "../session/refresh-session.ts";
import { hasTokenFormat } from "../session/refresh-tokens.ts";
import { findClient, hashSecret } from "./clients.ts";
import { exchangeCode } from "./exchange-code.ts";
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

/** Reads the parameters of a form or JSON object. Each may be given once. */
function readParams(text: string, contentType = ""): URLSearchParams {
  const params = contentType.includes("application/json") ? readJson(text) : new URLSearchParams(text);
  if ([...params.keys()].length !== new Set(params.keys()).size)
    throw new OAuthError("invalid_request", "A parameter is given more than once");
  return params;
}

function readJson(text: string): URLSearchParams {
  try {
    const fields: unknown = JSON.parse(text);
    return new URLSearchParams(
      Object.entries(fields as object).filter(
        (field): field is [string, string] => typeof field[1] === "string",
      ),
    );
  } catch {
    throw new OAuthError("invalid_request", "Invalid JSON body");
  }
}

/** Refreshes a client's session, which works like a member's own (session/refresh-session.ts). */
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

/**
 * Returns the client of a request to the token endpoint. A client with a secret may send it in the header or in the
 * body. A client without one can't be authenticated, so its security depends on its redirect URIs and PKCE. Throws
 * OAuthError: invalid_request, invalid_client.
 */
async function authenticateClient(auth: AuthDeps, header: string | undefined, params: URLSearchParams) {
  const fromHeader = readBasic(header);
  const fromBody = {
    id: params.get("client_id") || undefined,
    secret: params.get("client_secret") || undefined,
  };
  if (fromHeader && (fromBody.secret !== undefined || (fromBody.id ?? fromHeader.id) !== fromHeader.id))
    throw new OAuthError("invalid_request", "The client's credentials must be sent in only one way");
  const { id, secret } = fromHeader ?? fromBody;
  const client = await findClient(auth.database.db, id);
  if (!client || !isCorrect(client, secret)) throw new OAuthError("invalid_client");
  return client;
}

function isCorrect({ secretHash }: OAuthClientRow, secret: string | undefined): boolean {
  if (secretHash === null) return secret === undefined;
  return secret !== undefined && isSameSecret(hashSecret(secret), secretHash);
}

/** Reads the credentials of a Basic Authorization header, whose parts are form-encoded. */
function readBasic(header: string | undefined): { id: string; secret: string | undefined } | undefined {
  const encoded = /^Basic\s+([A-Za-z0-9+/]+=*)$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const credentials = Buffer.from(encoded, "base64").toString("utf8");
  const colon = credentials.indexOf(":");
  const decode = (part: string) =>
    new URLSearchParams(`part=${part.replaceAll("&", "%26")}`).get("part") ?? "";
  return colon < 0
    ? { id: decode(credentials), secret: undefined }
    : { id: decode(credentials.slice(0, colon)), secret: decode(credentials.slice(colon + 1)) || undefined };
}
