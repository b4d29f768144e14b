import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { Provider } from "oidc-provider";
import type { SignInProvider } from "#server/config-providers.ts";
import { startHttpServer } from "#server/testing/http-server.ts";

const CLIENT_ID = "lattice";
const CLIENT_SECRET = "the-client-secret";

export interface OpenIdUser {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly preferred_username?: string;
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

export async function startOpenIdProvider(initialCallbackUrl: string) {
  let callbackUrl = initialCallbackUrl;
  let handle: RequestListener = () => {};
  const requests: string[] = [];
  const server = await startHttpServer((request, response) => {
    requests.push(new URL(request.url ?? "", "http://provider.test").pathname);
    handle(request, response);
  });
  const issuer = server.origin;
  let user: OpenIdUser = { sub: "no-user" };
  const users = new Map<string, OpenIdUser>();

  const replaceProvider = async () => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [callbackUrl],
          token_endpoint_auth_method: "client_secret_post",
        },
      ],
      jwks: { keys: [await createKey()] },
      claims: {
        openid: ["sub"],
        email: ["email", "email_verified"],
        profile: ["name", "preferred_username"],
      },
      cookies: { keys: [randomUUID()] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_context, accountId) => ({
        accountId,
        claims: () => ({ ...(users.get(accountId) ?? { sub: accountId }) }),
      }),
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 600,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
    });
    const handleProtocol = provider.callback();
    handle = (request, response) => {
      if (!request.url?.startsWith("/interaction/")) return void handleProtocol(request, response);
      void (async () => {
        const { params } = await provider.interactionDetails(request, response);
        const grant = new provider.Grant({ accountId: user.sub, clientId: CLIENT_ID });
        grant.addOIDCScope(String(params.scope));
        const result = { login: { accountId: user.sub }, consent: { grantId: await grant.save() } };
        await provider.interactionFinished(request, response, result);
      })();
    };
  };
  await replaceProvider();

  return {
    issuer,
    /** Sets the user who signs in at the provider from now on. */
    setUser(newUser: OpenIdUser) {
      user = newUser;
      users.set(newUser.sub, newUser);
    },
    /** Follows the provider's redirects like a browser, and returns the URL that it sends the browser back to. */
    async visit(url: string) {
      const cookies = new Map<string, string>();
      for (let currentUrl = url; ; ) {
        if (!currentUrl.startsWith(issuer)) return currentUrl;
        const header = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const response = await fetch(currentUrl, { redirect: "manual", headers: { cookie: header } });
        for (const cookie of response.headers.getSetCookie()) {
          const [name = "", value = ""] = cookie.split(";")[0]?.split(/=(.*)/s) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get("location");
        if (location === null) throw new Error(`${response.status}: ${await response.text()}`);
        currentUrl = new URL(location, currentUrl).href;
      }
    },
    setCallbackUrl(url: string) {
      callbackUrl = url;
      return replaceProvider();
    },
    rotateKeys: replaceProvider,
    countRequests: (path: string) => requests.filter((requestedPath) => requestedPath === path).length,
    end: server.close,
  };
}

export const describeProvider = (issuer: string, changes: Partial<SignInProvider> = {}): SignInProvider => ({
  id: "custom:acme",
  label: "Acme",
  kind: "oidc",
  issuer,
  endpoints: null,
  clientIds: [CLIENT_ID],
  clientSecret: CLIENT_SECRET,
  scopes: "openid email profile",
  postsCallback: false,
  ...changes,
});

export async function createKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: "RS256", use: "sig" };
}

/** How an ID token differs from a valid one. Claims that are undefined are omitted. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Seconds to add to the token's times. */
  readonly skew?: number;
  readonly key?: JWK & { kid: string };
  readonly edit?: (token: string) => string;
}

export type ForgingProvider = Awaited<ReturnType<typeof startForgingProvider>>;

/** Starts a provider that issues valid ID tokens, or ones with the defects that a test specifies. */
export async function startForgingProvider() {
  let key = await createKey();
  let keyRequestCount = 0;
  let nextToken: { nonce: string | null; forgery: Forgery } = { nonce: null, forgery: {} };
  const sign = async (claims: Readonly<Record<string, unknown>>, forgery: Forgery = {}) => {
    const now = Math.floor(Date.now() / 1000) + (forgery.skew ?? 0);
    const payload = {
      iss: server.origin,
      aud: CLIENT_ID,
      sub: "forged",
      email: "forged@example.com",
      email_verified: true,
      iat: now,
      exp: now + 300,
      ...claims,
      ...forgery.claims,
    };
    const signingKey = forgery.key ?? key;
    const token = await new SignJWT(payload)
      .setProtectedHeader({ alg: "RS256", kid: signingKey.kid })
      .sign(await importJWK(signingKey, "RS256"));
    return forgery.edit ? forgery.edit(token) : token;
  };
  const server = await startHttpServer((request, response) => {
    const send = (body: object) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    };
    const { pathname } = new URL(request.url ?? "", "http://provider.test");
    if (pathname === "/.well-known/openid-configuration")
      return send({
        issuer: server.origin,
        authorization_endpoint: `${server.origin}/auth`,
        token_endpoint: `${server.origin}/token`,
        jwks_uri: `${server.origin}/keys`,
      });
    if (pathname === "/keys") {
      keyRequestCount += 1;
      const { kty, n, e, kid, alg, use } = key;
      return send({ keys: [{ kty, n, e, kid, alg, use }] });
    }
    const { nonce, forgery } = nextToken;
    void sign(nonce === null ? {} : { nonce }, forgery).then((id_token) =>
      send({ access_token: "an access token", token_type: "Bearer", id_token }),
    );
  });
  return {
    issuer: server.origin,
    /** From now on, the token endpoint returns an ID token with this nonce, or without a nonce if it is null. */
    forge(nonce: string | null, forgery: Forgery = {}) {
      nextToken = { nonce, forgery };
    },
    sign,
    async rotateKeys() {
      key = await createKey();
    },
    countKeyRequests: () => keyRequestCount,
    end: server.close,
  };
}
