import type { Page } from "@playwright/test";
import { addAuthenticator, createUser, type TestUser } from "./accounts.ts";
import { ageSessions, expect, getSection, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { type ConnectedApp, startConnectedApp } from "./connected-app.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { storeSession } from "./members.ts";
import { type Site, type StartedSite, startSite } from "./site.ts";

let app: ConnectedApp;
let started: Promise<StartedSite> | undefined;

async function start(): Promise<StartedSite> {
  const site = await startSite({ AUTH_OAUTH_SERVER: "on" });
  app = await startConnectedApp(site.site);
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
  await app.end();
});

/** What the browser reports for each script while JavaScript is off. */
const NO_SCRIPTS = /request failed: .*\.js csp$/;

async function signInAs(page: Page, site: Site, { email, password }: TestUser): Promise<void> {
  const session = await site.call<object>("POST", "/token?grant_type=password", { email, password });
  await storeSession(page.context(), session, site.url);
}

async function signInWithPassword(page: Page, { email, password }: TestUser): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

const expectConsent = (page: Page) =>
  expect(page.getByRole("heading", { level: 1, name: "Sign in to Sample shop with Lattice" })).toBeVisible();
const expectGreeting = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name: `Hello ${name}` })).toBeVisible();

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });
    test.beforeEach(({ allowProblem }) => {
      if (!javaScriptEnabled) allowProblem(NO_SCRIPTS);
    });

    test("a visitor signs in, approves, is remembered, and revokes the app's access", async ({
      page,
      user,
      allowProblem,
    }) => {
      allowProblem(/status of 4\d\d .*\/auth/);
      await page.goto(`${app.url}/sign-in`);
      await expect(page).toHaveURL(/\/auth\?next=%2Foauth%2Fconsent/);
      if (javaScriptEnabled) await waitUntilInteractive(page);
      await signInWithPassword(page, user);
      await expectConsent(page);
      const scopes = page.getByRole("main").getByRole("listitem");
      await expect(scopes).toHaveText([
        "Your account ID, to recognize you",
        "Your username and profile picture",
        "Your email address",
      ]);
      await expect(page.getByText(`Signed in as ${user.username} (${user.email})`)).toBeVisible();
      await expect(page.getByText(`Either way, you'll go to ${new URL(app.url).host}.`)).toBeVisible();
      if (javaScriptEnabled) expect(await findIssuesAtWidths(page), "consent").toEqual([]);
      await page.getByRole("button", { name: "Approve" }).click();
      await expectGreeting(page, user.username);
      expect(await app.readUser()).toMatchObject({ preferred_username: user.username, email: user.email });

      await page.goto(`${app.url}/sign-in`);
      await expectGreeting(page, user.username);

      await page.goto("/settings");
      await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Apps" }).click();
      const row = page.getByRole("region", { name: "Apps you sign in to" }).getByRole("listitem");
      await expect(row).toContainText("Sample shop");
      await expect(row).toContainText("Your email address");
      if (javaScriptEnabled) {
        await waitUntilInteractive(page);
        expect(await findIssuesAtWidths(page), "apps").toEqual([]);
      }
      await row.getByRole("button", { name: "Revoke access of Sample shop" }).click();
      await expect(getToast(page, "Access revoked")).toBeVisible();
      await expect(page.getByText("No app has access to your account.")).toBeVisible();
      await expect(app.readUser()).rejects.toThrow();
      await page.goto(`${app.url}/sign-in`);
      await expectConsent(page);
    });

    test("a member denies, and the app is told", async ({ page, site, user }) => {
      await signInAs(page, site, user);
      await page.goto(`${app.url}/sign-in`);
      await page.getByRole("button", { name: "Deny" }).click();
      await expect(page.getByRole("heading", { name: "Not signed in: access_denied" })).toBeVisible();
      await page.goto("/settings/apps");
      await expect(page.getByText("No app has access to your account.")).toBeVisible();
    });

    test("someone else at the same browser uses their own account", async ({ page, site, user }) => {
      const other = await createUser(site);
      await signInAs(page, site, user);
      await page.goto(`${app.url}/sign-in`);
      await page.getByRole("button", { name: "Not you?" }).click();
      await expect(page).toHaveURL(/\/auth\?next=%2Foauth%2Fconsent/);
      if (javaScriptEnabled) await waitUntilInteractive(page);
      await signInWithPassword(page, other);
      await expect(page.getByText(`Signed in as ${other.username}`)).toBeVisible();
      await page.getByRole("button", { name: "Approve" }).click();
      await expectGreeting(page, other.username);
    });
  });

