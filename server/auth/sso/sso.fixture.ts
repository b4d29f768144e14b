import { decodeJwt } from "jose";
import { createServiceKey } from "../keys/create-service-key.ts";
import { createAuthFixture } from "../testing.ts";
import { type Answer, type ResponseForm, startIdentityProvider } from "./testing.ts";

export const HOME = "http://lattice.test/auth";
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

  const begin = async (more: object = {}): Promise<string> => {
    const answer = await fixture.call("POST", "/sso", {
      body: { domain: "corp.example", redirect_to: HOME, skip_http_redirect: true, ...more },
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.url;
  };
  const post = async ({ SAMLResponse, RelayState }: Omit<ResponseForm, "action">) => {
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
    async signInUser(answer: Answer = {}) {
      const { landed } = await signIn(answer);
      const access = landed.get("access_token") ?? "";
      const { body: user } = await fixture.call("GET", "/user", { token: access });
      // biome-ignore lint/suspicious/noExplicitAny: tests access arbitrary fields
      return { access, user, claims: decodeJwt(access) as any };
    },
    /** Returns the data of a new user at the identity provider, which is the same until `nextIdpUser` is called. */
    getIdpUser: (): Answer => ({
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
