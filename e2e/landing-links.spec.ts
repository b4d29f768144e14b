import type { BrowserContext, Page } from "@playwright/test";
import { createUser, expect, getAccountMenu, REFUSED, type TestUser, test } from "./accounts.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { expireSession, generateName, type Session, storeSession } from "./members.ts";
import type { Site } from "./site.ts";

const signIn = (site: Site, { email, password }: TestUser) =>
  site.call<Session>("POST", "/token?grant_type=password", { email, password });

/** Signs a user in in this browser, as another tab would. */
async function signInHere(context: BrowserContext, site: Site, user: TestUser): Promise<Session> {
  const session = await signIn(site, user);
  await storeSession(context, session, site.url);
  return session;
}

/** The fragment from the security report: an expired, unsigned access token in the victim's name. */
function forgeFragment(victim: TestUser, { refresh_token }: Session): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { sub: victim.id, email: victim.email, role: "authenticated", exp: 1_000_000_000 };
  const token = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}.${encode({})}`;
  return new URLSearchParams({ access_token: token, refresh_token, type: "magiclink" }).toString();
}

const buildFragment = ({ access_token, refresh_token }: Session) =>
  new URLSearchParams({ access_token, refresh_token, type: "recovery" });

/** Requests a link without a browser's code challenge. */
async function requestEmailedLink(site: Site, { email }: TestUser, path = "/otp"): Promise<string> {
  await site.call("POST", path, { email });
  return (await site.waitForEmail(email)).link;
}

/** Whether an access token's session is still active. */
const isSessionActive = async (site: Site, token: string) =>
  (await fetch(`${site.url}/auth/v1/user`, { headers: { Authorization: `Bearer ${token}` } })).ok;

/** Captures the access token that a landing page receives for a link. */
function captureToken(page: Page): Promise<string> {
  return page
    .waitForResponse((response) => /landing\/check|grant_type=pkce/.test(response.url()))
    .then(async (response) => {
      const body = await response.json();
      return (body.accepted?.session ?? body).access_token as string;
    });
}

const getHeading = (page: Page) => page.getByRole("heading", { level: 1 });
const getSignInLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Sign In" });

/** Requests a link that works only in this browser. `earlierEmails`: how many the user has received. */
async function requestLink(
  page: Page,
  site: Site,
  user: TestUser,
  tab = "magic-link",
  earlierEmails = 0,
): Promise<string> {
  await page.goto(`/auth?tab=${tab}`);
  await waitUntilInteractive(page);
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByRole("button", { name: "Send email" }).click();
  await expect(page.getByLabel("Code")).toBeFocused();
  return (await site.waitForEmail(user.email, earlierEmails)).link;
}

test("a forged landing link in the forum shows no account and doesn't sign in", async ({
  page,
  context,
  openContext,
  site,
  allowProblem,
}) => {
  allowProblem(REFUSED);
  const [victim, attacker] = [await createUser(site), await createUser(site)];
  const session = await signIn(site, attacker);
  const elsewhere = await openContext();
  await storeSession(elsewhere, session, site.url);
  const fragment = forgeFragment(victim, session);
  const title = `Photos of the meetup ${generateName()}`;
  const attackerPage = await elsewhere.newPage();
  await attackerPage.goto("/create");
  await waitUntilInteractive(attackerPage);
  await attackerPage.getByLabel("Title").fill(title);
  await attackerPage.getByLabel("Category").selectOption("tech");
  await attackerPage
    .getByRole("textbox", { name: "Content" })
    .fill(`[All of them](${site.url}/auth/landing#${fragment})`);
  await attackerPage.getByRole("button", { name: "Post to Community" }).click();
  await expect(getToast(attackerPage, "Post Created!")).toBeVisible();
  await expect(attackerPage).toHaveURL(/\/forum$/);
  await attackerPage.getByRole("link", { name: title }).first().click();
  await expect(attackerPage.getByRole("link", { name: "All of them" })).toBeVisible();
  const path = new URL(attackerPage.url()).pathname;

  await page.goto(path);
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: "All of them" }).click();
  await expect(getHeading(page)).toHaveText("This link can't sign you in");
  await expect(
    page.getByText(/This link didn't come from .*, has expired, or was requested in another browser/),
  ).toBeVisible();
  await expect(page.getByText("You aren't signed in.")).toBeVisible();
  expect(await page.content()).not.toContain(victim.email);
  expect(page.url()).not.toContain("_token");
  expect(await page.getByRole("button", { name: "Continue" }).count()).toBe(0);
  await page.goto("/forum");
  await expect(getSignInLink(page)).toBeVisible();
  expect((await context.cookies()).filter(({ name }) => name.includes("session"))).toEqual([]);
});

