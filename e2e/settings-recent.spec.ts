import { addAuthenticatorApp } from "./accounts.ts";
import { ageSessions, expect, getSection, signIn, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";

test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d /));

test("ten minutes after signing in, changing the password or setting up an authenticator app asks for confirmation without losing input", async ({
  site,
  runStatement,
  page,
  user,
}) => {
  await signIn(site, page.context(), user);
  await page.goto("/settings/security");
  await waitUntilInteractive(page);
  await ageSessions(runStatement, user);

  const form = getSection(page, "Password");
  await form.getByLabel("New password").fill("seven green lamps");
  await form.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  expect(await findIssuesAtWidths(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(form.getByRole("alert")).toHaveText(
    "For your security, confirm it's you before you continue.",
  );
  await expect(form.getByLabel("New password")).toHaveValue("seven green lamps");
  await form.getByRole("button", { name: "Change password" }).click();
  await dialog.getByLabel("Your password").fill("not this one");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Incorrect password.")).toBeVisible();
  await dialog.getByLabel("Your password").fill(user.password);
  await page.keyboard.press("Enter");
  await expect(getToast(page, "Password changed")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(form.getByRole("alert")).toHaveCount(0);

  await expect
    .poll(() => site.listSecurityNotices(user.email))
    .toContain("Your Lattice password was changed");

  await test.step("setting up an authenticator app asks for confirmation, which is also possible with an emailed code", async () => {
    await ageSessions(runStatement, user);
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("button", { name: "Email me a code instead" }).click();
    await expect(dialog.getByText("We've sent you a code. Check your inbox.")).toBeVisible();
    const { code } = await site.waitForEmail(user.email);
    await dialog.getByLabel("Code from the email").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press("Enter");
    await expect(page.getByAltText("QR code with the setup key for your app")).toBeVisible();
  });
});

test("without JavaScript, a refused email change links to the confirmation page and can be submitted again afterwards", async ({
  site,
  runStatement,
  plain,
  user,
}) => {
  await signIn(site, plain.context(), user);
  await ageSessions(runStatement, user);
  const press = (button: string, inputs: Record<string, string>) =>
    plain.submit(plain.find("button", button), inputs);
  const email = "elsewhere@example.org";
  await plain.goto("/settings/security");
  await press("Change email", { "New email": email });
  expect(plain.text).toContain("For your security, confirm it's you before you continue.");
  expect(plain.find("field", "New email").value).toBe(email);
  await plain.follow("Confirm it's you");
  await press("Continue", { "Your password": "not this one" });
  expect(plain.text).toContain("Incorrect password.");
  await press("Continue", { "Your password": user.password });
  expect(plain.path).toBe("/settings/security");
  await press("Change email", { "New email": email });
  expect(plain.text).toContain(`It will change to ${email}`);
});

test("an administrator with an old sign-in must confirm their identity before reading an email in the outbox, and can't read their own emails", async ({
  site,
  runStatement,
  admin,
  plain,
  user,
}) => {
  for (const { email } of [user, admin]) await site.call("POST", "/recover", { email });
  await ageSessions(runStatement, admin);
  const openEmail = (email: string) => {
    const item = plain.find("listitem", { text: email });
    return plain.follow(item.find("link"));
  };
  await plain.goto("/admin/outbox");
  await openEmail(user.email);
  expect(plain.find("h1").text).toBe("Confirm it's you");
  await plain.submit("Continue", { "Your password": admin.password });
  expect(plain.find("h1").text).toContain("Reset your Lattice password");
  await plain.goto("/admin/outbox");
  await openEmail(admin.email);
  expect(plain.text).toContain("You can't view messages addressed to you here");
});

test("with two-factor authentication, the confirmation before a download also asks for a code", async ({
  site,
  runStatement,
  plain,
  user,
}) => {
  const { recoveryCode } = await addAuthenticatorApp(site, user);
  await signIn(site, plain.context(), user);
  await runStatement("update auth.sessions set aal = 'aal2' where user_id = $1", user.id);
  await ageSessions(runStatement, user);
  await plain.goto("/settings/data");
  await plain.follow("Download");
  expect(plain.find("h1").text).toBe("Confirm it's you");
  await plain.submit("Continue", {
    "Your password": user.password,
    "Verify with": "Recovery code",
    Code: recoveryCode,
  });
  expect(plain.path).toBe("/settings/data");
  const link = plain.find("link", "Download").attribute("href") ?? "";
  expect((await plain.request.get(link)).headers()["content-disposition"]).toContain("my-data.json");
});
