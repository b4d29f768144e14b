import { StartError } from "#server/platform/start-error.ts";
import type { AuthConfig } from "../deps.ts";
import type { Keys } from "../keys/keys.ts";

/** Other programs verify ID tokens with the published keys, so a shared secret can't sign them. */
export function requirePublicKey({ auth }: AuthConfig, { signing, published }: Keys): void {
  if (!auth.oauthServer || published.some(({ kid }) => kid === signing.kid)) return;
  throw new StartError(
    "AUTH_OAUTH_SERVER needs a signing key for ES256 or RS256: change AUTH_JWT_KEYS, or remove it",
  );
}
