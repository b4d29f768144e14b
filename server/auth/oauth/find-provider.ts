import { AuthError } from "#core/accounts/auth-errors.ts";
import type { SignInProvider } from "#server/config-providers.ts";
import type { AuthDeps } from "../deps.ts";

/** The names that the auth protocol knows. A site offers only the providers in its configuration. */
export const PROVIDER_NAMES: readonly string[] = [
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
  "x",
  "zoom",
];

/** `twitter` is the protocol's older name for the provider `x`. */
const getId = (name: string) => (name === "twitter" ? "x" : name);

export const isProviderEnabled = ({ config }: Pick<AuthDeps, "config">, name: string) =>
  config.auth.providers.some(({ id }) => id === getId(name));

/** Throws AuthError("validation_failed") if the site doesn't offer it. */
export function findProvider({ config }: Pick<AuthDeps, "config">, name = ""): SignInProvider {
  const provider = config.auth.providers.find(({ id }) => id === getId(name));
  if (provider) return provider;
  const reason = PROVIDER_NAMES.includes(name)
    ? "provider is not enabled"
    : `Provider ${name.slice(0, 40)} could not be found`;
  throw new AuthError("validation_failed", { message: `Unsupported provider: ${reason}` });
}
