import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { createMember, DEMO_ADMIN, generateName } from "./members.ts";
import { showScreen } from "./screens.ts";

/** Matches what the browser logs for each refused request of the auth client. */
const REFUSED_AUTH_REQUEST = /status of 4\d\d .*\/auth\/v1\//;

test("the sign-in dialog opens without leaving the page and works by keyboard alone", async ({
  page,
  openContext,
}) => {
  await test.step("the header's Sign In button opens a dialog; Escape closes it and restores focus", async () => {
    await page.goto("/terms");
    await waitUntilInteractive(page);
    const signInLink = page.getByRole("banner").getByRole("link", { name: "Sign In" });
    await signInLink.click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole("tab")).toHaveText(["Login", "Register"]);
    await expect(dialog.getByRole("tab", { name: "Login" })).toHaveAttribute("aria-selected", "true");
    await expect(dialog.getByText(/demo/i)).toContainText(/admin/i);
    await dialog.getByRole("tab", { name: "Register" }).click();
    await expect(dialog.getByLabel("Username")).toBeVisible();
    await expect(dialog.getByText(/demo/i)).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(signInLink).toBeFocused();
    await expect(page).toHaveURL(/\/terms$/);
  });

  await test.step("the tabs are a single tab stop with arrow key navigation", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    const loginTab = page.getByRole("tab", { name: "Login" });
    const registerTab = page.getByRole("tab", { name: "Register" });
    await loginTab.focus();
    await page.keyboard.press("ArrowRight");
    await expect(registerTab).toBeFocused();
    await expect(registerTab).toHaveAttribute("aria-selected", "true");
    await expect(page.getByLabel("Username")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(loginTab).toBeFocused();
    await page.keyboard.press("End");
    await expect(registerTab).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(loginTab).not.toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  await test.step("the dialog works by keyboard alone, and focus stays inside", async () => {
    const { email, password, username } = await createMember(await openContext());
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email", { exact: true }).focus();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press("Tab");
      // Between the last and the first control, focus may move to the browser's UI, but never to the page behind the
      // dialog.
      expect(
        await page.evaluate(() => {
          const focusedElement = document.activeElement;
          return focusedElement === document.body || focusedElement?.closest("dialog") !== null;
        }),
      ).toBe(true);
    }
    await dialog.getByLabel("Password").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Account menu: ${username}` })).toBeVisible();
  });
});

test("closing the sign-in page returns visitors to where they came from, unless that page is for members", async ({
  page,
  plain,
}) => {
  const readCloseLink = async (path: string) => {
    await plain.goto(path);
    return plain.find("dialog").find("link", "Close").attribute("href");
  };
  expect(await readCloseLink("/auth")).toBe("/");
  expect(plain.text).toContain("Connect with the crypto, AI, and quantum community");
  expect(await readCloseLink("/auth?next=%2Fforum%3Fcategory%3Dai")).toBe("/forum?category=ai");
  expect(await readCloseLink("/settings")).toBe("/");
  expect(plain.path).toBe("/auth?next=%2Fsettings");

  await page.goto("/auth?next=%2Fforum%3Fcategory%3Dai");
  await expect(page.getByRole("dialog")).toBeVisible();
  await waitUntilInteractive(page);
  await page.getByRole("dialog").getByLabel("Close").click();
  await expect(page).toHaveURL(/\/forum\?category=ai$/);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: "Join Community" }).click();
  await expect(page).toHaveURL(/\/auth\?tab=register$/);
  await expect(page.getByRole("tab", { name: "Register" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("dialog").getByLabel("Email", { exact: true }).focus();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/$/);
});

test("a member who opens /auth is redirected to the home page", async ({ plain, member }) => {
  await plain.goto("/auth");
  expect(plain.path).toBe("/");
  expect(plain.find("button", `Account menu: ${member.username}`)).toBeTruthy();
});

test("without an email server, an email change refers the user to an administrator", async ({
  plain,
  member: _,
}) => {
  await plain.goto("/settings/security");
  await plain.submit("Change email", { "New email": "new-address@example.org" });
  expect(plain.find("region", "Email").text).toMatch(
    /It will change to.*This site doesn't send email yet\. Ask an administrator for the confirmation link\./,
  );
});

test("signing in never redirects to another site", async ({ page, plain, openContext }) => {
  const { email, password } = await createMember(await openContext());
  for (const next of ["//elsewhere.example/", "https://elsewhere.example/", "/\\elsewhere.example"]) {
    await page.context().clearCookies();
    await plain.goto(`/auth?next=${encodeURIComponent(next)}`);
    await plain.submit("Login", { Email: email, Password: password });
    expect(plain.path).toBe("/");
    expect(plain.find("button", /^Account menu/)).toBeTruthy();
  }
  await page.context().clearCookies();
  await page.goto(`/auth?next=${encodeURIComponent("/\\elsewhere.example")}`);
  await waitUntilInteractive(page);
  await page.getByRole("dialog").getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("dialog").getByLabel("Password").fill(password);
  await page.getByRole("dialog").getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/$/);
});

test("the sign-in page checks its fields and explains refusals", async ({
  page,
  openContext,
  allowProblem,
}) => {
  await test.step("empty fields and invalid email addresses are rejected before anything is sent", async () => {
    const sentUrls: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sentUrls.push(request.url());
    });
    await page.goto("/auth?tab=register");
    await waitUntilInteractive(page);
    const dialog = page.getByRole("dialog");
    const submitButton = dialog.getByRole("button", { name: "Create account" });
    await submitButton.click();
    await expect(dialog.locator("input:invalid")).toHaveCount(3);
    await dialog.getByLabel("Username").fill(generateName());
    await dialog.getByLabel("Password").fill("long enough");
    await dialog.getByLabel("Email", { exact: true }).fill("not an address");
    await submitButton.click();
    await expect(dialog.locator("input:invalid")).toHaveCount(1);
    expect(sentUrls).toEqual([]);
  });

  await test.step("a refused registration shows the server's reason: email address or username taken, weak password, invalid username", async () => {
    allowProblem(REFUSED_AUTH_REQUEST);
    const existingMember = await createMember(await openContext());
    const dialog = page.getByRole("dialog");
    const expectRejection = async (username: string, email: string, password: string, reason: RegExp) => {
      await dialog.getByLabel("Username").fill(username);
      await dialog.getByLabel("Email", { exact: true }).fill(email);
      await dialog.getByLabel("Password").fill(password);
      await dialog.getByRole("button", { name: "Create account" }).click();
      await expect(getToast(page, "Registration failed").last()).toContainText(reason);
      await expect(dialog.getByLabel("Username")).toHaveValue(username);
      await page.getByRole("button", { name: "Dismiss" }).last().click();
      await expect(getToast(page, "Registration failed")).toHaveCount(0);
    };
    const newUsername = generateName("fresh");
    const email = `${newUsername}@example.org`;
    await expectRejection(newUsername, existingMember.email, "long enough", /already registered/i);
    await expectRejection(existingMember.username, email, "long enough", /taken|already/i);
    await expectRejection(existingMember.username.toUpperCase(), email, "long enough", /taken|already/i);
    await expectRejection(newUsername, email, "12345", /at least 6 characters/i);
    await expectRejection("ab", email, "long enough", /3 to 30 characters/i);
    await expectRejection("moderator", email, "long enough", /This username is reserved\./);
    await expect(page.getByRole("button", { name: /^Account menu/ })).toHaveCount(0);
    await expectRejection(newUsername, existingMember.email, "long enough", /already registered/i);
    await dialog.getByRole("link", { name: "Sign in instead" }).click();
    await expect(dialog.getByRole("button", { name: "Login" })).toBeVisible();
    await expect(dialog.getByLabel("Email", { exact: true })).toHaveValue(existingMember.email);
  });

  await test.step("a failed login shows an error, preserves the input and offers a reset", async () => {
    allowProblem(REFUSED_AUTH_REQUEST);
    await showScreen(page, "/terms");
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email", { exact: true }).fill(DEMO_ADMIN.email);
    const passwordField = dialog.getByLabel("Password");
    await passwordField.fill("not the password");
    await dialog.getByRole("button", { name: "Show" }).click();
    await expect(passwordField).toHaveAttribute("type", "text");
    await dialog.getByRole("button", { name: "Hide" }).click();
    await expect(passwordField).toHaveAttribute("type", "password");
    await dialog.getByRole("button", { name: "Login" }).click();
    const toast = getToast(page, "Login failed");
    await expect(toast).toContainText("Invalid login credentials");
    await expect(toast).toHaveAttribute("role", "alert");
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel("Email", { exact: true })).toHaveValue(DEMO_ADMIN.email);
    await dialog.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(dialog.getByLabel("Email", { exact: true })).toHaveValue(DEMO_ADMIN.email);
    await expect(dialog.getByLabel("Password")).toHaveCount(0);
  });
});

test("the account menu shows the member's email; logging out in the settings opens the home page and signs out the other tab", async ({
  page,
  member,
  context,
}) => {
  await page.goto("/settings/security");
  const otherTab = await context.newPage();
  await otherTab.goto("/create");
  const getMenu = (tab: typeof page) => tab.getByRole("button", { name: `Account menu: ${member.username}` });
  await expect(getMenu(otherTab)).toBeVisible();
  await waitUntilInteractive(otherTab);
  await waitUntilInteractive(page);
  await getMenu(page).click();
  await expect(page.getByRole("banner").getByText(member.email)).toBeVisible();
  await otherTab.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(getMenu(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Join Community" })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(otherTab).toHaveURL(/\/auth/);
});