test("a member with two-factor authentication enters a code first", async ({
  page,
  site,
  user,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d .*\/auth/);
  const { code } = await addAuthenticator(site, user);
  await page.goto(`${app.url}/sign-in`);
  await waitUntilInteractive(page);
  await signInWithPassword(page, user);
  await page.getByLabel(/code/i).first().fill(code());
  await page.getByRole("button", { name: /Verify|Continue|Sign in/ }).click();
  await expectConsent(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await expectGreeting(page, user.username);
});

test("a request can't be opened by another member, answered twice, or sent from another site", async ({
  page,
  site,
  user,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 40\d /);
  await signInAs(page, site, user);
  await page.goto(`${app.url}/sign-in`);
  await expectConsent(page);
  const url = page.url();
  const stranger = await (await openContext()).newPage();
  await signInAs(stranger, site, await createUser(site));
  expect((await stranger.goto(url))?.status()).toBe(404);
  await expect(stranger.getByRole("heading", { name: "Request not found" })).toBeVisible();

  const answer = { form: { intent: "approve" }, maxRedirects: 0 };
  const forged = await page.request.post(url, { ...answer, headers: { Origin: "https://evil.example" } });
  expect(forged.status()).toBe(403);
  const headers = { Origin: site.url };
  expect((await stranger.request.post(url, { ...answer, headers })).status()).toBe(404);
  expect((await page.request.post(url, { ...answer, headers })).status()).toBe(200);
  expect((await page.request.post(url, { ...answer, headers })).status()).toBe(404);
});

test("a broken link of an app ends on a page that says so", async ({ page, allowProblem }) => {
  allowProblem(/status of 404 /);
  const response = await page.goto(
    "/auth/v1/oauth/authorize?client_id=nobody&redirect_uri=https://evil.example/",
  );
  expect(response?.status()).toBe(404);
  await expect(
    page.getByText(
      "The app that sent you here isn't registered, or it was removed. Contact the people who run it.",
    ),
  ).toBeVisible();
});

async function fillApp(page: Page, name: string): Promise<void> {
  const form = getSection(page, "Register an app");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Redirect URIs").fill("https://garden.example/back");
}

test("an administrator registers an app after a step-up, edits it, replaces its secret and deletes it", async ({
  page,
  admin,
  runStatement,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d .*\/admin/);
  await page.goto("/admin?tab=settings");
  await waitUntilInteractive(page);
  await ageSessions(runStatement, admin);
  await page.getByRole("link", { name: "Manage apps" }).click();
  await fillApp(page, "Garden");
  await page.getByRole("button", { name: "Register app" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Password").fill(admin.password);
  await dialog.getByRole("button", { name: /Confirm|Continue/ }).click();
  const credentials = getSection(page, "Copy the secret now. We won't show it again.");
  await expect(credentials.getByText("Client secret", { exact: true }).first()).toBeVisible();
  const secret = await credentials.locator("code").nth(1).textContent();
  expect(secret).toMatch(/^[\w-]{43}$/);
  await page.reload();
  await expect(page.getByText(secret ?? "")).toHaveCount(0);
  await waitUntilInteractive(page);

  expect(await findIssuesAtWidths(page), "all apps").toEqual([]);
  await page.getByRole("link", { name: "Garden" }).click();
  const registration = getSection(page, "Registration");
  await registration.getByLabel("Redirect URIs").fill("http://garden.example/");
  await registration.getByRole("button", { name: "Save changes" }).click();
  await expect(registration.getByText("This redirect URI can't be used")).toBeVisible();
  await registration.getByLabel("Redirect URIs").fill("https://garden.example/new");
  await registration.getByLabel("Name").fill("Orchard");
  await registration.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Orchard" })).toBeVisible();
  await page.getByRole("button", { name: "Create a new secret" }).click();
  const replaced = credentials.locator("code").nth(1);
  await expect(replaced).toHaveText(/^[\w-]{43}$/);
  expect(await replaced.textContent()).not.toBe(secret);
  expect(await findIssuesAtWidths(page), "an app").toEqual([]);
  await page.getByRole("button", { name: "Delete app" }).click();
  await expect(page).toHaveURL(/\/admin\/apps$/);
  await expect(page.getByRole("link", { name: "Orchard" })).toHaveCount(0);
});

test.describe("an administrator without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("sees a new secret once", async ({ page, admin, allowProblem }) => {
    allowProblem(NO_SCRIPTS);
    await page.goto("/admin/apps");
    await fillApp(page, `Shed of ${admin.username}`);
    await page.getByRole("button", { name: "Register app" }).click();
    const secret = getSection(page, "Copy the secret now. We won't show it again.").locator("code").nth(1);
    await expect(secret).toHaveText(/^[\w-]{43}$/);
    await page.goto("/admin/apps");
    await expect(secret).toHaveCount(0);
    await page.getByRole("link", { name: `Shed of ${admin.username}` }).click();
    await page.getByRole("button", { name: "Create a new secret" }).click();
    await expect(secret).toHaveText(/^[\w-]{43}$/);
  });
});
