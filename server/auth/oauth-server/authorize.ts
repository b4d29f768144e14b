import { randomBytes } from "node:crypto";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseScopes } from "#core/accounts/oauth.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { OAuthError } from "../oauth-error.ts";
import { createValidationError } from "../request-body.ts";
import { buildClientRedirect } from "./authorizations.ts";
import { findClient } from "./clients.ts";
import { type OAuthClientRow, oauthAuthorizations } from "./tables.ts";

const STATE_MAX = 2_000;
const NONCE_MAX = 500;
/** SHA-256, in unpadded base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Starts an authorization: stores the request and sends the browser to the consent page. If the client or redirect URI
 * is unknown, shows the error on this site, because it must not be sent to an unknown URL.
 */
export const handleAuthorizeClient: AuthHandler = async (c, auth) => {
  await countRequest(auth, "oauth_server", getClientInfo(c, auth).ip);
  const { searchParams } = new URL(c.req.url);
  const showProblem = (problem: "client" | "redirect", error: AuthError) => {
    if (!c.req.header("accept")?.includes("text/html")) throw error;
    return c.redirect(`${auth.config.publicUrl}/oauth/consent?error=${problem}`, 302);
  };
  const client = await findClient(auth.database.db, readSingle(searchParams, "client_id"));
  if (!client)
    return showProblem(
      "client",
      new AuthError("oauth_client_not_found", { status: 400, message: "invalid client_id" }),
    );
  const redirectUri = readSingle(searchParams, "redirect_uri");
  if (redirectUri === undefined || !client.redirectUris.includes(redirectUri))
    return showProblem("redirect", createValidationError("invalid redirect_uri"));

  try {
    const id = await storeRequest(auth, client, redirectUri, searchParams);
    return c.redirect(`${auth.config.publicUrl}/oauth/consent?authorization_id=${id}`, 302);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const state = readStorable(searchParams.get("state"), STATE_MAX) ?? null;
    return c.redirect(
      buildClientRedirect(
        auth,
        { redirectUri, state },
        { error: error.code, error_description: error.message },
      ),
      302,
    );
  }
};

async function storeRequest(
  auth: AuthDeps,
  client: OAuthClientRow,
  redirectUri: string,
  params: URLSearchParams,
): Promise<string> {
  for (const name of params.keys())
    if (params.getAll(name).length > 1)
      throw new OAuthError("invalid_request", `${name} is given more than once`);
  if (params.has("request") || params.has("request_uri")) throw new OAuthError("request_not_supported");
  if (params.get("response_type") !== "code") throw new OAuthError("unsupported_response_type");
  if (!["query", null].includes(params.get("response_mode")))
    throw new OAuthError("invalid_request", "Only response_mode=query is supported");
  const scopes = parseScopes(params.get("scope") ?? "");
  if (!scopes) throw new OAuthError("invalid_scope");
  if (params.get("code_challenge_method") !== "S256" || !CHALLENGE.test(params.get("code_challenge") ?? ""))
    throw new OAuthError("invalid_request", "PKCE with code_challenge_method=S256 is required");
  const state = readStorable(params.get("state"), STATE_MAX);
  const nonce = readStorable(params.get("nonce"), NONCE_MAX);
  if (state === undefined || nonce === undefined)
    throw new OAuthError("invalid_request", "state or nonce is too long or contains invalid characters");
  const id = randomBytes(24).toString("base64url");
  await auth.database.db.insert(oauthAuthorizations).values({
    id,
    clientId: client.id,
    redirectUri,
    scopes,
    state,
    nonce,
    prompt: readPrompt(params.get("prompt")),
    codeChallenge: params.get("code_challenge") ?? "",
    createdAt: auth.clock.now(),
  });
  return id;
}

/** Returns "consent" to ask the member every time, "none" never to ask, or null to ask only if necessary. */
function readPrompt(text: string | null): "none" | "consent" | null {
  const values = (text ?? "").split(" ").filter(Boolean);
  if (values.includes("login")) throw new OAuthError("login_required");
  if (values.includes("none")) {
    if (values.length > 1) throw new OAuthError("invalid_request", "prompt=none must be the only value");
    return "none";
  }
  // The consent page also lets the member switch to another account.
  return values.includes("consent") || values.includes("select_account") ? "consent" : null;
}

/** Returns a parameter's value, or undefined if the parameter is missing or given more than once. */
function readSingle(params: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = params.getAll(name);
  return others.length === 0 ? value : undefined;
}

/** Returns null if the value is absent, and undefined if PostgreSQL can't store it or it is too long. */
function readStorable(value: string | null, max: number): string | null | undefined {
  if (value === null) return null;
  return value.length <= max && !value.includes("\0") && value.isWellFormed() ? value : undefined;
}
