/** What an app can learn about a member, in display order. Every app learns the member's ID. */
export const OAUTH_SCOPES = ["openid", "profile", "email", "phone"] as const;
export type OAuthScope = (typeof OAUTH_SCOPES)[number];

const DEFAULT_SCOPES: readonly OAuthScope[] = ["email"];

export const SCOPE_LABELS: Readonly<Record<OAuthScope, string>> = {
  openid: "Your account ID, to recognize you",
  profile: "Your username and profile picture",
  email: "Your email address",
  phone: "Your phone number",
};

/** Lists the scopes with the implied "openid", in display order. */
export const listShownScopes = (scopes: readonly string[]): OAuthScope[] =>
  OAUTH_SCOPES.filter((scope) => scope === "openid" || scopes.includes(scope));

/**
 * Accepted because many clients request it. It has no effect, because a client's grant types determine whether it gets
 * a refresh token.
 */
const IGNORED_SCOPE = "offline_access";

/** Parses a space-separated list. Returns the default scopes if it is empty, and null if a scope is unknown. */
export function parseScopes(text: string): OAuthScope[] | null {
  const names = text.split(" ").filter((name) => name !== "" && name !== IGNORED_SCOPE);
  if (names.length === 0) return [...DEFAULT_SCOPES];
  const scopes = OAUTH_SCOPES.filter((scope) => names.includes(scope));
  return names.every((name) => (OAUTH_SCOPES as readonly string[]).includes(name)) ? scopes : null;
}

export const OAUTH_GRANT_TYPES = ["authorization_code", "refresh_token"] as const;
export type OAuthGrantType = (typeof OAUTH_GRANT_TYPES)[number];

/** How a client authenticates at the token endpoint. "none" is for clients that can't store a secret. */
export const CLIENT_AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"] as const;
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number];

export const CLIENT_NAME_MAX = 100;
export const REDIRECT_URIS_MAX = 10;
export const CLIENT_URL_MAX = 2048;

const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * Whether codes may be sent to the URI. It must use https, or http on the same device. A fragment isn't allowed,
 * because the code would end up there. Neither are a user name and password, because they can hide the host.
 */
export function isValidRedirectUri(uri: string): boolean {
  if (uri.length > CLIENT_URL_MAX || !VISIBLE_ASCII.test(uri) || /[#\\]/.test(uri) || !URL.canParse(uri))
    return false;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK_HOSTS.includes(hostname));
}

/** Whether any program on the member's device can receive what is sent to the URI. */
export const isLoopbackUri = (uri: string): boolean => LOOPBACK_HOSTS.includes(new URL(uri).hostname);

export function isValidClientUrl(url: string): boolean {
  if (url.length > CLIENT_URL_MAX || !VISIBLE_ASCII.test(url) || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}

/** Puts a name on one line, without characters that could reorder or hide text and so imitate another app's name. */
export const cleanClientName = (name: string): string =>
  name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

export interface AppSummary {
  readonly id: string;
  readonly name: string;
  /** An http(s) URL. */
  readonly website: string | null;
}

/** An app to which the member has granted access. Times are RFC 3339. */
export interface AppGrant extends AppSummary {
  readonly scopes: readonly OAuthScope[];
  readonly grantedAt: string;
  readonly usedAt: string;
}

export interface AppRequest extends AppSummary {
  readonly scopes: readonly OAuthScope[];
  readonly redirectHost: string;
  /** Whether the app registered itself. If so, no administrator has reviewed it. */
  readonly isSelfRegistered: boolean;
}

export interface RegisteredApp extends AppSummary {
  readonly redirectUris: readonly string[];
  readonly authMethod: ClientAuthMethod;
  readonly isSelfRegistered: boolean;
  readonly createdAt: string;
  readonly grantCount: number;
}
