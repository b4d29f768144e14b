import type { Page } from "@playwright/test";
import {
  createSession,
  createUser,
  expect,
  getAccountMenu,
  REFUSED_AUTH_REQUEST,
  type TestUser,
  test,
} from "./accounts.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { getHeading, getSignInLink, isSessionActive, signInHere } from "./landing.ts";
import { expireSession, generateName, storeSession } from "./members.ts";
import type { Site } from "./site.ts";

/** Requests a link that works in any browser, because the request has no code challenge. */
async function requestPortableLink(site: Site, { email }: TestUser): Promise<string> {
  await site.call("POST", "/otp", { email });
  return (await site.waitForEmail(email)).link;
}

/** Captures the access token that a landing page receives for a link. */
function captureToken(page: Page): Promise<string> {
  return page
    .waitForResponse((response) => /landing\/check|grant_type=pkce/.test(response.url()))
    .then(async (response) => {
      const body = await response.json();
      return (body.accepted?.session ?? body).access_token as string;
    });
}

/** Requests a link that works only in this browser. The user has already received `previousCount` emails. */
async function requestLinkForThisBrowser(
  page: Page,
  site: Site,
  user: TestUser,
  tab = "magic-link",
  previousCount = 0,
): Promise<string> {
  await page.goto(`/auth?tab=${tab}`);
  await waitUntilInteractive(page);
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByRole("button", { name: "Send email" }).click();
  await expect(page.getByLabel("Code")).toBeFocused();
  return (await site.waitForEmail(user.email, previousCount)).link;
}

