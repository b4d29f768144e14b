import type { Page } from "@playwright/test";
import {
  type IdentityProvider,
  type ResponseOptions,
  startIdentityProvider,
} from "#server/auth/sso/testing.ts";
import { expect, getAccountMenu, REFUSED_AUTH_REQUEST, test } from "./accounts.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import type { Site } from "./site.ts";

let provider: IdentityProvider;
let domain: string;

test.beforeAll(async ({ sharedSite: { site } }) => {
  provider = await startIdentityProvider();
  domain = `${generateName("corp").replace("_", "-")}.example`;
  await site.call("POST", "/admin/sso/providers", {
    type: "saml",
    metadata_xml: provider.metadata,
    domains: [domain],
  });
});
test.afterAll(() => provider.end());

/** Simulates the provider's page: a form that submits itself and sends the browser back. */
async function simulateProvider(page: Page, site: Site, responseOptions: ResponseOptions) {
  await page.route(`${new URL(provider.entityId).origin}/**`, async (route) => {
    const { action, SAMLResponse, RelayState } = await provider.visit(route.request().url(), responseOptions);
    expect(action).toBe(`${site.url}/auth/v1/sso/saml/acs`);
    await route.fulfill({
      contentType: "text/html",
      body: `<form method="post" action="${action}"><input name="SAMLResponse" value="${SAMLResponse}">
        <input name="RelayState" value="${RelayState}"><button>Continue</button></form><script>document.forms[0].submit()</script>`,
    });
  });
}

async function startSingleSignOn(page: Page, email: string) {
  await page.goto("/auth?next=%2Fforum");
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: "Use single sign-on" }).click();
  await page.getByLabel("Work email").fill(email);
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
}

test("a member of an organization signs in at its identity provider and returns", async ({ page, site }) => {
  const name = generateName("ann");
  const email = `${name}@${domain}`;
  await simulateProvider(page, site, { nameId: name, attributes: { email: [email] } });
  await startSingleSignOn(page, email);
  await expect(getToast(page, "Welcome back!")).toBeVisible();
  await expect(page).toHaveURL(/\/forum$/);
  await expect(getAccountMenu(page, name)).toBeVisible();
});

test("without JavaScript, a link opens the identity provider's page, and the member returns signed in", async ({
  plain,
  site,
}) => {
  const name = generateName("eve");
  const email = `${name}@${domain}`;
  const button = "Continue with single sign-on";
  await plain.goto("/auth?tab=sso&next=%2Fforum");
  await plain.submit(plain.find("button", button), { "Work email": "eve@unknown.example" });
  expect(plain.text).toContain("Single sign-on isn't set up for this email domain.");
  await plain.submit(plain.find("button", button), { "Work email": email });
  const link = plain.find("link", "Continue to your organization").attribute("href") ?? "";
  const { action, SAMLResponse, RelayState } = await provider.visit(link, {
    nameId: name,
    attributes: { email: [email] },
  });
  expect(action).toBe(`${site.url}/auth/v1/sso/saml/acs`);
  // This form is sent without an Origin header, as if the browser hid the site it comes from.
  await plain.request.post(action, { form: { SAMLResponse, RelayState } });
  await plain.goto("/forum");
  expect(plain.findAll("button", `Account menu: ${name}`)).toHaveLength(1);
});

test("problems with single sign-on are explained, and the visitor can try again", async ({
  page,
  site,
  allowProblem,
}) => {
  allowProblem(REFUSED_AUTH_REQUEST);
  await simulateProvider(page, site, { nameId: "x", attributes: { email: ["ann@elsewhere.example"] } });
  await startSingleSignOn(page, `ann@${domain}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Single sign-on didn't work");
  await expect(page.getByText("didn't send an email address from its own domain")).toBeVisible();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByLabel("Work email")).toBeVisible();
  await waitUntilInteractive(page);
  await page.getByLabel("Work email").fill("ann@unknown.example");
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  await expect(
    page.getByText(
      "Single sign-on isn't set up for this email domain. Check the address, or sign in another way.",
    ),
  ).toBeVisible();
  await expect(page.getByLabel("Work email")).toHaveValue("ann@unknown.example");
});
