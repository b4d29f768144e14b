import { expect, getAccountMenu, REFUSED_AUTH_REQUEST, test } from "./accounts.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";

test("a registration is confirmed by opening the emailed link in a new tab of the same browser", async ({
  page,
  context,
  site,
}) => {
  const username = generateName();
  const email = `${username}@example.org`;
  await page.goto("/auth?tab=register");
  await waitUntilInteractive(page);
  await expect(page.locator("#sign-in-title")).toHaveText("Create an account");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email", { exact: true }).fill(email);
  const requestPromise = page.waitForRequest(/\/auth\/v1\/signup/);
  await page.getByLabel("Password").fill("seven green lamps");
  await page.getByRole("button", { name: "Create account" }).click();
  // The specification requires the site's origin as the redirect URL.
  expect(new URL((await requestPromise).url()).searchParams.get("redirect_to")).toBe(site.url);
  await expect(page.getByText("we've sent a confirmation link to")).toContainText(email);

  const tab = await context.newPage();
  await tab.goto((await site.waitForEmail(email)).link);
  await expect(getToast(tab, "Account created!")).toContainText("Welcome to the community");
  await expect(getAccountMenu(tab, username)).toBeVisible();
  expect(new URL(tab.url()).search + new URL(tab.url()).hash).toBe("");
});

