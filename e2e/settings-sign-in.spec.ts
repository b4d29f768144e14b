import type { Page } from "@playwright/test";
import { expect, getAccountMenu, REFUSED_AUTH_REQUEST, test } from "./accounts.ts";
import { signIn } from "./administration.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";
import { generateTotpCode } from "./totp.ts";

test.beforeEach(({ allowProblem }) => allowProblem(REFUSED_AUTH_REQUEST));

const getSection = (page: Page, name: string) => page.getByRole("region", { name });
const generateEmail = () => `${generateName()}@example.org`;

test("an email change needs both confirmations, which may come from different browsers", async ({
  plain,
  openContext,
  site,
  user,
}) => {
  await signIn(site, plain.context(), user);
  await plain.goto("/settings/security");
  const readEmailSection = () => plain.find("region", "Email").text;
  const email = generateEmail();
  await plain.submit("Change email", { "New email": email });
  expect(plain.notice).toContain("Confirm your new address");
  expect(readEmailSection()).toContain(
    `It will change to ${email} once you follow the links in the emails to ${email} and ${user.email}.`,
  );

  await plain.goto((await site.waitForEmail(user.email)).link);
  await plain.goto("/settings/security");
  expect(readEmailSection()).toContain(`once you follow the link in the email to ${email}.`);
  const otherPage = new PlainPage(await openContext());
  await signIn(site, otherPage.context(), user);
  await otherPage.goto((await site.waitForEmail(email)).link);
  await plain.goto("/settings/security");
  expect(readEmailSection()).toContain(`Your email address is ${email}`);
  expect(readEmailSection()).not.toContain("It will change to");
});

test("email, password and authenticator apps are changed on the security page", async ({
  page,
  openContext,
  site,
  user,
}) => {
  await signIn(site, page.context(), user);
  await page.goto("/settings/security");
  await waitUntilInteractive(page);

  await test.step("an email change can be canceled and its email resent; a taken address is refused", async () => {
    const email = generateEmail();
    await page.getByLabel("New email").fill(email);
    await page.keyboard.press("Enter");
    const firstEmail = await site.waitForEmail(email);
    await page.getByRole("button", { name: "Resend email" }).click();
    await expect(getToast(page, "Email sent again")).toBeVisible();
    const secondEmail = await site.waitForEmail(email, 1);
    expect(secondEmail.link).not.toBe(firstEmail.link);
    await page.getByRole("button", { name: "Cancel change" }).click();
    await expect(getToast(page, "Change canceled")).toBeVisible();
    await expect(page.getByText("It will change to")).toHaveCount(0);
    await new PlainPage(await openContext()).goto(secondEmail.link);
    await showScreen(page, "/settings/security");
    await expect(getSection(page, "Email")).toContainText(`Your email address is ${user.email}`);

    const existingUser = await site.call<{ email: string }>("POST", "/admin/users", {
      email: generateEmail(),
    });
    await page.getByLabel("New email").fill(existingUser.email);
    await page.getByRole("button", { name: "Change email" }).click();
    await expect(page.getByText("Another account already uses this email address.")).toBeVisible();
    await expect(page.getByLabel("New email")).toHaveValue(existingUser.email);
  });

  await test.step("a password is rated while it's being typed, and changing it ends other sessions", async () => {
    const otherBrowser = new PlainPage(await openContext());
    await signIn(site, otherBrowser.context(), user);
    const field = page.getByLabel("New password");
    await field.fill("password");
    await expect(page.getByRole("meter", { name: "Strength" })).toBeVisible();
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(getSection(page, "Password").getByText(/easy to guess/)).toBeVisible();
    await expect(field).toHaveValue("password");
    await field.fill(user.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("New password should be different from the old password.")).toBeVisible();
    await field.fill("seven green lamps");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(getToast(page, "Password changed")).toContainText("signed out everywhere else");
    await expect(field).toHaveValue("");

    await otherBrowser.goto("/settings");
    expect(otherBrowser.path).toBe("/auth?next=%2Fsettings");
    await signIn(site, otherBrowser.context(), { ...user, password: "seven green lamps" });
  });

  await test.step("an authenticator app is set up, required at the next sign-in, renamed and removed", async () => {
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    await page.getByLabel("App name").fill("My phone");
    await page.keyboard.press("Enter");
    const qrCode = page.getByRole("img", { name: /^QR code/ });
    await expect(qrCode).toBeVisible();
    expect(await qrCode.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const secret =
      (await getSection(page, "Two-factor authentication").locator(".font-mono").textContent()) ?? "";
    const generateCode = (offset: number) => generateTotpCode(secret.replaceAll(" ", ""), offset);
    const wrongCode = ["000000", "111111", "222222", "333333"].find(
      (code) => ![-1, 0, 1].map(generateCode).includes(code),
    );
    await page.getByLabel("Code").fill(wrongCode ?? "");
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(
      page.getByText("Incorrect code. Check it and try again. Each code works only once."),
    ).toBeVisible();
    await page.getByLabel("Code").fill(generateCode(0));
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(getToast(page, "Two-factor authentication is on")).toBeVisible();
    await expect(
      getSection(page, "Two-factor authentication").getByText("My phone", { exact: true }),
    ).toBeVisible();

    // The recovery codes are shown next, until the user confirms that they are saved.
    const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(codes).toHaveCount(10);
    await expect(page.getByRole("status").filter({ hasText: "Save these codes now" })).toBeFocused();
    await expect(page.getByText("Earlier codes no longer work.")).toHaveCount(0);
    const recoveryCodes = await codes.allTextContents();
    const downloadPromise = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    expect((await downloadPromise).suggestedFilename()).toBe("recovery-codes.txt");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(getToast(page, "Copied")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCodes.join("\n"));
    await page.emulateMedia({ media: "print" });
    await expect(codes.first()).toBeVisible();
    await expect(page.getByText(/^Recovery codes for /)).toBeVisible();
    for (const name of ["Copy", "Done", "Set up an authenticator app"])
      await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Password" })).toHaveCount(0);
    await page.emulateMedia({ media: "screen" });
    const doneButton = page.getByRole("button", { name: "Done" });
    await expect(doneButton).toBeDisabled();
    await page.getByLabel("I've saved these codes").check();
    await doneButton.click();
    await expect(codes).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Add another authenticator app" })).toBeFocused();
    await expect(getSection(page, "Recovery codes")).toContainText("10 of 10 codes left");

    const otherDevice = new PlainPage(await openContext());
    await otherDevice.goto("/auth?next=/settings/security");
    await otherDevice.submit("Login", { Email: user.email, Password: "seven green lamps" });
    await otherDevice.submit("Continue", { "Verify with": "Recovery code", Code: recoveryCodes[0] ?? "" });
    expect(otherDevice.find("region", "Recovery codes").text).toContain("9 of 10 codes left");

    await showScreen(page, "/settings/security");
    await page.getByRole("button", { name: "Generate new codes" }).click();
    await expect(codes).toHaveCount(10);
    await expect(page.getByText("Earlier codes no longer work.")).toBeVisible();
    expect(await codes.allTextContents()).not.toContain(recoveryCodes[1]);
    await page.getByRole("button", { name: "Rename My phone" }).click();
    await page.getByLabel("App name").fill("Old phone");
    await page.keyboard.press("Enter");
    await expect(getToast(page, "Renamed")).toBeVisible();
    await page.getByRole("button", { name: "Remove Old phone" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(getToast(page, "Authenticator app removed")).toBeVisible();
    await expect(getSection(page, "Recovery codes")).toHaveCount(0);
    await expect(getAccountMenu(page, user.username)).toBeVisible();
  });
});
