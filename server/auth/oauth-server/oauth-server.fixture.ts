import type { GoTrueClient, OAuthClient } from "@supabase/auth-js";
import { GoTrueAdminApi } from "@supabase/auth-js";
import { Hono } from "hono";
import * as openid from "openid-client";
import { createServiceKey } from "../keys/create-service-key.ts";
import { createAuthFixture } from "../testing.ts";

const SECRET = "a secret of at least thirty-two characters";
const ORIGIN = "http://lattice.test";
export const REDIRECT_URI = "https://app.example/callback";

type RegisteredApp = OAuthClient & { readonly client_secret?: string };
type Settings = Parameters<typeof createAuthFixture>[0];

export interface Flow {
  readonly verifier: string;
  readonly state: string;
  /** Undefined for an app that doesn't want an ID token. */
  readonly nonce: string | undefined;
  readonly url: URL;
}

/** Creates a site with an OAuth server. Members use the official client, and apps use openid-client. */
export async function createOAuthServerFixture(settings: Settings = {}) {
  const fixture = await createAuthFixture({
    ...settings,
    auth: { jwtSecret: SECRET, oauthServer: true, ...settings.auth },
  });
  const site = new Hono().route("/auth/v1", fixture.auth.http);
  const fetchSite = (url: string, init?: RequestInit) => Promise.resolve(site.request(url, init));
  const serviceKey = await createServiceKey(SECRET);
  const admin = new GoTrueAdminApi({
    url: `${ORIGIN}/auth/v1`,
    headers: { authorization: `Bearer ${serviceKey}` },
    fetch: (input, init) => fetchSite(String(input), init),
  }).oauth;

  const registerApp = async (fields: Partial<Parameters<typeof admin.createClient>[0]> = {}) => {
    const { data, error } = await admin.createClient({
      client_name: "Example app",
      redirect_uris: [REDIRECT_URI],
      ...fields,
    });
    if (error) throw error;
    return data as RegisteredApp;
  };

  /** Creates the app's side: openid-client, configured from our metadata. */
  const connect = (client: RegisteredApp, authenticate?: openid.ClientAuth) =>
    openid.discovery(
      new URL(`${ORIGIN}/auth/v1`),
      client.client_id,
      client.client_secret ? { client_secret: client.client_secret } : {},
      authenticate ?? (client.client_secret ? openid.ClientSecretBasic() : openid.None()),
      {
        execute: [openid.allowInsecureRequests],
        [openid.customFetch]: (url, init) => fetchSite(url, init as RequestInit),
      },
    );

  const startFlow = async (
    app: openid.Configuration,
    { scope = "openid profile email", redirectUri = REDIRECT_URI, ...extra }: Record<string, string> = {},
  ): Promise<Flow> => {
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const nonce = scope.includes("openid") ? openid.randomNonce() : undefined;
    const url = openid.buildAuthorizationUrl(app, {
      redirect_uri: redirectUri,
      scope,
      state,
      ...(nonce === undefined ? {} : { nonce }),
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...extra,
    });
    return { verifier, state, nonce, url };
  };

  /** Opens the authorization URL and returns the ID of the new request. */
  const requestAuthorization = async (url: URL): Promise<string> => {
    const { status, location } = await fixture.follow(url.href);
    if (status !== 302 || location.pathname !== "/oauth/consent")
      throw new Error(`redirected to ${location.href} with status ${status}`);
    return location.searchParams.get("authorization_id") ?? "";
  };

  const signIn = async () => {
    const user = await fixture.register();
    const client = fixture.client();
    await client.signInWithPassword(user);
    const { data } = await client.getSession();
    if (!data.session) throw new Error("not signed in");
    return { ...user, client, id: data.session.user.id, token: data.session.access_token };
  };

  /** Lets the member approve, and returns the app's URL to redirect to. */
  const approve = async (client: GoTrueClient, url: URL): Promise<URL> => {
    const id = await requestAuthorization(url);
    const details = await client.oauth.getAuthorizationDetails(id);
    if (details.error) throw details.error;
    if ("redirect_url" in details.data) return new URL(details.data.redirect_url);
    const { data, error } = await client.oauth.approveAuthorization(id);
    if (error) throw error;
    return new URL(data.redirect_url);
  };

  const exchange = (app: openid.Configuration, redirectUrl: URL, { verifier, state, nonce }: Flow) =>
    openid.authorizationCodeGrant(app, redirectUrl, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    });

  const connectMember = async (
    member: { readonly client: GoTrueClient },
    registeredApp?: RegisteredApp,
    options: Record<string, string> = {},
  ) => {
    const client = registeredApp ?? (await registerApp());
    const app = await connect(client);
    const flow = await startFlow(app, options);
    const redirectUrl = await approve(member.client, flow.url);
    return { client, app, flow, redirectUrl, tokens: await exchange(app, redirectUrl, flow) };
  };

  const requestToken = async (params: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetchSite(`${ORIGIN}/auth/v1/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(params).toString(),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  return {
    ...fixture,
    fetch: fetchSite,
    admin,
    serviceKey,
    registerApp,
    connect,
    startFlow,
    requestAuthorization,
    signIn,
    approve,
    exchange,
    connectMember,
    requestToken,
  };
}

export type OAuthServerFixture = Awaited<ReturnType<typeof createOAuthServerFixture>>;
