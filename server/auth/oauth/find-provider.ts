import { describeProviderById } from "#server/config-providers.ts";
import type { AuthDeps } from "../deps.ts";
import { createValidationError } from "../request-body.ts";

/** All provider names of the auth protocol, whether or not the site offers them. */
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
const getProviderId = (name: string) => (name === "twitter" ? "x" : name);

export const isProviderEnabled = async ({ providers }: Pick<AuthDeps, "providers">, name: string) =>
  (await providers.list()).some(({ id }) => id === getProviderId(name));

/** Whether members can link and unlink sign-in methods: by default, if wallet sign-in is on or there is a provider. */
export const isLinkingEnabled = async ({ config, providers }: Pick<AuthDeps, "config" | "providers">) =>
  config.auth.manualLinking ?? (config.auth.ethereum.isEnabled || (await providers.list()).length > 0);

/** Describes a provider for an error message. */
export function describeProvider(name: string): string {
  const { issuer } = describeProviderById(getProviderId(name), { label: name });
  return issuer ? `issuer "${issuer}"` : name.slice(0, 40);
}

/** Finds an enabled provider. Throws AuthError("validation_failed"). */
export async function findProvider({ providers }: Pick<AuthDeps, "providers">, name = "") {
  const provider = (await providers.list()).find(({ id }) => id === getProviderId(name));
  if (provider) return provider;
  const reason = PROVIDER_NAMES.includes(name)
    ? "provider is not enabled"
    : `Provider ${name.slice(0, 40)} could not be found`;
  throw createValidationError(`Unsupported provider: ${reason}`);
}
