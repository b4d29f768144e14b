import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { SESSION_KEY } from "#core/accounts/session-key.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getToast, waitUntilInteractive } from "./forum.ts";
import { createMember, DEMO_ADMIN, generateName, signInAsAdmin } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

async function signIn(page: PlainPage, user: { email: string; password: string }, next: string) {
  await page.goto(`/auth?next=${encodeURIComponent(next)}`);
  await page.submit("Login", { Email: user.email, Password: user.password });
  expect(page.path).toBe(next);
}

const getDeviceRows = (page: Page) => page.getByRole("region", { name: "Devices" }).getByRole("listitem");

test("devices are listed and can be signed out, one at a time or all other devices at once", async ({
  page,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d .*\/auth\/v1\//);
  const user = await createMember(page.context());
  const phonePage = new PlainPage(
    await openContext({
      userAgent:
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
    }),
  );
  await signIn(phonePage, user, "/settings/security");
  expect(phonePage.find("region", "Devices").find("listitem").text).toMatch(
    /Chrome on Android\s*This device/,
  );
  await page.goto("/settings/security");
  await waitUntilInteractive(page);
  const rows = getDeviceRows(page);
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("This device");
  await expect(rows.last()).toContainText("Local network");
  await page.getByRole("button", { name: "Sign out Chrome on Android" }).click();
  await expect(getToast(page, "Device signed out")).toBeVisible();
  await expect(rows).toHaveCount(1);
  expect((await phonePage.goto("/settings/security")).path).toContain("/auth?next=");

  await signIn(phonePage, user, "/settings/security");
  await showScreen(page, "/settings/security");
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(getToast(page, "Signed out everywhere else")).toBeVisible();
  await expect(rows).toHaveCount(1);
  expect((await phonePage.goto("/settings/security")).path).toContain("/auth?next=");
});

test("an account's data can be downloaded; deleting the account requires the username and password, and its posts remain, without the author's name", async ({
  page,
  member,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  const title = `Left behind ${generateName()}`;
  const path = await createPost(page, { title, content: "This text stays." });
  await test.step("all data can be downloaded as one file", async () => {
    await page.goto("/settings/data");
    const downloadPromise = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download" }).click();
    const file = await downloadPromise;
    expect(file.suggestedFilename()).toBe("my-data.json");
    const exportedData = JSON.parse(await readFile(await file.path(), "utf8"));
    expect(exportedData).toMatchObject({
      account: { email: member.email },
      profile: { username: member.username },
      posts: [{ title }],
    });
  });

  await waitUntilInteractive(page);
  const usernameField = page.getByLabel(/type your username/);
  await page.getByLabel("Your password").fill("not the password");
  await usernameField.fill(member.username);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Incorrect password.")).toBeVisible();
  await expect(usernameField).toHaveValue(member.username);
  await page.getByLabel("Your password").fill(member.password);
  await usernameField.fill("another_name");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Type your username exactly as shown.")).toBeVisible();
  await usernameField.fill(member.username);
  await page.keyboard.press("Enter");
  await expect(getToast(page, "Your account has been deleted")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await page.evaluate(() => Object.values({ ...localStorage }).join())).not.toContain(member.email);
  expect((await page.context().cookies()).filter(({ name }) => name.includes(SESSION_KEY))).toEqual([]);

  await test.step("a visitor is asked to sign in before the download", async () => {
    const response = await page.request.get("/settings/data/download", { maxRedirects: 0 });
    expect([response.status(), response.headers().location]).toEqual([
      302,
      "/auth?next=%2Fsettings%2Fdata%2Fdownload",
    ]);
  });

  const visitorPage = new PlainPage(await openContext());
  await visitorPage.goto(path);
  expect(visitorPage.text).toContain("This text stays.");
  expect(visitorPage.text).not.toContain(member.username);
  expect((await visitorPage.goto(`/u/${member.username}`)).status).toBe(404);
  await visitorPage.goto("/auth");
  await visitorPage.submit("Login", { Email: member.email, Password: member.password });
  expect(visitorPage.text).toContain("Invalid login credentials");
});

test("the only administrator can't delete their account before appointing another one", async ({ plain }) => {
  await signInAsAdmin(plain.context());
  await plain.goto("/settings/data");
  const { name } = plain.find("field", /type your username/);
  await plain.submit("Delete my account", {
    "Your password": DEMO_ADMIN.password,
    [name]: name.split(": ")[1] ?? "",
  });
  expect(plain.status).toBe(409);
  expect(plain.text).toContain("Make someone else an administrator before you delete your account.");
});
