import { addAuthenticator, createUser } from "./accounts.ts";
import { ageSessions, expect, getSection, signIn, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";

test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d /));

test("ten minutes after signing in, changing the password asks for the current one without losing input", async ({
  site,
  runStatement,
  openContext,
}) => {
  const context = await openContext();
  const user = await createUser(site);
  await signIn(site, context, user);
  const page = await context.newPage();
  await page.goto(`${site.url}/settings/security`);
  await waitUntilInteractive(page);
  await ageSessions(runStatement, user);

  const form = getSection(page, "Password");
  await form.getByLabel("New password").fill("seven green lamps");
  await form.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  expect(await findIssuesAtWidths(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(form.getByLabel("New password")).toHaveValue("seven green lamps");
  await form.getByRole("button", { name: "Change password" }).click();
  await dialog.getByLabel("Your password").fill("not this one");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Incorrect password.")).toBeVisible();
  await dialog.getByLabel("Your password").fill(user.password);
  await page.keyboard.press("Enter");
  await expect(getToast(page, "Password changed")).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await expect.poll(() => site.listNotices(user.email)).toContain("Your Lattice password was changed");
});

test("setting up an authenticator app asks for confirmation, for which an emailed code works too", async ({
  site,
  runStatement,
  openContext,
}) => {
  const context = await openContext();
  const user = await createUser(site);
  await signIn(site, context, user);
  const page = await context.newPage();
  await page.goto(`${site.url}/settings/security`);
  await waitUntilInteractive(page);
  await ageSessions(runStatement, user);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByRole("button", { name: "Email me a code instead" }).click();
  await expect(dialog.getByText("We've sent you a code. Check your inbox.")).toBeVisible();
  const { code } = await site.waitForEmail(user.email);
  await dialog.getByLabel("Code from the email").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press("Enter");
  await expect(page.getByAltText("QR code with the setup key for your app")).toBeVisible();
});

test("with two-factor authentication, the confirmation also asks for a code", async ({
  site,
  runStatement,
  openContext,
}) => {
  const context = await openContext();
  const user = await createUser(site);
  const { recoveryCode } = await addAuthenticator(site, user);
  await signIn(site, context, user);
  await runStatement("update auth.sessions set aal = 'aal2' where user_id = $1", user.id);
  await ageSessions(runStatement, user);
  const page = await context.newPage();
  await page.goto(`${site.url}/settings/data`);
  await page.getByRole("link", { name: "Download" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Confirm it's you" })).toBeVisible();
  await waitUntilInteractive(page);
  await page.getByLabel("Your password").fill(user.password);
  await page.getByLabel("Verify with").selectOption({ label: "Recovery code" });
  await page.getByLabel("Recovery code", { exact: true }).fill(recoveryCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/settings\/data$/);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toBe("my-data.json");
});

test("without JavaScript, the form shows a link to the confirmation page", async ({
  site,
  runStatement,
  openContext,
  allowProblem,
}) => {
  // With JavaScript disabled, the browser logs each blocked script.
  allowProblem(/request failed: .*\/assets\/.*\.js csp$/);
  const context = await openContext({ javaScriptEnabled: false });
  const user = await createUser(site);
  await signIn(site, context, user);
  const page = await context.newPage();
  await ageSessions(runStatement, user);
  await page.goto(`${site.url}/settings/security`);
  await page.getByLabel("New email").fill("elsewhere@example.org");
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(
    page.getByText("For your security, confirm it's you before making this change."),
  ).toBeVisible();
  await expect(page.getByLabel("New email")).toHaveValue("elsewhere@example.org");
  await page.getByRole("link", { name: "Confirm it's you" }).click();
  await page.getByLabel("Your password").fill("not this one");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Incorrect password.")).toBeVisible();
  await page.getByLabel("Your password").fill(user.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/settings\/security$/);
  await page.getByLabel("New email").fill("elsewhere@example.org");
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("It will change to elsewhere@example.org")).toBeVisible();
});

test("an admin must confirm an old sign-in before reading an email in the outbox, and can't read their own", async ({
  site,
  runStatement,
  admin,
  page,
}) => {
  const user = await createUser(site);
  for (const { email } of [user, admin]) await site.call("POST", "/recover", { email });
  await page.goto(`${site.url}/admin/outbox`);
  await waitUntilInteractive(page);
  await ageSessions(runStatement, admin);
  await page.getByRole("listitem").filter({ hasText: user.email }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Confirm it's you" })).toBeVisible();
  await page.getByLabel("Your password").fill(admin.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Reset your Lattice password");
  await page.goto(`${site.url}/admin/outbox`);
  await page.getByRole("listitem").filter({ hasText: admin.email }).getByRole("link").first().click();
  await expect(page.getByText("You can't view emails addressed to you here")).toBeVisible();
});
