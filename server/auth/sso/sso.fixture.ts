import { decodeJwt } from "jose";
import { createServiceKey } from "../keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { type Answer, type IdentityProvider, type ResponseForm, startIdentityProvider } from "./testing.ts";

export const HOME = "http://lattice.test/auth";
const SECRET = "a secret of at least thirty-two characters";

/** An auth fixture with one identity provider for corp.example and branch.example. */
export interface SsoFixture {
  readonly fixture: AuthFixture;
  readonly idp: IdentityProvider;
  readonly token: string;
  readonly providerId: string;
  /** Starts a sign-in and returns the URL that the browser is sent to. */
  begin(body?: object): Promise<string>;
  /** Posts the provider's form like a browser. */
  post(form: Omit<ResponseForm, "action">): Promise<Landed>;
  signIn(answer?: Answer, body?: object): Promise<Landed>;
  signInUser(answer?: Answer): Promise<SignedIn>;
  /** Returns the data of a new user at the identity provider, which is the same until `nextIdpUser` is called. */
  getIdpUser(): Answer;
  nextIdpUser(): void;
  getUserNumber(): number;
  end(): Promise<void>;
}

type Landed = Awaited<ReturnType<AuthFixture["call"]>> & {
  readonly url: URL | null;
  readonly landed: URLSearchParams;
};

interface SignedIn {
  readonly access: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests access arbitrary fields
  readonly user: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests access arbitrary fields
  readonly claims: any;
}

export async function createSsoFixture(
  settings: Pick<NonNullable<Parameters<typeof createAuthFixture>[0]>, "extend"> = {},
): Promise<SsoFixture> {
  const fixture = await createAuthFixture({ ...settings, auth: { jwtSecret: SECRET, saml: true } });
  const idp = await startIdentityProvider();
  const token = await createServiceKey(SECRET);
  const { status, body } = await fixture.call("POST", "/admin/sso/providers", {
    token,
    body: {
      type: "saml",
      metadata_xml: idp.metadata,
      domains: ["corp.example", "Branch.Example"],
      attribute_mapping: {
        keys: { full_name: { names: ["displayName", "cn"] }, groups: { name: "g", array: true } },
      },
    },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  let userCount = 0;

  const begin = async (more: object = {}): Promise<string> => {
    const answer = await fixture.call("POST", "/sso", {
      body: { domain: "corp.example", redirect_to: HOME, skip_http_redirect: true, ...more },
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.url;
  };
  const post = async ({ SAMLResponse, RelayState }: Omit<ResponseForm, "action">): Promise<Landed> => {
    const answer = await fixture.call("POST", "/sso/saml/acs", {
      body: new URLSearchParams({ SAMLResponse, RelayState }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    const location = answer.headers.get("location");
    const url = location === null ? null : new URL(location);
    return { ...answer, url, landed: new URLSearchParams(url?.hash.slice(1)) };
  };
  const signIn = async (answer: Answer = {}, more: object = {}) =>
    post(await idp.visit(await begin(more), answer));

  return {
    fixture,
    idp,
    token,
    providerId: body.id,
    begin,
    post,
    signIn,
    async signInUser(answer = {}) {
      const { landed } = await signIn(answer);
      const access = landed.get("access_token") ?? "";
      const { body: user } = await fixture.call("GET", "/user", { token: access });
      return { access, user, claims: decodeJwt(access) };
    },
    getIdpUser: () => ({
      nameId: `person-${userCount}`,
      attributes: { mail: [`person${userCount}@corp.example`] },
    }),
    nextIdpUser() {
      userCount += 1;
    },
    getUserNumber: () => userCount,
    async end() {
      await idp.end();
      await fixture.end();
    },
  };
}
