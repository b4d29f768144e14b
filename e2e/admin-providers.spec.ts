import type { Page } from "@playwright/test";
import { describeProvider, type OpenIdProvider, startOpenIdProvider } from "#server/auth/oauth/testing.ts";
import { ageSessions, expect, getSection, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import { type StartedSite, startSite } from "./site.ts";

/** A real OpenID provider. GitHub is configured in the environment. */
let provider: OpenIdProvider;
let started: Promise<StartedSite> | undefined;
const { clientIds, clientSecret } = describeProvider("");

async function start(): Promise<StartedSite> {
  provider = await startOpenIdProvider("http://127.0.0.1/");
  const site = await startSite({
    AUTH_OIDC_ALLOW_PRIVATE: "on",
    AUTH_GITHUB_CLIENT_ID: "from-outside",
    AUTH_GITHUB_CLIENT_SECRET: "a-secret-from-outside",
  });
  await provider.setCallbackUrl(`${site.site.url}/auth/v1/callback`);
  return site;
}

test.describe.configure({ mode: "default" });
test.use({
  started: async ({}, use) => {
    started ??= start();
    await use(await started);
  },
});
test.afterAll(async () => {
  await (await started)?.stop();
  await provider.end();
});

/** What the browser reports for each script while JavaScript is off. */
const NO_SCRIPTS = /request failed: .*\.js csp$/;
test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d .*\/(admin|auth)/));

function setUser() {
  const name = generateName("ann");
  const user = { sub: name, email: `${name}@example.com`, email_verified: true, name: "Ann Example" };
  provider.setUser(user);
  return user;
}

/** Fills in the form that adds an OpenID provider. */
async function fillIn(page: Page, name: string, secret = String(clientSecret)) {
  const form = getSection(page, "Settings");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Issuer").fill(provider.issuer);
  await form.getByLabel("Client ID").fill(clientIds[0]);
  await form.getByLabel("Client secret").fill(secret);
}

async function openNewProvider(page: Page, { isInteractive = true } = {}) {
  await page.goto("/admin?tab=settings");
  await getSection(page, "Sign-in providers").getByRole("link", { name: "Add an OpenID provider" }).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Add an OpenID provider");
  if (isInteractive) await waitUntilInteractive(page);
}

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("a provider is added, tested, turned on, used and removed", async ({
      page,
      admin,
      site,
      runStatement,
      openContext,
      allowProblem,
    }) => {
      if (!javaScriptEnabled) allowProblem(NO_SCRIPTS);
      const isInteractive = javaScriptEnabled;
      const name = generateName("Acme").replace("_", "").slice(0, 20);
      await openNewProvider(page, { isInteractive });
      await expect(page.getByLabel("Redirect URL")).toHaveValue(`${site.url}/auth/v1/callback`);
      await fillIn(page, name, "a-wrong-secret");
      await getSection(page, "Settings").getByRole("button", { name: "Add provider" }).click();
      await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(name);
      await expect(getToast(page, "Settings saved")).toBeVisible();

      const { email } = setUser();
      await getSection(page, "Test").getByRole("link", { name: "Test sign-in" }).click();
      const result = getSection(page, "Test").getByRole("status");
      await expect(result).toContainText(`${name} doesn't accept the client ID or the secret.`);
      await expect(result).toContainText("invalid_client");
      if (isInteractive) await waitUntilInteractive(page);

      await ageSessions(runStatement, admin);
      const form = getSection(page, "Settings");
      await form.getByLabel("Client secret").fill(String(clientSecret));
      await form.getByRole("button", { name: "Save" }).click();
      if (javaScriptEnabled) {
        const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
        await dialog.getByLabel("Your password").fill(admin.password);
        await dialog.getByLabel("Your password").press("Enter");
      } else {
        // The secret isn't sent back to the page.
        await expect(form.getByLabel("Client secret")).toHaveValue("");
        await expect(form.getByText("Enter it again")).toBeVisible();
        await form.getByLabel("Client secret").fill(String(clientSecret));
        await form.getByLabel("Your password").fill(admin.password);
        await form.getByRole("button", { name: "Continue" }).click();
      }
      await expect(getToast(page, "Settings saved").last()).toBeVisible();
      expect(await page.content()).not.toContain(String(clientSecret));

      await getSection(page, "Test").getByRole("link", { name: "Test again" }).click();
      await expect(result).toContainText(`Signing in with ${name} works.`);
      await expect(result).toContainText(email);
      await expect(result).toContainText("Ann Example");
      await expect(getSection(page, "Use")).toContainText(`No member has linked an account at ${name} yet.`);
      if (isInteractive) await waitUntilInteractive(page);
      await getSection(page, "Use").getByRole("button", { name: "Turn on" }).click();
      await expect(getSection(page, "Use")).toContainText("On: the sign-in page shows");

      const visitor = await (await openContext()).newPage();
      await visitor.goto("/auth?next=%2Fforum");
      await visitor.getByRole("link", { name: `Continue with ${name}` }).click();
      await expect(getToast(visitor, "Welcome back!")).toBeVisible();

      await page.reload();
      if (isInteractive) await waitUntilInteractive(page);
      const use = getSection(page, "Use");
      await expect(use).toContainText("1 member has linked an account");
      await use.locator("summary", { hasText: "Remove" }).click();
      await expect(use.getByText("1 of them has another way to sign in.").last()).toBeVisible();
      await use.getByRole("button", { name: "Remove" }).click();
      await expect(page).toHaveURL(/\/admin\?tab=settings#providers$/);
      await expect(getSection(page, "Sign-in providers").getByText(name)).toHaveCount(0);
      await visitor.context().clearCookies();
      await visitor.goto("/auth");
      await expect(visitor.getByRole("button", { name: "Login" })).toBeVisible();
      await expect(visitor.getByText(`Continue with ${name}`)).toHaveCount(0);

      await page.goto("/admin?tab=log&kind=provider");
      const entries = page.getByRole("main").getByRole("listitem").filter({ hasText: name });
      await expect(entries.first()).toContainText(`${admin.username} removed the sign-in provider ${name}`);
    });
  });

