import { CLIENT_AUTH_METHODS, OAUTH_GRANT_TYPES, OAUTH_SCOPES } from "#core/accounts/oauth.ts";
import type { AuthHandler } from "../handler.ts";

/** Describes the server to clients (RFC 8414 and OpenID Connect Discovery). */
export const handleServerMetadata: AuthHandler = async (c, { config, keys }) => {
  const issuer = `${config.publicUrl}/auth/v1`;
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    ...(config.auth.oauthRegistration ? { registration_endpoint: `${issuer}/oauth/clients/register` } : {}),
    scopes_supported: OAUTH_SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: OAUTH_GRANT_TYPES,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [keys.signing.algorithm],
    token_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_supported: [
      ...["sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "name", "preferred_username", "profile"],
      ...["picture", "updated_at", "email", "email_verified", "phone_number", "phone_number_verified"],
    ],
  };
  return c.json(metadata, 200, { "cache-control": "public, max-age=600" });
};
