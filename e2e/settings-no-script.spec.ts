import { expect, test } from "./fixtures.ts";
import { getToast } from "./forum.ts";
import { createPng } from "./images.ts";
import { createMember, generateName } from "./members.ts";

test.use({ javaScriptEnabled: false });

// With JavaScript disabled, the browser logs each blocked script.
test.beforeEach(({ allowProblem }) => {
  allowProblem(/request failed: .*\.js csp$/);
  allowProblem(/status of 4\d\d /);
});

test("name, bio and picture can be changed, and refused values stay in the form", async ({ page }) => {
  await createMember(page.context());
  await page.goto("/settings");
  await page.getByRole("textbox", { name: "Username" }).fill("ab");
  await page.getByRole("button", { name: "Save username" }).click();
  await expect(page.getByText("Usernames must have 3 to 30 characters.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveValue("ab");
  const name = generateName("plain");
  await page.getByRole("textbox", { name: "Username" }).fill(name);
  await page.getByRole("button", { name: "Save username" }).click();
  await expect(getToast(page, "Username changed")).toBeVisible();
  await page.getByLabel("Bio").fill("Without JavaScript.");
  await page.getByRole("button", { name: "Save bio" }).click();
  await expect(page.getByLabel("Bio")).toHaveValue("Without JavaScript.");

  const svg = { name: "a.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") };
  await page.getByLabel("Choose a picture").setInputFiles(svg);
  await page.getByRole("button", { name: "Save picture" }).click();
  await expect(page.getByText("This file isn't a JPEG, PNG, WebP, GIF or AVIF image.")).toBeVisible();
  await page.getByLabel("Choose a picture").setInputFiles(await createPng("wide.png", 300, 100));
  await page.getByRole("button", { name: "Save picture" }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByRole("main").locator("img").first()).toHaveAttribute(
    "src",
    /\/avatars\/[0-9a-f-]{36}\//,
  );
  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.getByLabel("Choose a picture")).toBeVisible();
});

test("password and sessions can be changed and the account deleted", async ({ page, openContext }) => {
  const { email, password, username } = await createMember(page.context());
  const second = await (await openContext({ javaScriptEnabled: false })).newPage();
  const signIn = async (on: typeof page, secret: string) => {
    await on.goto("/auth");
    await on.getByLabel("Email", { exact: true }).fill(email);
    await on.getByLabel("Password").fill(secret);
    await on.getByRole("button", { name: "Login" }).click();
  };
  await signIn(second, password);
  await expect(second.getByRole("button", { name: `Account menu: ${username}` })).toBeVisible();
  await page.goto("/settings/security");
  const rows = page.getByRole("region", { name: "Devices" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: /^Sign out .*Chrom/ }).click();
  await expect(getToast(page, "Device signed out")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await second.goto("/settings");
  await expect(second).toHaveURL(/\/auth\?next/);

  await page.goto("/settings/security");
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password should be at least 6 characters.")).toBeVisible();
  await page.getByLabel("New password").fill("seven green lamps");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(getToast(page, "Password changed")).toBeVisible();

  await page.goto("/settings/data");
  await page.getByLabel("Your password").fill("seven green lamps");
  await page.getByLabel(/type your username/).fill("another_name");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Type your username exactly as shown.")).toBeVisible();
  await page.getByLabel("Your password").fill("seven green lamps");
  await page.getByLabel(/type your username/).fill(username);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(getToast(page, "Your account has been deleted")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
});
