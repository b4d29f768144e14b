import {
  createRemoteJWKSet,
  customFetch as customKeyFetch,
  importPKCS8,
  type JWTVerifyGetKey,
  SignJWT,
} from "jose";
import type { ClientAuth, Configuration, CustomFetch } from "openid-client";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AppleKey, SignInProvider } from "#server/config-providers.ts";
import { createSafeFetch } from "#server/platform/safe-fetch.ts";
import type { AuthDeps } from "../deps.ts";

export interface ProviderClient {
  readonly openid: typeof import("openid-client");
  readonly config: Configuration;
  readonly issuer: string;
  /**
   * Finds the key that signed an ID token. If the key ID is unknown, the provider's keys are fetched again. Null for
   * providers that issue no ID tokens or publish no keys.
   */
  readonly getKey: JWTVerifyGetKey | null;
}

/** Allowed clock difference, in seconds. */
export const SKEW_SECONDS = 30;
/** The timeout of each request to a provider. A complete sign-in must take less time than /auth/v1 allows. */
const TIMEOUT_MS = 3_000;
const BYTES_MAX = 262_144;
/** How long a provider's discovered endpoints are used before they are fetched again. */
const FRESH_MS = 60 * 60 * 1000;
const APPLE_SECRET_SECONDS = 300;

/** How long to wait before fetching known endpoints again after an attempt has failed. */
const RETRY_DELAY_MS = 60_000;
/** The clients by provider. An unchanged provider is always the same object (provider-store.ts). */
const clients = new WeakMap<SignInProvider, { client: Promise<ProviderClient>; refreshAt: number }>();

/**
 * Returns a provider's client, from memory if its endpoints were read recently. If the provider can't be reached or its
 * metadata is invalid, returns the previous client, or throws AuthError("unexpected_failure") if there is none.
 */
export async function getProviderClient(auth: AuthDeps, provider: SignInProvider): Promise<ProviderClient> {
  const now = auth.clock.now().getTime();
  const cacheEntry = clients.get(provider);
  if (cacheEntry && now < cacheEntry.refreshAt) return cacheEntry.client;
  const client = refreshClient(auth, provider, cacheEntry?.client);
  clients.set(provider, { client, refreshAt: now + FRESH_MS });
  return client;
}

async function refreshClient(
  auth: AuthDeps,
  provider: SignInProvider,
  knownClient: Promise<ProviderClient> | undefined,
): Promise<ProviderClient> {
  try {
    return await createProviderClient(auth, provider);
  } catch (cause) {
    auth.log.warn({ provider: provider.id, err: cause }, "a sign-in provider's metadata could not be read");
    // During an outage, the endpoints that are already known remain in use.
    if (knownClient) {
      clients.set(provider, { client: knownClient, refreshAt: auth.clock.now().getTime() + RETRY_DELAY_MS });
      return knownClient;
    }
    clients.delete(provider);
    const message = `${provider.label} can't be reached right now`;
    throw new AuthError("unexpected_failure", { status: 503, message, cause });
  }
}

async function createProviderClient(auth: AuthDeps, provider: SignInProvider): Promise<ProviderClient> {
  const openid = await import("openid-client");
  const { oidcAllowPrivate } = auth.config.auth;
  const [clientId] = provider.clientIds;
  const fetch = createProviderFetch(oidcAllowPrivate);
  const metadata = { [openid.clockTolerance]: SKEW_SECONDS };
  const clientAuth = createClientAuth(openid, provider);
  const config = provider.endpoints
    ? new openid.Configuration(
        {
          issuer: provider.issuer,
          authorization_endpoint: provider.endpoints.authorization,
          token_endpoint: provider.endpoints.token,
          token_endpoint_auth_methods_supported: ["client_secret_post"],
        },
        clientId,
        metadata,
        clientAuth,
      )
    : await openid.discovery(new URL(provider.issuer), clientId, metadata, clientAuth, {
        [openid.customFetch]: fetch,
        timeout: TIMEOUT_MS / 1000,
        execute: oidcAllowPrivate ? [openid.allowInsecureRequests] : [],
      });
  config[openid.customFetch] = fetch;
  config.timeout = TIMEOUT_MS / 1000;
  if (oidcAllowPrivate) openid.allowInsecureRequests(config);
  const { issuer, jwks_uri: keysUrl } = config.serverMetadata();
  const getKey =
    provider.kind === "oidc" && keysUrl !== undefined
      ? createRemoteJWKSet(new URL(keysUrl), {
          [customKeyFetch]: fetch as typeof globalThis.fetch,
          timeoutDuration: TIMEOUT_MS,
          cooldownDuration: 0,
        })
      : null;
  return { openid, config, issuer, getKey };
}

/**
 * Creates a fetch function that refuses private IP addresses unless they are allowed (docs/decisions/032). This also
 * applies to the URLs in the provider's metadata, which no one has checked.
 */
function createProviderFetch(allowPrivate: boolean): CustomFetch {
  const safeFetch = createSafeFetch({ allowPrivate });
  return async (url, { method, headers, body, signal }) => {
    const response = await safeFetch(url, {
      method: method === "POST" ? "POST" : "GET",
      headers: Object.fromEntries(new Headers(headers)),
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...(signal ? { signal } : {}),
      timeoutMs: TIMEOUT_MS,
      maxBytes: BYTES_MAX,
      maxRedirects: 0,
      httpsOnly: !allowPrivate,
    });
    const headerNames = ["content-type", "www-authenticate", "retry-after"];
    return new Response(response.status === 204 ? null : new Uint8Array(response.body), {
      status: response.status,
      headers: headerNames.flatMap((name): [string, string][] => {
        const value = response.headers[name];
        return typeof value === "string" ? [[name, value]] : [];
      }),
    });
  };
}

/**
 * Sends the client secret in the body if possible: in the header, it has to be encoded, and not every provider decodes
 * it. X accepts only the header and doesn't decode it.
 */
function createClientAuth(openid: typeof import("openid-client"), provider: SignInProvider): ClientAuth {
  const { clientSecret, kind } = provider;
  if (typeof clientSecret !== "string")
    return async (_server, client, body) => {
      body.set("client_id", client.client_id);
      body.set("client_secret", await signAppleSecret(clientSecret, client.client_id));
    };
  if (kind === "x")
    return (_server, client, _body, headers) =>
      headers.set("authorization", `Basic ${btoa(`${client.client_id}:${clientSecret}`)}`);
  const authenticateInHeader = openid.ClientSecretBasic(clientSecret);
  const authenticateInBody = openid.ClientSecretPost(clientSecret);
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? [];
    const authenticate = methods.includes("client_secret_post") ? authenticateInBody : authenticateInHeader;
    return authenticate(server, client, body, headers);
  };
}

/** Creates a client secret for Apple. Clients of Apple sign their own secrets, which expire. */
async function signAppleSecret({ teamId, keyId, privateKey }: AppleKey, clientId: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience("https://appleid.apple.com")
    .setIssuedAt()
    .setExpirationTime(`${APPLE_SECRET_SECONDS} seconds`)
    .sign(await importPKCS8(privateKey, "ES256"));
}
