import {
  addAuthenticatorApp,
  createUser,
  expect,
  getAccountMenu,
  REFUSED_AUTH_REQUEST,
  test,
} from "./accounts.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import type { PlainPage } from "./plain-page.ts";

test.beforeEach(({ allowProblem }) => allowProblem(REFUSED_AUTH_REQUEST));

test("the second factor is required after the password, and until then the user is a visitor", async ({
  page,
  site,
  user,
}) => {
  const { generateCode } = await addAuthenticatorApp(site, user);
  await page.goto("/terms");
  await waitUntilInteractive(page);
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    "Your account is protected by two-factor authentication",
  );
  await expect(page.getByLabel("Code")).toBeFocused();
  await expect(getToast(page, "Welcome back!")).toHaveCount(0);

  const dataRequests: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".data")) dataRequests.push(request.url());
  });
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByRole("dialog")).toContainText(
    "Your account is protected by two-factor authentication",
  );
  // The session is the one that the page was rendered with, so there is nothing to reload.
  expect(dataRequests).toEqual([]);
  await expect(getAccountMenu(page, user.username)).toHaveCount(0);
  await page.goto("/create");
  await expect(page).toHaveURL(/\/auth\?next=%2Fcreate$/);
  await expect(page.locator("#sign-in-title")).toHaveText("One more step");
  await expect(page.getByLabel("Code")).toBeFocused();
  await expect(page.getByLabel("Verify with")).toContainText("Authenticator app: Phone");

  const validCode = generateCode();
  await page.getByLabel("Code").fill(validCode === "000000" ? "111111" : "000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(
    page.getByText("Incorrect code. Check it and try again. Each code works only once."),
  ).toBeVisible();
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.getByLabel("Code").fill(validCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Share Your Knowledge" })).toBeVisible();
  await expect(getAccountMenu(page, user.username)).toBeVisible();
});

test("a recovery code works instead of the second factor, but only once", async ({
  page,
  openContext,
  site,
  user,
}) => {
  const { recoveryCode } = await addAuthenticatorApp(site, user);
  const signIn = async (currentPage: typeof page) => {
    await currentPage.goto("/auth");
    await waitUntilInteractive(currentPage);
    await currentPage.getByLabel("Email", { exact: true }).fill(user.email);
    await currentPage.getByLabel("Password").fill(user.password);
    await currentPage.getByRole("button", { name: "Login" }).click();
    await currentPage.getByLabel("Verify with").selectOption({ label: "Recovery code" });
    await currentPage.getByLabel("Recovery code", { exact: true }).fill(recoveryCode.toUpperCase());
    await currentPage.getByRole("button", { name: "Continue" }).click();
  };
  await signIn(page);
  await expect(getToast(page, "Welcome back!")).toBeVisible();
  await expect(getAccountMenu(page, user.username)).toBeVisible();
  const secondPage = await (await openContext()).newPage();
  await signIn(secondPage);
  await expect(secondPage.getByText("Incorrect code. Check it and try again.")).toBeVisible();
  await secondPage.getByRole("button", { name: "Sign out" }).click();
  await expect(secondPage.locator("#sign-in-title")).toHaveText("Sign in");
  await secondPage.reload();
  await expect(secondPage.locator("#sign-in-title")).toHaveText("Sign in");
});

test("resetting a password requires the second factor", async ({ page, site, user }) => {
  const { generateCode } = await addAuthenticatorApp(site, user);
  await page.goto("/auth?tab=recover");
  await waitUntilInteractive(page);
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByRole("button", { name: "Send email" }).click();
  // Leaving earlier would abort the request and lose the code verifier.
  await expect(page.getByText("Check your inbox").first()).toBeVisible();
  await page.goto((await site.waitForEmail(user.email)).link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One more step");
  await page.getByLabel("Code").fill(generateCode());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/auth\/new-password/);
  await page.getByLabel("New password").fill("an entirely new password");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(getToast(page, "Password changed")).toBeVisible();
  await expect(getAccountMenu(page, user.username)).toBeVisible();
});

test("verifying the second factor in one tab updates the other tab", async ({ page, context, site }) => {
  const user = await createUser(site);
  const { generateCode } = await addAuthenticatorApp(site, user);
  // The other tab's sign-in dialog loads its options before the user signs in.
  const otherTab = await context.newPage();
  await otherTab.goto("/terms");
  await waitUntilInteractive(otherTab);
  await otherTab.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await otherTab.getByRole("dialog").getByLabel("Close").click();
  await page.goto("/auth");
  await waitUntilInteractive(page);
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByLabel("Code")).toBeVisible();
  await expect(otherTab.getByRole("dialog")).toContainText("protected by two-factor authentication");
  await expect(otherTab.getByLabel("Verify with")).toContainText("Phone");
  await page.getByLabel("Code").fill(generateCode());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(getAccountMenu(page, user.username)).toBeVisible();
  await expect(getAccountMenu(otherTab, user.username)).toBeVisible();
});

test.describe("without JavaScript", () => {
  const press = (page: PlainPage, button: string, inputs = {}) =>
    page.submit(page.find("button", button), inputs);

  test("the plain forms for the password and the second factor work and show errors", async ({
    plain,
    site,
    user,
  }) => {
    const { generateCode, recoveryCode } = await addAuthenticatorApp(site, user);
    await plain.goto("/auth?next=%2Fcreate");
    await press(plain, "Login", { Email: user.email, Password: user.password });
    expect(plain.text).toContain("One more step");
    const validCode = generateCode();
    await press(plain, "Continue", { Code: validCode === "000000" ? "111111" : "000000" });
    expect(plain.text).toContain("Incorrect code.");
    await press(plain, "Continue", { "Verify with": "Recovery code", Code: recoveryCode });
    expect(plain.text).toContain("Share Your Knowledge");
  });

  test("a password can be reset by typing the emailed code", async ({ plain, site, user }) => {
    await plain.goto("/auth");
    await plain.follow("Forgot your password?");
    await press(plain, "Send email", { Email: user.email });
    expect(plain.text).toContain("Verify your email");
    const { code } = await site.waitForEmail(user.email);
    await press(plain, "Continue", { Code: code === "123456" ? "654321" : "123456" });
    expect(plain.text).toContain("Incorrect or expired code. Check it, or request a new one.");
    await press(plain, "Continue", { Code: code });
    expect(plain.find("h1").text).toBe("Choose a new password");
    await press(plain, "Save password", { "New password": "letmein" });
    expect(plain.text).toContain("Password is known to be weak");
    await press(plain, "Save password", { "New password": "seven green lamps" });
    expect(plain.text).toContain("Password changed");
    expect(plain.findAll("button", `Account menu: ${user.username}`)).toHaveLength(1);
  });

  test("an emailed sign-in code can be typed", async ({ plain, site, user }) => {
    await plain.goto("/auth?next=%2Fforum");
    await plain.follow("Email me a link instead");
    await press(plain, "Send email", { Email: user.email });
    await press(plain, "Continue", { Code: (await site.waitForEmail(user.email)).code });
    expect(plain.path).toBe("/forum");
    expect(plain.findAll("button", `Account menu: ${user.username}`)).toHaveLength(1);
  });
});
