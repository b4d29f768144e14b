import type { AuthHandler } from "./handler.ts";
import { isProviderEnabled, PROVIDER_NAMES } from "./oauth/find-provider.ts";
import { arePasskeysEnabled } from "./passkeys/relying-party.ts";

export const handleHealth: AuthHandler = async (c) =>
  c.json({ version: "v0.1.0", name: "Lattice", description: "Accounts of a Lattice community" });

export const handleSettings: AuthHandler = async (c, { config, providers, settings }) => {
  const enabledFlags = await Promise.all(
    PROVIDER_NAMES.map((name) => isProviderEnabled({ providers }, name)),
  );
  return c.json({
    external: {
      anonymous_users: config.auth.anonymous,
      email: config.auth.email,
      phone: config.auth.phone,
      ...Object.fromEntries(PROVIDER_NAMES.map((name, index) => [name, enabledFlags[index]])),
    },
    disable_signup: !(await settings.read()).signUpOpen,
    mailer_autoconfirm: config.auth.autoconfirm,
    phone_autoconfirm: config.auth.smsAutoconfirm,
    sms_provider: config.auth.phone ? "gateway" : "",
    saml_enabled: config.auth.saml,
    saml_private_key_next_configured: false,
    passkeys_enabled: arePasskeysEnabled({ config }, c.req.header("host")),
  });
};

export const handleKeySet: AuthHandler = async (c, { keys }) =>
  c.json({ keys: keys.published }, 200, { "cache-control": "public, max-age=600" });
