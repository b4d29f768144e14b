import { addAuthenticatorApp, createUser } from "./accounts.ts";
import { ageSessions, expect, getSection, signIn, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { type ConnectedApp, startConnectedApp } from "./connected-app.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { PlainPage } from "./plain-page.ts";
import { type StartedSite, startSite } from "./site.ts";

let app: ConnectedApp;
let dedicatedSitePromise: Promise<StartedSite> | undefined;

async function startDedicatedSite(): Promise<StartedSite> {
  const startedSite = await startSite({ AUTH_OAUTH_SERVER: "on" });
  app = await startConnectedApp(startedSite.site);
  return startedSite;
}

test.describe.configure({ mode: "default" });
test.use({
  startedSite: async ({}, use) => {
    dedicatedSitePromise ??= startDedicatedSite();
    await use(await dedicatedSitePromise);
  },
});
test.afterAll(async () => {
  await (await dedicatedSitePromise)?.stop();
  await app.stop();
});

/** Matches what the browser reports for each script while JavaScript is off. */
const BLOCKED_SCRIPT = /request failed: .*\.js csp$/;

const CONSENT_TITLE = "Sign in to Sample shop with Lattice";
const readHeading = (page: PlainPage) => page.find("h1").text;
/** Answers the app's request and follows the link to the app. In a browser, the page redirects by itself. */
async function answerRequest(page: PlainPage, button: string): Promise<void> {
  await page.submit(page.find("button", button));
  await page.follow(page.find("link", "Continue if nothing happens"));
}

test("a visitor signs in, approves the app's access, isn't asked again, and revokes the access", async ({
  page,
  user,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d .*\/auth/);
  const expectConsent = () =>
    expect(page.getByRole("heading", { level: 1, name: CONSENT_TITLE })).toBeVisible();
  const expectGreeting = () =>
    expect(page.getByRole("heading", { name: `Hello ${user.username}` })).toBeVisible();
  await page.goto(`${app.url}/sign-in`);
  await expect(page).toHaveURL(/\/auth\?next=%2Foauth%2Fconsent/);
  await waitUntilInteractive(page);
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expectConsent();
  const scopes = page.getByRole("main").getByRole("listitem");
  await expect(scopes).toHaveText([
    "Your account ID, to recognize you",
    "Your username and profile picture",
    "Your email address",
  ]);
  await expect(page.getByText(`Signed in as ${user.username} (${user.email})`)).toBeVisible();
  await expect(page.getByText(`Either way, you'll go to ${new URL(app.url).host}.`)).toBeVisible();
  expect(await findIssuesAtWidths(page), "consent").toEqual([]);
  await page.getByRole("button", { name: "Approve" }).click();
  await expectGreeting();
  expect(await app.readUser()).toMatchObject({ preferred_username: user.username, email: user.email });

  await page.goto(`${app.url}/sign-in`);
  await expectGreeting();

  await page.goto("/settings");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Apps" }).click();
  const row = page.getByRole("region", { name: "Apps you sign in to" }).getByRole("listitem");
  await expect(row).toContainText("Sample shop");
  await expect(row).toContainText("Your email address");
  await waitUntilInteractive(page);
  expect(await findIssuesAtWidths(page), "apps").toEqual([]);
  const dialog = page.getByRole("dialog", { name: "Revoke Sample shop's access?" });
  for (const answer of ["Cancel", "Revoke"]) {
    await expect(row).toHaveCount(1);
    await row.getByRole("button", { name: "Revoke Sample shop's access" }).click();
    await dialog.getByRole("button", { name: answer }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(getToast(page, "Access revoked")).toBeVisible();
  await expect(page.getByText("No app has access to your account.")).toBeVisible();
  // The button is gone and its section has nothing else to focus, so the section itself is focused.
  await expect(page.getByRole("region", { name: "Apps you sign in to" })).toBeFocused();
  await expect(app.readUser()).rejects.toThrow();
  await page.goto(`${app.url}/sign-in`);
  await expectConsent();
});

test("without JavaScript, a member denies access and the app is notified; then the member approves access and revokes it", async ({
  plain,
  site,
  user,
}) => {
  await signIn(site, plain.context(), user);
  await plain.goto(`${app.url}/sign-in`);
  expect(readHeading(plain)).toBe(CONSENT_TITLE);
  await answerRequest(plain, "Deny");
  expect(plain.text).toContain("Not signed in: access_denied");
  await plain.goto(`${site.url}/settings/apps`);
  expect(plain.text).toContain("No app has access to your account.");

  await plain.goto(`${app.url}/sign-in`);
  await answerRequest(plain, "Approve");
  expect(plain.text).toContain(`Hello ${user.username}`);
  await plain.goto(`${site.url}/settings/apps`);
  await plain.submit("Revoke Sample shop's access");
  expect(plain.notice).toContain("Access revoked");
  await expect(app.readUser()).rejects.toThrow();
});

test.describe("in a browser with JavaScript disabled", () => {
  test.use({ javaScriptEnabled: false });

  test("the consent form redirects to the app, whether access is approved or denied", async ({
    page,
    site,
    user,
    allowProblem,
  }) => {
    allowProblem(BLOCKED_SCRIPT);
    await signIn(site, page.context(), user);
    await page.goto(`${app.url}/sign-in`);
    await page.getByRole("button", { name: "Deny" }).click();
    await expect(page.getByRole("heading", { name: "Not signed in: access_denied" })).toBeVisible();
    await page.goto(`${app.url}/sign-in`);
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByRole("heading", { name: `Hello ${user.username}` })).toBeVisible();
  });
});

test("someone else in the same browser can sign in to their own account, even if it has two-factor authentication", async ({
  plain,
  site,
  user,
}) => {
  const otherUser = await createUser(site);
  const { generateCode } = await addAuthenticatorApp(site, otherUser);
  await signIn(site, plain.context(), user);
  await plain.goto(`${app.url}/sign-in`);
  await plain.submit("Not you?");
  expect(plain.path).toMatch(/^\/auth\?next=%2Foauth%2Fconsent/);
  await plain.submit("Login", { Email: otherUser.email, Password: otherUser.password });
  await plain.submit("Continue", { Code: generateCode() });
  expect(readHeading(plain)).toBe(CONSENT_TITLE);
  expect(plain.text).toContain(`Signed in as ${otherUser.username}`);
  await answerRequest(plain, "Approve");
  expect(plain.text).toContain(`Hello ${otherUser.username}`);
});

test("an app's request can't be opened by another member, answered twice, or answered from another site", async ({
  plain,
  site,
  user,
  openContext,
}) => {
  await signIn(site, plain.context(), user);
  await plain.goto(`${app.url}/sign-in`);
  expect(readHeading(plain)).toBe(CONSENT_TITLE);
  const url = site.url + plain.path;
  const otherPage = new PlainPage(await openContext());
  await signIn(site, otherPage.context(), await createUser(site));
  expect((await otherPage.goto(url)).status).toBe(404);
  expect(readHeading(otherPage)).toBe("Request not found");

  const approval = { form: { intent: "approve" }, maxRedirects: 0 };
  const forgedResponse = await plain.request.post(url, {
    ...approval,
    headers: { Origin: "https://evil.example" },
  });
  expect(forgedResponse.status()).toBe(403);
  const headers = { Origin: site.url };
  expect((await otherPage.request.post(url, { ...approval, headers })).status()).toBe(404);
  expect((await plain.request.post(url, { ...approval, headers })).status()).toBe(200);
  expect((await plain.request.post(url, { ...approval, headers })).status()).toBe(404);
});

test("a broken link from an app opens a page that explains the problem", async ({ plain }) => {
  const response = await plain.request.get(
    "/auth/v1/oauth/authorize?client_id=nobody&redirect_uri=https://evil.example/",
    { headers: { Accept: "text/html" } },
  );
  expect(response.status()).toBe(404);
  // The HTML contains the apostrophe as a character reference.
  expect((await response.text()).replaceAll("&#x27;", "'")).toContain(
    "The app that sent you here isn't registered, or it was removed. Contact the people who run it.",
  );
});

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
  const form = getSection(page, "Register an app");
  await form.getByLabel("Name").fill("Garden");
  await form.getByLabel("Redirect URIs").fill("https://garden.example/back");
  await page.getByRole("button", { name: "Register app" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Password").fill(admin.password);
  await dialog.getByRole("button", { name: /Confirm|Continue/ }).click();
  const credentials = getSection(page, "Copy the secret now. We won't show it again.");
  await expect(credentials.getByText("Client secret", { exact: true }).first()).toBeVisible();
  await expect(credentials.getByRole("heading")).toBeFocused();
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
  const newSecret = credentials.locator("code").nth(1);
  await expect(newSecret).toHaveText(/^[\w-]{43}$/);
  expect(await newSecret.textContent()).not.toBe(secret);
  expect(await findIssuesAtWidths(page), "an app").toEqual([]);
  await page.getByRole("button", { name: "Delete app" }).click();
  await expect(page).toHaveURL(/\/admin\/apps$/);
  await expect(page.getByRole("link", { name: "Orchard" })).toHaveCount(0);
});

test("without JavaScript, an administrator sees a new secret once", async ({ plain, admin }) => {
  const name = `Shed ${admin.username}`;
  const SECRET_TITLE = "Copy the secret now. We won't show it again.";
  const readSecret = () => plain.find("region", SECRET_TITLE).findAll("code")[1]?.text;
  await plain.goto("/admin/apps");
  await plain.submit("Register app", {
    Name: name,
    "Redirect URIs": "https://garden.example/back",
  });
  expect(readSecret()).toMatch(/^[\w-]{43}$/);
  await plain.goto("/admin/apps");
  expect(plain.findAll("region", SECRET_TITLE)).toEqual([]);
  await plain.follow(plain.find("link", name));
  await plain.submit("Create a new secret");
  expect(readSecret()).toMatch(/^[\w-]{43}$/);
});
