import { addAuthenticator, createPerson } from "./accounts.ts";
import { age, expect, section, signIn, test } from "./administration.ts";
import { AXE_CONTEXT, faultsAtWidths } from "./axe.ts";
import { toastWith, waitUntilInteractive } from "./forum.ts";

test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d /));

test("ten minutes after signing in, changing the password asks for the current one without losing input", async ({
  site,
  ask,
  openContext,
}) => {
  const context = await openContext(AXE_CONTEXT);
  const person = await createPerson(site);
  await signIn(site, context, person);
  const page = await context.newPage();
  await page.goto(`${site.url}/settings/security`);
  await waitUntilInteractive(page);
  await age(ask, person);

  const form = section(page, "Password");
  await form.getByLabel("New password").fill("seven green lamps");
  await form.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  expect(await faultsAtWidths(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(form.getByLabel("New password")).toHaveValue("seven green lamps");
  await form.getByRole("button", { name: "Change password" }).click();
  await dialog.getByLabel("Your password").fill("not this one");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This password is wrong.")).toBeVisible();
  await dialog.getByLabel("Your password").fill(person.password);
  await page.keyboard.press("Enter");
  await expect(toastWith(page, "Password changed")).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await expect.poll(() => site.listNotices(person.email)).toContain("Your Lattice password was changed");
});

test("setting up an authenticator app asks for confirmation, for which an emailed code works too", async ({
  site,
  ask,
  openContext,
}) => {
  const context = await openContext();
  const person = await createPerson(site);
  await signIn(site, context, person);
  const page = await context.newPage();
  await page.goto(`${site.url}/settings/security`);
  await waitUntilInteractive(page);
  await age(ask, person);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByRole("button", { name: "Email me a code instead" }).click();
  await expect(dialog.getByText("We've sent you a code. Check your inbox.")).toBeVisible();
  const { code } = await site.waitForEmail(person.email);
  await dialog.getByLabel("Code from the email").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press("Enter");
  await expect(page.getByAltText("QR code with the secret for your app")).toBeVisible();
});

test("with two-factor authentication, the confirmation also asks for a code", async ({
  site,
  ask,
  openContext,
}) => {
  const context = await openContext();
  const person = await createPerson(site);
  const { recoveryCode } = await addAuthenticator(site, person);
  await signIn(site, context, person);
  await ask("update auth.sessions set aal = 'aal2' where user_id = $1", person.id);
  await age(ask, person);
  const page = await context.newPage();
  await page.goto(`${site.url}/settings/data`);
  await page.getByRole("link", { name: "Download" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Confirm it's you" })).toBeVisible();
  await waitUntilInteractive(page);
  await page.getByLabel("Your password").fill(person.password);
  await page.getByLabel("Verify with").selectOption({ label: "A recovery code" });
  await page.getByLabel("Recovery code", { exact: true }).fill(recoveryCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/settings\/data$/);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toBe("my-data.json");
});

test("without scripts the form shows a link to the confirmation page", async ({
  site,
  ask,
  openContext,
  allowProblem,
}) => {
  // With scripts disabled, the browser logs each blocked one.
  allowProblem(/request failed: .*\/assets\/.*\.js csp$/);
  const context = await openContext({ javaScriptEnabled: false });
  const person = await createPerson(site);
  await signIn(site, context, person);
  const page = await context.newPage();
  await age(ask, person);
  await page.goto(`${site.url}/settings/security`);
  await page.getByLabel("New email").fill("elsewhere@example.org");
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("You signed in more than ten minutes ago.")).toBeVisible();
  await expect(page.getByLabel("New email")).toHaveValue("elsewhere@example.org");
  await page.getByRole("link", { name: "Confirm it's you" }).click();
  await page.getByLabel("Your password").fill("not this one");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This password is wrong.")).toBeVisible();
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/settings\/security$/);
  await page.getByLabel("New email").fill("elsewhere@example.org");
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("It will change to elsewhere@example.org")).toBeVisible();
});

test("an admin must confirm an old sign-in before reading an email in the outbox, and can't read their own", async ({
  site,
  ask,
  admin,
  page,
}) => {
  const person = await createPerson(site);
  for (const { email } of [person, admin]) await site.call("POST", "/recover", { email });
  await page.goto(`${site.url}/admin/outbox`);
  await waitUntilInteractive(page);
  await age(ask, admin);
  await page.getByRole("listitem").filter({ hasText: person.email }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Confirm it's you" })).toBeVisible();
  await page.getByLabel("Your password").fill(admin.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Reset your Lattice password");
  await page.goto(`${site.url}/admin/outbox`);
  await page.getByRole("listitem").filter({ hasText: admin.email }).getByRole("link").first().click();
  await expect(page.getByText("This email is addressed to you, so we don't show its text")).toBeVisible();
});
