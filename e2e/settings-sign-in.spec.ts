import type { Page } from "@playwright/test";
import { expect, getAccountMenu, type Person, REFUSED, test } from "./accounts.ts";
import { toastWith, waitUntilInteractive } from "./forum.ts";
import { newName } from "./members.ts";
import { generateTotpCode } from "./totp.ts";

test.beforeEach(({ allowProblem }) => allowProblem(REFUSED));

async function signIn(page: Page, person: Pick<Person, "email" | "password">, next: string) {
  await page.goto(`/auth?next=${encodeURIComponent(next)}`);
  await waitUntilInteractive(page);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${next}$`));
  await waitUntilInteractive(page);
}
const section = (page: Page, name: string) => page.getByRole("region", { name });
const newAddress = () => `${newName()}@example.org`;

test("an email change needs both confirmations, which may come from different browsers", async ({
  page,
  openContext,
  site,
  person,
}) => {
  await signIn(page, person, "/settings/security");
  const email = newAddress();
  await page.getByLabel("New email").fill(email);
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(toastWith(page, "Confirm your new address")).toBeVisible();
  await expect(section(page, "Email")).toContainText(
    `It will change to ${email} once you follow the links in the emails to ${email} and ${person.email}.`,
  );

  await page.goto((await site.waitForEmail(person.email)).link);
  await page.goto("/settings/security");
  await expect(section(page, "Email")).toContainText(`once you follow the link in the email to ${email}.`);
  const other = await (await openContext()).newPage();
  await signIn(other, person, "/settings/security");
  await other.goto((await site.waitForEmail(email)).link);
  await expect(async () => {
    await page.goto("/settings/security");
    await expect(page.getByText(`Your email address is ${email}`)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(section(page, "Email")).not.toContainText("It will change to");
});

test("an email change can be resent and cancelled; a taken address is refused", async ({
  page,
  site,
  person,
  openContext,
}) => {
  await signIn(page, person, "/settings/security");
  const email = newAddress();
  await page.getByLabel("New email").fill(email);
  await page.keyboard.press("Enter");
  const first = await site.waitForEmail(email);
  await page.getByRole("button", { name: "Resend email" }).click();
  await expect(toastWith(page, "Email sent again")).toBeVisible();
  const second = await site.waitForEmail(email, 1);
  expect(second.link).not.toBe(first.link);
  await page.getByRole("button", { name: "Cancel change" }).click();
  await expect(toastWith(page, "Change canceled")).toBeVisible();
  await expect(page.getByText("It will change to")).toHaveCount(0);
  const stranger = await (await openContext()).newPage();
  await stranger.goto(second.link);
  await page.goto("/settings/security");
  await expect(section(page, "Email")).toContainText(`Your email address is ${person.email}`);

  await waitUntilInteractive(page);
  const taken = await site.call<{ email: string }>("POST", "/admin/users", { email: newAddress() });
  await page.getByLabel("New email").fill(taken.email);
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("Another account already uses this email address.")).toBeVisible();
  await expect(page.getByLabel("New email")).toHaveValue(taken.email);
});

test("a password is rated while it is typed, and changing it ends other sessions", async ({
  page,
  openContext,
  person,
}) => {
  const elsewhere = await (await openContext()).newPage();
  await signIn(elsewhere, person, "/settings");
  await signIn(page, person, "/settings/security");
  const field = page.getByLabel("New password");
  await field.fill("password");
  await expect(page.getByRole("meter", { name: "Strength" })).toBeVisible();
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(section(page, "Password").getByText(/easy to guess/)).toBeVisible();
  await expect(field).toHaveValue("password");
  await field.fill(person.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("New password should be different from the old password.")).toBeVisible();
  await field.fill("seven green lamps");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(toastWith(page, "Password changed")).toContainText("signed out everywhere else");
  await expect(field).toHaveValue("");

  await elsewhere.goto("/settings");
  await expect(elsewhere).toHaveURL(/\/auth\?next=%2Fsettings$/);
  await signIn(elsewhere, { ...person, password: "seven green lamps" }, "/settings");
});

test("an authenticator app is set up, required at the next sign-in, renamed and removed", async ({
  page,
  openContext,
  person,
}) => {
  await signIn(page, person, "/settings/security");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await page.getByLabel("Name of this app").fill("Telephone");
  await page.keyboard.press("Enter");
  const picture = page.getByRole("img", { name: /^QR code/ });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const secret = (await section(page, "Two-factor authentication").locator(".font-mono").textContent()) ?? "";
  const codeAt = (offset: number) => generateTotpCode(secret.replaceAll(" ", ""), offset);
  const wrong = ["000000", "111111", "222222", "333333"].find(
    (code) => ![-1, 0, 1].map(codeAt).includes(code),
  );
  await page.getByLabel("Code").fill(wrong ?? "");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(
    page.getByText("This code is wrong. Each code works only once, so try the newest one."),
  ).toBeVisible();
  await page.getByLabel("Code").fill(codeAt(0));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(toastWith(page, "Two-factor authentication is on")).toBeVisible();
  await expect(
    section(page, "Two-factor authentication").getByText("Telephone", { exact: true }),
  ).toBeVisible();

  await page.getByRole("button", { name: "Generate recovery codes" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const shown = await codes.allTextContents();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toBe("recovery-codes.txt");
  await page.getByRole("button", { name: "Done" }).click();
  await expect(section(page, "Recovery codes")).toContainText("10 of 10 codes left");

  const second = await (await openContext()).newPage();
  await second.goto("/auth?next=/settings/security");
  await waitUntilInteractive(second);
  await second.getByLabel("Email", { exact: true }).fill(person.email);
  await second.getByLabel("Password").fill(person.password);
  await second.getByRole("button", { name: "Login", exact: true }).click();
  await second.getByLabel("Verify with").selectOption({ label: "A recovery code" });
  await second.getByLabel("Recovery code", { exact: true }).fill(shown[0] ?? "");
  await second.getByRole("button", { name: "Continue" }).click();
  await expect(section(second, "Recovery codes")).toContainText("9 of 10 codes left");

  await page.reload();
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Generate new codes" }).click();
  await expect(codes).toHaveCount(10);
  expect(await codes.allTextContents()).not.toContain(shown[1]);
  await page.getByRole("button", { name: "Rename Telephone" }).click();
  await page.getByLabel("Name of this app").fill("Old telephone");
  await page.keyboard.press("Enter");
  await expect(toastWith(page, "Renamed")).toBeVisible();
  await page.getByRole("button", { name: "Remove Old telephone" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(toastWith(page, "Authenticator app removed")).toBeVisible();
  await expect(section(page, "Recovery codes")).toHaveCount(0);
  await expect(getAccountMenu(page, person.username)).toBeVisible();
});
