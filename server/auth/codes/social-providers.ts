import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthHandler } from "../handler.ts";

/** Social sign-in providers of the protocol. None is supported. */
export const SOCIAL_PROVIDERS: readonly string[] = [
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "snapchat",
  "figma",
  "fly",
  "github",
  "gitlab",
  "google",
  "keycloak",
  "kakao",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "spotify",
  "slack",
  "slack_oidc",
  "workos",
  "twitch",
  "twitter",
  "zoom",
];

/** The redirect that would start a social sign-in. */
export const handleAuthorize: AuthHandler = async (c) => {
  throw createUnsupportedError(c.req.query("provider"));
};

/** The request that would link a social account. */
export const handleLinkIdentity: AuthHandler = async (c, auth) => {
  if (!auth.config.auth.manualLinking) throw new AuthError("manual_linking_disabled");
  throw createUnsupportedError(c.req.query("provider"));
};

function createUnsupportedError(provider = ""): AuthError {
  const reason = SOCIAL_PROVIDERS.includes(provider)
    ? "provider is not enabled"
    : `Provider ${provider.slice(0, 40)} could not be found`;
  return new AuthError("validation_failed", { message: `Unsupported provider: ${reason}` });
}
