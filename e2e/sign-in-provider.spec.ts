import type { Page } from "@playwright/test";
import { LAST_SIGN_IN_COOKIE } from "#core/accounts/last-sign-in.ts";
import { SESSION_KEY } from "#core/accounts/session-key.ts";
import { describeProvider, type OpenIdProvider, startOpenIdProvider } from "#server/auth/oauth/testing.ts";
import { createUser, expect, getAccountMenu, test } from "./accounts.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import { type StartedSite, startSite } from "./site.ts";

/** A real OpenID provider, which signs in the user set by `setUser` without asking. */
let provider: OpenIdProvider;
let started: Promise<StartedSite> | undefined;

/** What the browser reports for each script while JavaScript is off. */
const NO_SCRIPTS = /request failed: .*\.js csp$/;

async function start(): Promise<StartedSite> {
  provider = await startOpenIdProvider("http://127.0.0.1/");
  const { issuer, clientIds, clientSecret } = describeProvider(provider.issuer);
  const site = await startSite({
    AUTH_OIDC_ALLOW_PRIVATE: "on",
    AUTH_OIDC_ACME_ISSUER: issuer,
    AUTH_OIDC_ACME_CLIENT_ID: clientIds[0],
    AUTH_OIDC_ACME_CLIENT_SECRET: String(clientSecret),
  });
  await provider.setCallbackUrl(`${site.site.url}/auth/v1/callback`);
  return site;
}

test.describe.configure({ mode: "default" });
test.use({
  started: async ({}, use) => {
    started ??= start();
    await use(await started);
  },
});
test.afterAll(async () => {
  await (await started)?.stop();
  await provider.end();
});

function setUser(changes: { email?: string; email_verified?: boolean } = {}) {
  const name = generateName("ann");
  const user = { sub: name, email: `${name}@example.com`, email_verified: true, name: "Ann", ...changes };
  provider.setUser(user);
  return { ...user, username: name };
}

async function signInWithPassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Only ends the session in this browser. */
const signOut = (page: Page) => page.context().clearCookies({ name: new RegExp(SESSION_KEY) });

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("a visitor signs in with a provider and returns to the page", async ({ page, allowProblem }) => {
      if (!javaScriptEnabled) allowProblem(NO_SCRIPTS);
      const { username, email } = setUser();
      await page.goto("/auth?next=%2Fforum");
      await page.getByRole("link", { name: "Continue with Acme" }).click();
      await expect(getToast(page, "Welcome back!")).toBeVisible();
      await expect(page).toHaveURL(/\/forum$/);
      if (javaScriptEnabled) await expect(getAccountMenu(page, username)).toBeVisible();
      await page.goto("/settings/security");
      const methods = page.getByRole("region", { name: "Sign-in methods" });
      await expect(methods.getByText(`${email} · added`)).toBeVisible();
      await expect(methods.getByText("Your only usable sign-in method")).toBeVisible();
      await expect(methods.getByRole("button")).toHaveCount(0);
      const signIns = page.getByRole("region", { name: "Recent sign-ins" }).getByRole("listitem");
      await expect(signIns).toContainText(/^Acme.*Successful/);
    });

    test("a member with a password links a provider, signs in with it and unlinks it", async ({
      page,
      site,
      allowProblem,
    }) => {
      if (!javaScriptEnabled) allowProblem(NO_SCRIPTS);
      const member = await createUser(site);
      const user = setUser({ email: member.email });
      // The same email address isn't enough to sign in to an account that has a password.
      await page.goto("/auth?next=%2Fsettings%2Fsecurity");
      await page.getByRole("link", { name: "Continue with Acme" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign-in didn't work");
      await expect(page.getByText("An account with this email address already exists.")).toBeVisible();

      await page.goto("/auth?next=%2Fsettings%2Fsecurity");
      if (javaScriptEnabled) await waitUntilInteractive(page);
      await signInWithPassword(page, member);
      const methods = page.getByRole("region", { name: "Sign-in methods" });
      await methods.getByRole("link", { name: "Link Acme" }).click();
      await expect(methods.getByText("Acme", { exact: true })).toBeVisible();
      await expect(page).toHaveURL(/\/settings\/security$/);
      await expect
        .poll(() => site.listNotices(member.email))
        .toContain("A sign-in method was added to your Lattice account");

      // The sign-in method is remembered after signing out.
      const login = page.getByRole("button", { name: "Login" });
      await signOut(page);
      await page.goto("/auth?next=%2Fsettings%2Fsecurity");
      await expect(login).toHaveAccessibleDescription("Last used");
      await page.getByRole("link", { name: "Continue with Acme" }).click();
      await expect(methods.getByText(`${user.email} · added`)).toHaveCount(2);
      await signOut(page);
      await page.goto("/auth?next=%2Fsettings%2Fsecurity");
      await expect(login).toHaveAccessibleDescription("");
      await page.getByRole("link", { name: "Continue with Acme Last used" }).click();
      await expect(methods.getByText(`${user.email} · added`)).toHaveCount(2);
      if (javaScriptEnabled) await waitUntilInteractive(page);
      await methods.getByRole("button", { name: "Unlink Acme" }).click();
      await expect(getToast(page, "Sign-in method removed")).toBeVisible();
      await expect(methods.getByRole("link", { name: "Link Acme" })).toBeVisible();
    });

    test("a member confirms their identity by signing in to the provider again", async ({
      page,
      runStatement,
      allowProblem,
    }) => {
      if (!javaScriptEnabled) allowProblem(NO_SCRIPTS);
      allowProblem(/status of 4\d\d /);
      const user = setUser();
      await page.goto("/auth?next=%2Fsettings%2Fsecurity");
      await page.getByRole("link", { name: "Continue with Acme" }).click();
      await expect(page.getByRole("region", { name: "Sign-in methods" })).toBeVisible();
      await runStatement(
        `update auth.sessions s set amr = '[{"method": "oauth", "timestamp": 1}]' from auth.users u
         where u.id = s.user_id and u.email = $1`,
        user.email,
      );
      const openConfirmation = async () => {
        if (javaScriptEnabled) await waitUntilInteractive(page);
        await page.getByLabel("New email").fill(`new-${user.email}`);
        await page.getByRole("button", { name: "Change email" }).click();
        if (!javaScriptEnabled) await page.getByRole("link", { name: "Confirm it's you" }).click();
      };
      // The provider ends the earlier session with a form, which scripts submit.
      const switchAccount = async () => {
        if (javaScriptEnabled) return;
        await page.waitForURL((url) => url.origin === provider.issuer);
        await page.getByRole("button", { name: "Continue" }).click();
      };
      await openConfirmation();
      // Someone else's account at the provider confirms nothing.
      setUser();
      await page.getByRole("link", { name: "Confirm with Acme" }).click();
      await switchAccount();
      await expect(page.getByText("You signed in to a different account there.")).toBeVisible();
      provider.setUser(user);
      await page.getByRole("link", { name: "Confirm with Acme" }).click();
      await switchAccount();
      await expect(getToast(page, "Identity confirmed")).toBeVisible();
      await expect(page).toHaveURL(/\/settings\/security$/);
      if (javaScriptEnabled) await waitUntilInteractive(page);
      await page.getByLabel("New email").fill(`new-${user.email}`);
      await page.getByRole("button", { name: "Change email" }).click();
      await expect(page.getByText(`It will change to new-${user.email}`)).toBeVisible();
    });
  });

