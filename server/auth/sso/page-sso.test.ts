import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAuthFixture } from "../testing.ts";
import { createSsoFixture, type SsoFixture } from "./sso.fixture.ts";

let sso: SsoFixture;
beforeAll(async () => {
  sso = await createSsoFixture();
});
afterAll(() => sso.end());
beforeEach(() => sso.switchIdpUser());

const CLIENT = { ip: "203.0.113.9", userAgent: "a form" };
const NEXT = "/forum";
const start = (email: string) => sso.fixture.auth.startSso({ email, next: NEXT }, CLIENT);

/** Signs in at the identity provider. Returns the URL that the browser comes back to, its code, and the cookies. */
async function visit() {
  const { url, cookies } = await start("ann@corp.example");
  const { url: landingUrl } = await sso.post(await sso.idp.visit(url, sso.getIdpUser()));
  const code = landingUrl?.searchParams.get("code") ?? "";
  return { landingUrl, code, cookies: cookies.map((cookie) => cookie.split(";")[0]).join("; ") };
}
const complete = (input: { code: string; cookies: string | null }) =>
  sso.fixture.auth.completeProviderSignIn(input, CLIENT);

test("a single sign-on user signs in and returns to the sign-in page", async () => {
  const { landingUrl, code, cookies } = await visit();
  expect(`${landingUrl?.pathname}?${landingUrl?.searchParams}`).toMatch(
    /^\/auth\?with=sso&done=yes&next=%2Fforum&code=[\w-]+$/,
  );
  const session = await complete({ code, cookies });
  expect(session.user.email).toBe(`person${sso.getUserNumber()}@corp.example`);
  await expect(complete({ code, cookies })).rejects.toMatchObject({ code: "flow_state_not_found" });
});

test("only the browser that started the sign-in can complete it", async () => {
  const { code } = await visit();
  const otherVisit = await visit();
  await expect(complete({ code, cookies: null })).rejects.toMatchObject({ code: "bad_oauth_state" });
  await expect(complete({ code, cookies: otherVisit.cookies })).rejects.toMatchObject({
    code: "bad_code_verifier",
  });
});

test.each([
  ["", "validation_failed"],
  ["corp.example", "validation_failed"],
  ["ann@corp.example\0", "validation_failed"],
  [`${"a".repeat(5_000)}@corp.example`, "validation_failed"],
  ["ann@unknown.example", "sso_provider_not_found"],
])("the email address %j is refused", async (email, code) => {
  await expect(start(email)).rejects.toMatchObject({ code });
});

test("a sign-in is refused while SAML is off", async () => {
  const siteWithoutSaml = await createAuthFixture({ database: sso.fixture.database });
  await expect(
    siteWithoutSaml.auth.startSso({ email: "ann@corp.example", next: NEXT }, CLIENT),
  ).rejects.toMatchObject({
    code: "saml_provider_disabled",
  });
});
