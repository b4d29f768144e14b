import { decodeJwt } from "jose";
import { createServiceKey } from "../keys/create-service-key.ts";
import { createAuthFixture } from "../testing.ts";
import { type ResponseForm, type ResponseOptions, startIdentityProvider } from "./testing.ts";

export const REDIRECT_URL = "http://lattice.test/auth";
const SECRET = "a secret of at least thirty-two characters";

export type SsoFixture = Awaited<ReturnType<typeof createSsoFixture>>;

/** Creates an auth fixture with one identity provider for corp.example and branch.example. */
export async function createSsoFixture(
  settings: Pick<NonNullable<Parameters<typeof createAuthFixture>[0]>, "extend"> = {},
) {
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

  const startSignIn = async (extraFields: object = {}): Promise<string> => {
    const response = await fixture.call("POST", "/sso", {
      body: { domain: "corp.example", redirect_to: REDIRECT_URL, skip_http_redirect: true, ...extraFields },
    });
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    return response.body.url;
  };
  const post = async ({ SAMLResponse, RelayState }: Omit<ResponseForm, "action">) => {
    const response = await fixture.call("POST", "/sso/saml/acs", {
      body: new URLSearchParams({ SAMLResponse, RelayState }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    const location = response.headers.get("location");
    const url = location === null ? null : new URL(location);
    return { ...response, url, landingParams: new URLSearchParams(url?.hash.slice(1)) };
  };
  const signIn = async (options: ResponseOptions = {}, extraFields: object = {}) =>
    post(await idp.visit(await startSignIn(extraFields), options));

  return {
    fixture,
    idp,
    token,
    providerId: body.id,
    startSignIn,
    post,
    signIn,
    async signInUser(options: ResponseOptions = {}) {
      const { landingParams } = await signIn(options);
      const accessToken = landingParams.get("access_token") ?? "";
      const { body: user } = await fixture.call("GET", "/user", { token: accessToken });
      // biome-ignore lint/suspicious/noExplicitAny: tests access arbitrary fields
      return { accessToken, user, claims: decodeJwt(accessToken) as any };
    },
    /** Returns response options for the identity provider's current user. `switchIdpUser` switches to a new user. */
    getIdpUser: (): ResponseOptions => ({
      nameId: `person-${userCount}`,
      attributes: { mail: [`person${userCount}@corp.example`] },
    }),
    switchIdpUser() {
      userCount += 1;
    },
    getUserNumber: () => userCount,
    async end() {
      await idp.end();
      await fixture.end();
    },
  };
}
