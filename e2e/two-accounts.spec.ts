import { createSession, createUser, expect, getAccountMenu, test } from "./accounts.ts";
import { signIn } from "./administration.ts";
import { waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";

// In these tests, a form is submitted after the browser has signed in to another account.

test("a sign-in form is refused if another tab has signed in", async ({ page, context, site, user }) => {
  const ann = await createUser(site);
  await page.goto("/auth");
  await waitUntilInteractive(page);
  // Signs in without notifying the open page, which still shows the signed-out state.
  await signIn(site, context, ann);
  await page.getByRole("button", { name: "Continue as a guest" }).click();
  await expect(page.getByText("You've signed in from another tab.").first()).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("You've signed in from another tab.").first()).toBeVisible();
  await page.goto("/forum");
  await expect(getAccountMenu(page, ann.username)).toBeVisible();
});

test("a new-password page changes only the account it was rendered for", async ({
  page,
  context,
  site,
  user,
}) => {
  const ann = await createUser(site);
  await signIn(site, context, ann);
  await page.goto("/auth/new-password");
  await waitUntilInteractive(page);
  await signIn(site, context, user);
  await page.getByLabel("New password").fill("meant for the first account");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("You're now signed in to another account.")).toBeVisible();
  // Neither password has changed.
  await createSession(site, user);
  await createSession(site, ann);
});

test("without JavaScript, sign-in forms don't switch accounts", async ({ plain, context, site, user }) => {
  const ann = await createUser(site);
  await signIn(site, context, ann);
  const sendForm = (path: string, form: Record<string, string>, origin = site.url) =>
    plain.request.post(path, { form, headers: { Origin: origin }, maxRedirects: 0 });
  const cookiesBefore = await context.cookies();
  const { email, password } = user;
  await site.call("POST", "/otp", { email });
  const { code } = await site.waitForEmail(email);
  const forms: Record<string, string>[] = [
    { intent: "login", email, password },
    { intent: "guest" },
    { intent: "register", email: "new@example.org", username: generateName(), password: "seven green lamps" },
    { intent: "code", purpose: "magic-link", email, code },
  ];
  for (const form of forms) {
    const response = await sendForm("/auth?next=%2Fforum", form);
    expect([response.status(), response.headers().location]).toEqual([302, "/forum"]);
  }
  const filterSessionCookies = (cookies: typeof cookiesBefore) =>
    cookies.filter(({ name }) => name.includes("session"));
  expect(filterSessionCookies(await context.cookies())).toEqual(filterSessionCookies(cookiesBefore));
  await plain.goto("/forum");
  expect(plain.notice).toContain("You're already signed in");
  plain.find("button", `Account menu: ${ann.username}`);

  const sameAccountResponse = await sendForm("/auth?next=%2Fforum", {
    intent: "login",
    email: ann.email,
    password: ann.password,
  });
  expect(sameAccountResponse.status()).toBe(302);
  const crossSiteResponse = await sendForm(
    "/auth",
    { intent: "login", email, password },
    "http://sibling.test",
  );
  expect(crossSiteResponse.status()).toBe(403);
  const passwordForm = { account: user.id, password: "not for this account" };
  expect((await sendForm("/auth/new-password", passwordForm)).status()).toBe(409);
  expect((await sendForm("/auth/new-password", { password: "for no account" })).status()).toBe(409);
  // The password hasn't changed.
  await createSession(site, ann);
});