test("a refused form names what is wrong and keeps its values", async ({ page, admin }) => {
  await openNewProvider(page);
  await expect(page.getByText(admin.username).first()).toBeAttached();
  await fillIn(page, "Broken");
  const form = getSection(page, "Settings");
  const issuer = form.getByLabel("Issuer");
  for (const [url, message] of [
    ["ftp://id.example.org", "Enter a URL that begins with https://."],
    [`${provider.issuer}/missing`, /answered|refused our request/],
    ["http://127.0.0.1:1", /can't be reached/],
  ] as const) {
    await issuer.fill(url);
    await form.getByRole("button", { name: "Add provider" }).click();
    await expect(form.getByText(message)).toBeVisible();
    await expect(issuer).toBeFocused();
    await expect(form.getByLabel("Name")).toHaveValue("Broken");
  }
});

test("a provider in the environment is shown but can't be changed", async ({ page, admin }) => {
  await page.goto("/admin?tab=settings");
  const list = getSection(page, "Sign-in providers");
  await expect(list.getByText("set in the environment")).toBeVisible();
  await expect(list.getByRole("link", { name: "Add GitHub" })).toHaveCount(0);
  await list.getByRole("link", { name: "GitHub" }).click();
  await expect(page.getByText("AUTH_GITHUB_…")).toBeVisible();
  await expect(page.getByText("from-outside")).toBeVisible();
  await expect(page.getByText(admin.username).first()).toBeAttached();
  expect(await page.content()).not.toContain("a-secret-from-outside");
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
});

test.describe("the pages", () => {
  test("are accessible and fit at every width", async ({ page, admin, site }) => {
    expect(admin.id).toBeTruthy();
    await page.goto("/admin?tab=settings&provider=custom");
    await waitUntilInteractive(page);
    await fillIn(page, "Wide");
    await page.getByRole("button", { name: "Add provider" }).click();
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Wide");
    setUser();
    await page.getByRole("link", { name: "Test sign-in" }).click();
    await expect(getSection(page, "Test").getByRole("status")).toBeVisible();
    expect(await findIssuesAtWidths(page)).toEqual([]);
    for (const path of [
      "/admin?tab=settings&provider=apple",
      "/admin?tab=settings&provider=custom",
      "/admin?tab=settings&provider=github",
      "/admin?tab=settings",
    ]) {
      await page.goto(`${site.url}${path}`);
      expect(await findIssuesAtWidths(page), path).toEqual([]);
    }
  });
});