test("genuine tokens of an attacker's own account are refused on every page", async ({
  page,
  context,
  site,
  allowProblem,
}) => {
  allowProblem(REFUSED);
  const [visitor, attacker] = [await createUser(site), await createUser(site)];
  for (const path of ["/auth/landing?for=recovery", "/forum", "/"]) {
    const fragment = buildFragment(await signIn(site, attacker));
    await page.goto("/terms");
    await page.goto(`${path}#${fragment}`);
    await expect(getHeading(page)).toHaveText("This link can't sign you in");
    expect(page.url()).not.toContain("_token");
    await expect(getSignInLink(page)).toBeVisible();
    expect(await page.content()).not.toContain(attacker.email);
  }
  await signInHere(context, site, visitor);
  const attackerSession = await signIn(site, attacker);
  await page.goto("/terms");
  await page.goto(`/forum#${buildFragment(attackerSession)}`);
  await expect(page.getByText(`You're still signed in as ${visitor.email}.`)).toBeVisible();
  await expect(getAccountMenu(page, visitor.username)).toBeVisible();
  // A refusal must not end the tokens' session, or forged links could sign others out.
  expect(await isSessionActive(site, attackerSession.access_token)).toBe(true);
});

test("an attacker's own emailed link shows the attacker's account and asks first", async ({ page, site }) => {
  const attacker = await createUser(site);
  await page.goto(await requestEmailedLink(site, attacker));
  await expect(getHeading(page)).toHaveText("Sign in with this link?");
  await expect(
    page.getByText(`This link signs you in as ${attacker.username} (${attacker.email}).`),
  ).toBeVisible();
  await page.getByRole("button", { name: "Not me" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(getSignInLink(page)).toBeVisible();
});

test("a genuine link asks before it switches accounts, and staying ends the offered session", async ({
  page,
  context,
  site,
}) => {
  const [ann, bob] = [await createUser(site), await createUser(site)];
  const session = await signInHere(context, site, ann);
  const received = captureToken(page);
  await page.goto(await requestEmailedLink(site, bob));
  await expect(getHeading(page)).toHaveText("Switch accounts?");
  await expect(
    page.getByText(
      `You're signed in as ${ann.username} (${ann.email}). If you continue, you'll switch to ${bob.username} (${bob.email}).`,
    ),
  ).toBeVisible();
  await expect(getAccountMenu(page, ann.username)).toBeVisible();
  const offered = await received;
  expect(await isSessionActive(site, offered)).toBe(true);
  await page.getByRole("button", { name: `Stay signed in as ${ann.username}` }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(getAccountMenu(page, ann.username)).toBeVisible();
  expect([await isSessionActive(site, offered), await isSessionActive(site, session.access_token)]).toEqual([
    false,
    true,
  ]);

  await site.call("POST", "/otp", { email: bob.email });
  await page.goto((await site.waitForEmail(bob.email, 1)).link);
  await page.getByRole("button", { name: `Switch to ${bob.username}` }).click();
  await expect(getToast(page, "Welcome back!")).toBeVisible();
  await expect(getAccountMenu(page, bob.username)).toBeVisible();
});

test("a link requested in this browser also asks if another account has signed in since", async ({
  page,
  context,
  site,
}) => {
  const [ann, bob] = [await createUser(site), await createUser(site)];
  for (const [round, choice] of ["Stay", "Switch"].entries()) {
    await context.clearCookies();
    const link = await requestLink(page, site, bob, "recover", round);
    await signInHere(context, site, ann);
    const received = captureToken(page);
    await page.goto(link);
    await expect(
      page.getByText(
        `You're signed in as ${ann.username} (${ann.email}). If you continue, you'll switch to ${bob.username} (${bob.email}).`,
      ),
    ).toBeVisible();
    const offered = await received;
    if (choice === "Stay") {
      await page.getByRole("button", { name: `Stay signed in as ${ann.username}` }).click();
      await expect(page).toHaveURL(/\/$/);
      await expect(getAccountMenu(page, ann.username)).toBeVisible();
      expect(await isSessionActive(site, offered)).toBe(false);
    } else {
      await page.getByRole("button", { name: `Switch to ${bob.username}` }).click();
      await expect(page).toHaveURL(/\/auth\/new-password/);
      await expect(page.getByRole("main").getByText(bob.email)).toBeVisible();
      await expect(getAccountMenu(page, bob.username)).toBeVisible();
    }
  }
});

test("a member with an expired access token is still asked", async ({ page, context, site }) => {
  const [ann, bob] = [await createUser(site), await createUser(site)];
  const session = await signIn(site, ann);
  const link = await requestLink(page, site, bob);
  await storeSession(context, expireSession(session), site.url);
  await page.goto(link);
  await expect(getHeading(page)).toHaveText("Switch accounts?");
  await expect(page.getByText(`You're signed in as ${ann.username}`)).toBeVisible();
  await page.getByRole("button", { name: `Stay signed in as ${ann.username}` }).click();
  await expect(getAccountMenu(page, ann.username)).toBeVisible();
});

test("a session that ended on the server counts as signed out, for links and for forms", async ({
  page,
  context,
  site,
  user,
  allowProblem,
}) => {
  allowProblem(REFUSED);
  const ann = await createUser(site);
  const session = await signInHere(context, site, ann);
  await site.call("POST", "/logout?scope=local", undefined, session.access_token);
  await page.goto(await requestEmailedLink(site, user));
  await expect(page.getByText(`This link signs you in as ${user.username} (${user.email}).`)).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(getAccountMenu(page, user.username)).toBeVisible();

  await storeSession(context, session, site.url);
  await page.goto("/auth");
  await waitUntilInteractive(page);
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(getAccountMenu(page, user.username)).toBeVisible();
});

test("a link for the account that is already signed in doesn't ask", async ({ page, context, site }) => {
  const ann = await createUser(site);
  await signInHere(context, site, ann);
  await page.goto(await requestEmailedLink(site, ann));
  await expect(getToast(page, "Welcome back!")).toBeVisible();
  await expect(getAccountMenu(page, ann.username)).toBeVisible();
  await site.call("POST", "/recover", { email: ann.email });
  await page.goto((await site.waitForEmail(ann.email, 1)).link);
  await expect(getHeading(page)).toHaveText("Choose a new password");
});

test("an invitation and an operator's link work in any browser, but ask a signed-in member first", async ({
  page,
  context,
  site,
}) => {
  const ann = await createUser(site);
  await signInHere(context, site, ann);
  const email = `${generateName()}@example.org`;
  await site.call("POST", "/invite", { email });
  await page.goto((await site.waitForEmail(email)).link);
  await expect(getHeading(page)).toHaveText("Switch accounts?");
  await page.getByRole("button", { name: /^Switch to / }).click();
  await expect(getHeading(page)).toHaveText("Choose a username and a password");
  await expect(page.getByRole("main").getByText(email)).toBeVisible();

  await context.clearCookies();
  const { action_link } = await site.call<{ action_link: string }>("POST", "/admin/generate_link", {
    type: "recovery",
    email: ann.email,
    redirect_to: `${site.url}/auth/landing?for=recovery`,
  });
  // A HEAD request, as link scanners send, doesn't use up the link.
  expect((await fetch(action_link, { method: "HEAD" })).status).toBe(204);
  await page.goto(action_link);
  await expect(page.getByText(`This link signs you in as ${ann.username} (${ann.email}).`)).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(getHeading(page)).toHaveText("Choose a new password");
  await page.getByLabel("New password").fill("chosen by the operator's link");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(getToast(page, "Password changed")).toBeVisible();
});

test("a forged code doesn't use up this browser's link", async ({ page, site, user, allowProblem }) => {
  allowProblem(REFUSED);
  const link = await requestLink(page, site, user);
  await page.goto("/forum?code=00000000-0000-4000-8000-000000000000");
  await expect(getHeading(page)).toHaveText("This link no longer works");
  expect(page.url()).not.toContain("code=");
  await page.goto(link);
  await expect(getAccountMenu(page, user.username)).toBeVisible();
});

test("forged messages in the URL confirm nothing", async ({ page }) => {
  for (const [query, title] of [
    ["?for=email-change&code=x", "Open this link in the browser where you requested it"],
    ["?for=signup&code=x", "Open this link in the browser where you requested it"],
    ["#message=Your+account+is+closed", "One more confirmation needed"],
    ["#error_description=Call+us", "Verify your email"],
  ] as const) {
    await page.goto("/terms");
    await page.goto(`/auth/landing${query}`);
    await expect(getHeading(page)).toHaveText(title);
    const text = await page.getByRole("main").innerText();
    expect(text).not.toMatch(/is confirmed|is changed|has agreed|closed|Call us/);
  }
});

test("a sign-in form is refused if another tab has signed in", async ({ page, context, site, user }) => {
  const ann = await createUser(site);
  await page.goto("/auth");
  await waitUntilInteractive(page);
  // Bypasses the message between tabs, so the page still shows a visitor.
  await signInHere(context, site, ann);
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
  await signInHere(context, site, ann);
  await page.goto("/auth/new-password");
  await waitUntilInteractive(page);
  await signInHere(context, site, user);
  await page.getByLabel("New password").fill("meant for the first account");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("You're now signed in to another account.")).toBeVisible();
  await signIn(site, user);
  await signIn(site, ann);
});

test("without JavaScript, forms don't switch accounts either", async ({ page, context, site, user }) => {
  const ann = await createUser(site);
  await signInHere(context, site, ann);
  const send = (path: string, form: Record<string, string>, origin = site.url) =>
    page.request.post(path, { form, headers: { Origin: origin }, maxRedirects: 0 });
  const before = await context.cookies();
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
    const response = await send("/auth?next=%2Fforum", form);
    expect([response.status(), response.headers().location]).toEqual([302, "/forum"]);
  }
  const filterSessionCookies = (cookies: typeof before) =>
    cookies.filter(({ name }) => name.includes("session"));
  expect(filterSessionCookies(await context.cookies())).toEqual(filterSessionCookies(before));
  await page.goto("/forum");
  await expect(getToast(page, "You're already signed in")).toBeVisible();
  await expect(getAccountMenu(page, ann.username)).toBeVisible();

  const sameAccountResponse = await send("/auth?next=%2Fforum", {
    intent: "login",
    email: ann.email,
    password: ann.password,
  });
  expect(sameAccountResponse.status()).toBe(302);
  const crossSiteResponse = await send("/auth", { intent: "login", email, password }, "http://sibling.test");
  expect(crossSiteResponse.status()).toBe(403);
  const passwords = { account: user.id, password: "not for this account" };
  expect((await send("/auth/new-password", passwords)).status()).toBe(409);
  expect((await send("/auth/new-password", { password: "for no account" })).status()).toBe(409);
  await signIn(site, ann);
});