test("an attacker's own emailed link shows the attacker's account and asks before signing in", async ({
  page,
  site,
}) => {
  const attacker = await createUser(site);
  await page.goto(await requestPortableLink(site, attacker));
  await expect(getHeading(page)).toHaveText("Sign in with this link?");
  await expect(
    page.getByText(`This link signs you in as ${attacker.username} (${attacker.email}).`),
  ).toBeVisible();
  await page.getByRole("button", { name: "Not me" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(getSignInLink(page)).toBeVisible();
});

test("a genuine link asks before it switches accounts, and declining ends the link's session", async ({
  page,
  context,
  site,
}) => {
  const [ann, bob] = [await createUser(site), await createUser(site)];
  const session = await signInHere(context, site, ann);
  const tokenPromise = captureToken(page);
  await page.goto(await requestPortableLink(site, bob));
  await expect(getHeading(page)).toHaveText("Switch accounts?");
  await expect(
    page.getByText(
      `You're signed in as ${ann.username} (${ann.email}). If you continue, you'll switch to ${bob.username} (${bob.email}).`,
    ),
  ).toBeVisible();
  await expect(getAccountMenu(page, ann.username)).toBeVisible();
  const linkToken = await tokenPromise;
  expect(await isSessionActive(site, linkToken)).toBe(true);
  await page.getByRole("button", { name: `Stay signed in as ${ann.username}` }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(getAccountMenu(page, ann.username)).toBeVisible();
  expect([await isSessionActive(site, linkToken), await isSessionActive(site, session.access_token)]).toEqual(
    [false, true],
  );

  await site.call("POST", "/otp", { email: bob.email });
  await page.goto((await site.waitForEmail(bob.email, 1)).link);
  await page.getByRole("button", { name: `Switch to ${bob.username}` }).click();
  await expect(getToast(page, "Welcome back!")).toBeVisible();
  await expect(getAccountMenu(page, bob.username)).toBeVisible();
});

test("a link requested in this browser also asks first when another account has signed in since", async ({
  page,
  context,
  site,
}) => {
  const [ann, bob] = [await createUser(site), await createUser(site)];
  for (const [round, choice] of ["Stay", "Switch"].entries()) {
    await context.clearCookies();
    const link = await requestLinkForThisBrowser(page, site, bob, "recover", round);
    await signInHere(context, site, ann);
    const tokenPromise = captureToken(page);
    await page.goto(link);
    await expect(
      page.getByText(
        `You're signed in as ${ann.username} (${ann.email}). If you continue, you'll switch to ${bob.username} (${bob.email}).`,
      ),
    ).toBeVisible();
    const linkToken = await tokenPromise;
    if (choice === "Stay") {
      await page.getByRole("button", { name: `Stay signed in as ${ann.username}` }).click();
      await expect(page).toHaveURL(/\/$/);
      await expect(getAccountMenu(page, ann.username)).toBeVisible();
      expect(await isSessionActive(site, linkToken)).toBe(false);
    } else {
      await page.getByRole("button", { name: `Switch to ${bob.username}` }).click();
      await expect(page).toHaveURL(/\/auth\/new-password/);
      await expect(page.getByRole("main").getByText(bob.email)).toBeVisible();
      await expect(getAccountMenu(page, bob.username)).toBeVisible();
    }
  }
});

test("a member with an expired access token is still asked before a link switches accounts", async ({
  page,
  context,
  site,
}) => {
  const [ann, bob] = [await createUser(site), await createUser(site)];
  const session = await createSession(site, ann);
  const link = await requestPortableLink(site, bob);
  await storeSession(context, expireSession(session), site.url);
  await page.goto(link);
  await expect(getHeading(page)).toHaveText("Switch accounts?");
  await expect(page.getByText(`You're signed in as ${ann.username}`)).toBeVisible();
  await page.getByRole("button", { name: `Stay signed in as ${ann.username}` }).click();
  await expect(getAccountMenu(page, ann.username)).toBeVisible();
});

test("a session that ended on the server counts as signed out, for links and for forms", async ({
  page,
  plain,
  context,
  site,
  user,
  allowProblem,
}) => {
  allowProblem(REFUSED_AUTH_REQUEST);
  const ann = await createUser(site);
  const session = await signInHere(context, site, ann);
  await site.call("POST", "/logout?scope=local", undefined, session.access_token);
  await page.goto(await requestPortableLink(site, user));
  await expect(page.getByText(`This link signs you in as ${user.username} (${user.email}).`)).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(getAccountMenu(page, user.username)).toBeVisible();

  // Leave the page first, because its auth client would restore the session cookie.
  await page.goto("about:blank");
  await storeSession(context, session, site.url);
  await plain.goto("/auth");
  await plain.submit("Login", { Email: user.email, Password: user.password });
  plain.find("button", `Account menu: ${user.username}`);
});

test("a link for the account that is already signed in doesn't ask", async ({ page, context, site }) => {
  const ann = await createUser(site);
  await signInHere(context, site, ann);
  await page.goto(await requestPortableLink(site, ann));
  await expect(getToast(page, "Welcome back!")).toBeVisible();
  await expect(getAccountMenu(page, ann.username)).toBeVisible();
  await site.call("POST", "/recover", { email: ann.email });
  await page.goto((await site.waitForEmail(ann.email, 1)).link);
  await expect(getHeading(page)).toHaveText("Choose a new password");
});

test("an invitation and an operator's link work in any browser, but ask first", async ({
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
  // A HEAD request, which link scanners send, doesn't use up the link.
  expect((await fetch(action_link, { method: "HEAD" })).status).toBe(204);
  await page.goto(action_link);
  await expect(page.getByText(`This link signs you in as ${ann.username} (${ann.email}).`)).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(getHeading(page)).toHaveText("Choose a new password");
  await page.getByLabel("New password").fill("chosen with the operator's link");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(getToast(page, "Password changed")).toBeVisible();
});

test("a forged code doesn't use up this browser's link", async ({ page, site, user, allowProblem }) => {
  allowProblem(REFUSED_AUTH_REQUEST);
  const link = await requestLinkForThisBrowser(page, site, user);
  await page.goto("/terms?code=00000000-0000-4000-8000-000000000000");
  await expect(getHeading(page)).toHaveText("This link no longer works");
  expect(page.url()).not.toContain("code=");
  await page.goto(link);
  await expect(getAccountMenu(page, user.username)).toBeVisible();
});
