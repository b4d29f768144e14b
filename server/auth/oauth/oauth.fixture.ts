import type { GoTrueClient } from "@supabase/auth-js";
import type { SignInProvider } from "#server/config-providers.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { describeProvider, type OpenIdProvider, type OpenIdUser, startOpenIdProvider } from "./testing.ts";

export const SITE = "http://lattice.test";
export const CALLBACK = `${SITE}/auth/v1/callback`;
const HOME = `${SITE}/home`;

/** A browser with its own cookies. */
export interface Browser {
  /** Opens a URL on the site and returns where it redirects to. */
  open(url: string): Promise<{ status: number; url: URL }>;
  /** Stores the cookies set by the response to a script's request. */
  store(response: Response): void;
  readonly cookies: Map<string, string>;
}

export type OAuthFixture = Awaited<ReturnType<typeof createOAuthFixture>>;

interface SignInOptions {
  readonly user?: OpenIdUser;
  readonly browser?: Browser;
  readonly client?: GoTrueClient;
  /** Default: the provider "Acme". */
  readonly at?: { readonly id: string; readonly provider: OpenIdProvider };
}

type AuthSettings = NonNullable<Parameters<typeof createAuthFixture>[0]>;

interface FixtureOptions {
  readonly auth?: AuthSettings["auth"];
  readonly extend?: AuthSettings["extend"];
  readonly providers?: readonly SignInProvider[];
  /** Another fixture's database, to test the same data under other settings. */
  readonly database?: AuthFixture["database"];
  readonly provider?: OpenIdProvider;
}

export async function createOAuthFixture({
  auth,
  extend,
  providers = [],
  database,
  ...options
}: FixtureOptions = {}) {
  const provider = options.provider ?? (await startOpenIdProvider(CALLBACK));
  const fixture = await createAuthFixture({
    ...(database ? { database } : {}),
    ...(extend ? { extend } : {}),
    auth: {
      autoconfirm: false,
      emailSpacingSeconds: 0,
      manualLinking: true,
      oidcAllowPrivate: true,
      providers: [describeProvider(provider.issuer), ...providers],
      ...auth,
    },
  });
  let userCount = 0;

  const createBrowser = (): Browser => {
    const cookies = new Map<string, string>();
    const storeAll = (setCookies: readonly string[]) => {
      for (const cookie of setCookies) {
        const [name = "", value = ""] = cookie.split(";")[0]?.split("=") ?? [];
        if (cookie.includes("Max-Age=0")) cookies.delete(name);
        else cookies.set(name, value);
      }
    };
    return {
      cookies,
      store: (response) => storeAll(response.headers.getSetCookie()),
      async open(url) {
        const header = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const { status, location, setCookies } = await fixture.follow(url, header ? { cookie: header } : {});
        storeAll(setCookies);
        return { status, url: location };
      },
    };
  };

  /** Starts a sign-in in this browser, signs in at the provider and returns the callback URL with its parameters. */
  const visitProvider = async (browser: Browser, query: Record<string, string> = {}) => {
    const parameters = new URLSearchParams({ provider: "custom:acme", redirect_to: HOME, ...query });
    const { url } = await browser.open(`${SITE}/auth/v1/authorize?${parameters}`);
    return provider.visit(url.href);
  };

  const acme = { id: "custom:acme", provider };
  const runFlow = async ({ user, browser = createBrowser(), client, at = acme }: SignInOptions = {}) => {
    if (user) at.provider.setUser(user);
    const officialClient = client ?? fixture.client({ flowType: "pkce" });
    const { data } = await officialClient.signInWithOAuth({
      provider: at.id as "custom:acme",
      options: { redirectTo: HOME, skipBrowserRedirect: true },
    });
    const { url } = await browser.open(data.url ?? "");
    const { url: landingUrl } = await browser.open(await at.provider.visit(url.href));
    return { client: officialClient, landingUrl };
  };

  return {
    fixture,
    provider,
    createBrowser,
    visitProvider,
    /** Runs the entire sign-in with the official client and PKCE. Throws the client's error. */
    async signIn(options?: SignInOptions) {
      const { client, landingUrl } = await runFlow(options);
      const code = landingUrl.searchParams.get("code");
      if (code === null) throw new Error(landingUrl.href);
      const { data, error } = await client.exchangeCodeForSession(code);
      if (error) throw error;
      return { client, session: data.session };
    },
    /** Attempts to sign in. Returns the error code in the redirect's URL, or "signed_in" if it succeeded. */
    async attempt(options?: SignInOptions) {
      const { landingUrl } = await runFlow(options);
      return (
        landingUrl.searchParams.get("error_code") ??
        (landingUrl.searchParams.has("code") ? "signed_in" : landingUrl.href)
      );
    },
    newUser(changes: Partial<OpenIdUser> = {}) {
      userCount += 1;
      return {
        sub: `user-${userCount}`,
        email: `user${userCount}@example.com`,
        email_verified: true,
        name: `User ${userCount}`,
        preferred_username: `nick${userCount}`,
        ...changes,
      };
    },
    async end() {
      await provider.end();
      await fixture.end();
    },
  };
}