test("a registration is confirmed with the emailed code when the email is read on another device", async ({
  page,
  openContext,
  site,
  allowProblem,
}) => {
  allowProblem(REFUSED_AUTH_REQUEST);
  const username = generateName();
  const email = `${username}@example.org`;
  await page.goto("/terms");
  await waitUntilInteractive(page);
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await page.getByRole("tab", { name: "Register" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password").fill("seven green lamps");
  await page.getByRole("button", { name: "Create account" }).click();
  const { code, link } = await site.waitForEmail(email);

  const phonePage = await (await openContext()).newPage();
  await phonePage.goto(link);
  await expect(phonePage.getByText(/enter the code from the same email/)).toBeVisible();

  await page.getByLabel("Code").fill(code === "123456" ? "654321" : "123456");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Incorrect or expired code. Check it, or request a new one.")).toBeVisible();
  await page.getByLabel("Code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(getAccountMenu(page, username)).toBeVisible();
  await expect(page).toHaveURL("/terms");
});

test("an unconfirmed user sees the reason when signing in and can request another email", async ({
  page,
  site,
  allowProblem,
}) => {
  allowProblem(REFUSED_AUTH_REQUEST);
  const username = generateName();
  const email = `${username}@example.org`;
  await site.call("POST", "/signup", { email, password: "seven green lamps", data: { username } });
  await site.waitForEmail(email);
  await page.goto("/auth");
  await waitUntilInteractive(page);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password").fill("seven green lamps");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(getToast(page, "Login failed")).toContainText("Email not confirmed");
  await page.getByRole("button", { name: "Email me a new link" }).click();
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.goto((await site.waitForEmail(email, 1)).link);
  await expect(getAccountMenu(page, username)).toBeVisible();
});

test("an emailed link resets a password, and unknown email addresses get the same response", async ({
  page,
  site,
  user,
  allowProblem,
}) => {
  allowProblem(REFUSED_AUTH_REQUEST);
  const requestReset = async (email: string) => {
    await page.goto("/auth?next=%2Fforum");
    await waitUntilInteractive(page);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(page.locator("#sign-in-title")).toHaveText("Reset your password");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send email" }).click();
    await expect(page.locator("#sign-in-title")).toHaveText("Verify your email");
    return (await page.getByRole("dialog").innerText()).replaceAll(email, "…");
  };
  const unknownAddressText = await requestReset("unknown@example.org");
  expect(await requestReset(user.email)).toBe(unknownAddressText);

  await page.goto((await site.waitForEmail(user.email)).link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a new password");
  const field = page.getByLabel("New password");
  const saveButton = page.getByRole("button", { name: "Save password" });
  await field.fill("letmein");
  await expect(page.getByText("Password is known to be weak and easy to guess")).toBeVisible();
  await saveButton.click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("letmein");
  await field.fill(user.password);
  await saveButton.click();
  await expect(page.getByText("New password should be different from the old password.")).toBeVisible();
  await field.fill("an entirely new password");
  await expect(page.getByRole("meter")).toHaveAttribute("aria-valuetext", "Strong");
  await saveButton.click();
  await expect(getToast(page, "Password changed")).toBeVisible();
  await expect(page).toHaveURL(/\/forum$/);
  await expect(getAccountMenu(page, user.username)).toBeVisible();
  await site.call("POST", "/token?grant_type=password", {
    email: user.email,
    password: "an entirely new password",
  });
});

test("a recovery link doesn't work in another browser, but its code works in the browser that requested it", async ({
  page,
  openContext,
  site,
  user,
}) => {
  await page.goto("/auth?tab=recover");
  await waitUntilInteractive(page);
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByRole("button", { name: "Send email" }).click();
  const { code, link } = await site.waitForEmail(user.email);

  const otherPage = await (await openContext()).newPage();
  await otherPage.goto(link);
  await expect(otherPage.getByRole("heading", { level: 1 })).toHaveText(
    "Open this link in the browser where you requested it",
  );
  await expect(otherPage.getByLabel("Email", { exact: true })).toHaveValue("");

  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/auth\/new-password/);
  await page.getByLabel("New password").fill("typed from the phone");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(getAccountMenu(page, user.username)).toBeVisible();
});

test("an emailed link signs the user in and returns to the page it was requested on", async ({
  page,
  site,
  user,
}) => {
  await page.goto("/forum?q=wallet&sort=new");
  await waitUntilInteractive(page);
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await page.getByRole("dialog").getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByRole("link", { name: "Email me a link instead" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(user.email);
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Send email" }).click();
  await expect(page.getByLabel("Code")).toBeFocused();
  const { link, subject } = await site.waitForEmail(user.email);
  expect(subject).toContain("sign-in link");
  await page.goto(link);
  await expect(getToast(page, "Welcome back!")).toBeVisible();
  await expect(page).toHaveURL("/forum?q=wallet&sort=new");
  await expect(getAccountMenu(page, user.username)).toBeVisible();
});

test("a used link shows an error and offers a new one of the same kind", async ({
  page,
  openContext,
  site,
  user,
}) => {
  await page.goto("/auth?tab=recover");
  await waitUntilInteractive(page);
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByRole("button", { name: "Send email" }).click();
  await expect(page.getByText("Check your inbox").first()).toBeVisible();
  const { link } = await site.waitForEmail(user.email);
  await fetch(link, { redirect: "manual" });

  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
  await expect(page.getByText("It has expired or was already used.")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(user.email);
  await page.getByRole("button", { name: "Send a new link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Verify your email");
  const secondEmail = await site.waitForEmail(user.email, 1);
  expect(secondEmail.subject).toContain("Reset your Lattice password");

  const visitorPage = await (await openContext()).newPage();
  await visitorPage.goto(link);
  await expect(visitorPage.getByLabel("Email", { exact: true })).toHaveValue("");
  await page.goto(secondEmail.link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a new password");
});

test("an invited user chooses a username and a password and is signed in", async ({
  page,
  site,
  allowProblem,
}) => {
  allowProblem(REFUSED_AUTH_REQUEST);
  const username = generateName();
  const email = `${username}@example.org`;
  await site.call("POST", "/invite", { email });
  await page.goto((await site.waitForEmail(email)).link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're invited");
  await expect(page.getByText(email)).toBeVisible();
  expect(page.url()).not.toContain("access_token");
  // Opening the link alone doesn't sign the user in, because links can be forged.
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await page.getByLabel("Username").fill("ab");
  await page.getByLabel("Password").fill("seven green lamps");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByText("Usernames must have 3 to 30 characters.")).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveValue("seven green lamps");
  await page.getByLabel("Username").fill(username);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(getToast(page, "Account created!")).toBeVisible();
  await expect(getAccountMenu(page, username)).toBeVisible();
});

test("an email change is confirmed from both addresses, even if one link is opened in another browser", async ({
  page,
  openContext,
  site,
  user,
}) => {
  const { access_token } = await site.call<{ access_token: string }>(
    "POST",
    "/token?grant_type=password",
    user,
  );
  const newEmail = `moved-${user.email}`;
  const path = `/user?redirect_to=${encodeURIComponent(`${site.url}/auth/landing?for=email-change`)}`;
  const challenge = { code_challenge: "x".repeat(43), code_challenge_method: "plain" };
  await site.call("PUT", path, { email: newEmail, ...challenge }, access_token);
  await page.goto((await site.waitForEmail(user.email)).link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One more confirmation needed");
  const otherPage = await (await openContext()).newPage();
  await otherPage.goto((await site.waitForEmail(newEmail)).link);
  await expect(otherPage.getByRole("heading", { level: 1 })).toHaveText(
    "Open this link in the browser where you requested it",
  );
  await site.call("POST", "/token?grant_type=password", { email: newEmail, password: user.password });
});
