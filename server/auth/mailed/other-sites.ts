import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthHandler } from "../handler.ts";

/** Social sign-in providers of the protocol. None is offered. */
export const OTHER_SITES: readonly string[] = [
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
  throw unsupported(c.req.query("provider"));
};

/** The request that would link a social account. */
export const handleLinkIdentity: AuthHandler = async (c, auth) => {
  if (!auth.config.auth.manualLinking) throw new AuthError("manual_linking_disabled");
  throw unsupported(c.req.query("provider"));
};

function unsupported(provider = ""): AuthError {
  const why = OTHER_SITES.includes(provider)
    ? "provider is not enabled"
    : `Provider ${provider.slice(0, 40)} could not be found`;
  return new AuthError("validation_failed", { message: `Unsupported provider: ${why}` });
}
