import type { Context } from "hono";
import { ExpectedError } from "#core/expected-error.ts";

interface OAuthErrorEntry {
  readonly status: 400 | 401 | 403;
  readonly message: string;
  readonly scheme?: "Basic" | "Bearer";
}

/** All errors in OAuth's format (RFC 6749, RFC 6750 and OpenID Connect). */
const OAUTH_ERRORS = {
  invalid_request: { status: 400, message: "The request is invalid" },
  invalid_client: {
    status: 401,
    message: "Unknown client or invalid client authentication",
    scheme: "Basic",
  },
  invalid_grant: { status: 400, message: "The code or token is invalid or expired" },
  unauthorized_client: { status: 400, message: "The client is not registered for this grant type" },
  unsupported_grant_type: { status: 400, message: "Use authorization_code or refresh_token" },
  invalid_token: { status: 401, message: "The token has expired", scheme: "Bearer" },
  request_not_supported: { status: 400, message: "Request objects are not supported" },
  unsupported_response_type: { status: 400, message: "Only response_type=code is supported" },
  invalid_scope: { status: 400, message: "Supported scopes: openid, profile, email, phone" },
  login_required: { status: 400, message: "prompt=login is not supported" },
  temporarily_unavailable: { status: 400, message: "Try again in a moment" },
  // The auth protocol's spelling for the grants id_token and web3.
  "invalid request": { status: 400, message: "The request is invalid" },
  "invalid nonce": { status: 400, message: "Nonces mismatch" },
} as const satisfies Record<string, OAuthErrorEntry>;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

/** An error of the OAuth server, or of the grants id_token and web3. */
export class OAuthError extends ExpectedError<OAuthErrorCode> {
  override readonly name = "OAuthError";

  constructor(code: OAuthErrorCode, message?: string) {
    const entry = OAUTH_ERRORS[code];
    super(code, { status: entry.status, message: message ?? entry.message });
  }
}

/** Runs the handler of an OAuth endpoint, and responds with its OAuthError if it throws one. */
export async function respondOAuth(c: Context, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const { code, message } = error;
    const { status, scheme }: OAuthErrorEntry = OAUTH_ERRORS[code];
    if (scheme === "Basic") c.header("WWW-Authenticate", "Basic");
    if (scheme === "Bearer")
      c.header("WWW-Authenticate", `Bearer error="${code}", error_description="${message}"`);
    return c.json({ error: code, error_description: message }, status);
  }
}