test("the card with the last way to sign in is accessible at all widths", async ({ site, openContext }) => {
  const context = await openContext();
  const page = await context.newPage();
  for (const method of ["custom:acme", "password", "email", "sso"]) {
    await context.addCookies([{ name: LAST_SIGN_IN_COOKIE, value: method, url: site.url }]);
    await page.goto(`${site.url}/auth`);
    await expect(page.getByText("Last used")).toHaveCount(method === "sso" ? 0 : 1);
    if (method !== "sso") expect(await findIssuesAtWidths(page)).toEqual([]);
  }
});

test("an unverified address is explained, with a link to try again", async ({ page }) => {
  setUser({ email_verified: false });
  await page.goto("/auth");
  await page.getByRole("link", { name: "Continue with Acme" }).click();
  await expect(page.getByText("The other site hasn't verified your email address.")).toBeVisible();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: "Continue with Acme" })).toBeVisible();
});

test("another site's link leads to the sign-in page, not to the provider", async ({ page, site }) => {
  setUser();
  // A page of another site.
  await page.goto(`${provider.issuer}/.well-known/openid-configuration`);
  await page.evaluate((url) => location.assign(url), `${site.url}/auth?with=custom%3Aacme&next=%2Fforum`);
  await page.waitForURL(`${site.url}/auth?next=%2Fforum`);
  await page.getByRole("link", { name: "Continue with Acme" }).click();
  await expect(getToast(page, "Welcome back!")).toBeVisible();
});

test("another site can't start linking", async ({ page, site }) => {
  const member = await createUser(site);
  await page.goto("/auth?next=%2Fsettings%2Fsecurity");
  await waitUntilInteractive(page);
  await signInWithPassword(page, member);
  const methods = page.getByRole("region", { name: "Sign-in methods" });
  await expect(methods.getByRole("link", { name: "Link Acme" })).toBeVisible();
  setUser();
  await page.goto("/auth?with=custom%3Aacme&token=guessed");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign-in didn't work");
  await page.goto("/settings/security");
  await expect(methods.getByRole("link", { name: "Link Acme" })).toBeVisible();
});
