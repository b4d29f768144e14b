import type { ProviderKind } from "#core/accounts/provider-settings.ts";

/** What to do at each provider before filling in the form. docs/auth-protocol.md has the same steps. */
export const PROVIDER_GUIDES: Readonly<Record<ProviderKind, readonly string[]>> = {
  github: [
    "On GitHub, open Settings > Developer settings > OAuth Apps, and create an app.",
    "Enter the redirect URL below as the authorization callback URL.",
    "Generate a client secret, and copy it together with the client ID.",
  ],
  google: [
    "In Google Cloud, open APIs & Services, and set up the OAuth consent screen with the scopes openid, email and profile.",
    "Create an OAuth client ID of type “Web application”.",
    "Enter the redirect URL below as an authorized redirect URI, and copy the client ID and secret.",
  ],
  gitlab: [
    "On GitLab, open Preferences > Applications, and add an application.",
    "Enter the redirect URL below as the redirect URI.",
    "Select “Confidential” and the scopes openid, profile and email, and copy the application ID and secret.",
  ],
  discord: [
    "In Discord's developer portal, create an application.",
    "Open OAuth2 and add the redirect URL below.",
    "Reset the client secret to see it, and copy it together with the client ID.",
  ],
  x: [
    "In X's developer portal, create an app and open User authentication settings.",
    "Select “Web App”, and enter the redirect URL below as the callback URI.",
    "Turn on “Request email from users”, because an account here needs a confirmed address.",
    "Copy the OAuth 2.0 client ID and secret, not the API key.",
  ],
  apple: [
    "In Apple's developer account, create an App ID with Sign in with Apple, and a Services ID for it.",
    "In the Services ID, add your domain and the redirect URL below as a return URL.",
    "Create a key for Sign in with Apple and download its .p8 file. Copy the team ID and the key ID as well.",
  ],
  custom: [
    "At the provider, register a confidential client for the authorization code flow.",
    "Enter the redirect URL below as the redirect URI.",
    "Copy the client ID and secret. The provider's documentation has the issuer's URL.",
  ],
};
