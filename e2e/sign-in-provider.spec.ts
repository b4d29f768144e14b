import type { Page } from "@playwright/test";
import { LAST_SIGN_IN_COOKIE } from "#core/accounts/last-sign-in.ts";
import { SESSION_KEY } from "#core/accounts/session-key.ts";
import { describeProvider, type OpenIdProvider, startOpenIdProvider } from "#server/auth/oauth/testing.ts";
import { createUser, expect, test } from "./accounts.ts";
import { signIn } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import type { PlainPage } from "./plain-page.ts";
import { type StartedSite, startSite } from "./site.ts";

/** A real OpenID provider, which signs in the user set by its `setUser` without showing a login form. */
let provider: OpenIdProvider;
let dedicatedSitePromise: Promise<StartedSite> | undefined;

async function startDedicatedSite(): Promise<StartedSite> {
  provider = await startOpenIdProvider("http://127.0.0.1/");
  const { issuer, clientIds, clientSecret } = describeProvider(provider.issuer);
  const startedSite = await startSite({
    AUTH_OIDC_ALLOW_PRIVATE: "on",
    AUTH_OIDC_ACME_ISSUER: issuer,
    AUTH_OIDC_ACME_CLIENT_ID: clientIds[0],
    AUTH_OIDC_ACME_CLIENT_SECRET: String(clientSecret),
  });
  await provider.setCallbackUrl(`${startedSite.site.url}/auth/v1/callback`);
  return startedSite;
}

test.describe.configure({ mode: "default" });
test.use({
  startedSite: async ({}, use) => {
    dedicatedSitePromise ??= startDedicatedSite();
    await use(await dedicatedSitePromise);
  },
});
test.afterAll(async () => {
  await (await dedicatedSitePromise)?.stop();
  await provider.end();
});

/** Creates a user whom the provider signs in from now on. */
function switchToNewUser(changes: { email?: string; email_verified?: boolean } = {}) {
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

/** Deletes the session cookie; the session isn't revoked on the server. */
const signOut = (page: Page) => page.context().clearCookies({ name: new RegExp(SESSION_KEY) });

test("a member with a password links a provider, signs in with it and unlinks it", async ({ page, site }) => {
  const member = await createUser(site);
  const user = switchToNewUser({ email: member.email });
  // A matching email address alone doesn't give access to an account that has a password.
  await page.goto("/auth?next=%2Fsettings%2Fsecurity");
  await page.getByRole("link", { name: "Continue with Acme" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign-in didn't work");
  await expect(page.getByText("An account with this email address already exists.")).toBeVisible();

  await page.goto("/auth?next=%2Fsettings%2Fsecurity");
  await waitUntilInteractive(page);
  await signInWithPassword(page, member);
  const methods = page.getByRole("region", { name: "Sign-in methods" });
  await methods.getByRole("link", { name: "Link Acme" }).click();
  await expect(methods.getByText("Acme", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/security$/);
  await expect
    .poll(() => site.listSecurityNotices(member.email))
    .toContain("A sign-in method was added to your Lattice account");

  // The last sign-in method is remembered after signing out.
  const loginButton = page.getByRole("button", { name: "Login" });
  await signOut(page);
  await page.goto("/auth?next=%2Fsettings%2Fsecurity");
  await expect(loginButton).toHaveAccessibleDescription("Last used");
  await page.getByRole("link", { name: "Continue with Acme" }).click();
  await expect(methods.getByText(`${user.email} · added`)).toHaveCount(2);
  await signOut(page);
  await page.goto("/auth?next=%2Fsettings%2Fsecurity");
  await expect(loginButton).toHaveAccessibleDescription("");
  await page.getByRole("link", { name: "Continue with Acme Last used" }).click();
  await expect(methods.getByText(`${user.email} · added`)).toHaveCount(2);
  await waitUntilInteractive(page);
  await methods.getByRole("button", { name: "Unlink Acme" }).click();
  await expect(getToast(page, "Sign-in method removed")).toBeVisible();
  await expect(methods.getByRole("link", { name: "Link Acme" })).toBeVisible();
});

test("a member confirms their identity by signing in to the provider again", async ({
  page,
  runStatement,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  const user = switchToNewUser();
  await page.goto("/auth?next=%2Fsettings%2Fsecurity");
  await page.getByRole("link", { name: "Continue with Acme" }).click();
  await expect(page.getByRole("region", { name: "Sign-in methods" })).toBeVisible();
  await runStatement(
    `update auth.sessions s set amr = '[{"method": "oauth", "timestamp": 1}]' from auth.users u
     where u.id = s.user_id and u.email = $1`,
    user.email,
  );
  await waitUntilInteractive(page);
  await page.getByLabel("New email").fill(`new-${user.email}`);
  await page.getByRole("button", { name: "Change email" }).click();
  // Signing in to a different account at the provider doesn't confirm the user's identity.
  switchToNewUser();
  await page.getByRole("link", { name: "Confirm with Acme" }).click();
  await expect(page.getByText("You signed in to a different account there.")).toBeVisible();
  provider.setUser(user);
  await page.getByRole("link", { name: "Confirm with Acme" }).click();
  await expect(getToast(page, "Identity confirmed")).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/security$/);
  await waitUntilInteractive(page);
  await page.getByLabel("New email").fill(`new-${user.email}`);
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText(`It will change to new-${user.email}`)).toBeVisible();
});

test.describe("without JavaScript", () => {
  const SECURITY_SIGN_IN_PATH = "/auth?next=%2Fsettings%2Fsecurity";
  const readMethods = (page: PlainPage) => page.find("region", "Sign-in methods").text;
  const signInWithProvider = async (page: PlainPage, path: string) => {
    await page.goto(path);
    await page.follow("Continue with Acme");
  };

  test("a visitor signs in with a provider and returns to the requested page", async ({ plain }) => {
    const { username, email } = switchToNewUser();
    await signInWithProvider(plain, "/auth?next=%2Fforum");
    expect(plain.notice).toContain("Welcome back!");
    expect(plain.path).toBe("/forum");
    expect(plain.find("button", `Account menu: ${username}`)).toBeTruthy();
    await plain.goto("/settings/security");
    expect(readMethods(plain)).toContain(`${email} · added`);
    expect(readMethods(plain)).toContain("This is the only way you can sign in");
    expect(plain.find("region", "Sign-in methods").findAll("button")).toEqual([]);
    expect(plain.find("region", "Recent sign-ins").find("listitem").text).toMatch(/^Acme.*Successful/);
  });

  test("a member with a password links a provider, signs in with it and unlinks it", async ({
    plain,
    user,
  }) => {
    switchToNewUser({ email: user.email });
    await signInWithProvider(plain, SECURITY_SIGN_IN_PATH);
    expect(plain.find("h1").text).toBe("Sign-in didn't work");
    expect(plain.text).toContain("An account with this email address already exists.");
    await plain.goto(SECURITY_SIGN_IN_PATH);
    await plain.submit("Login", { Email: user.email, Password: user.password });
    await plain.follow("Link Acme");
    expect(plain.path).toBe("/settings/security");
    expect(readMethods(plain)).toContain(`${user.email} · added`);
    await plain.context().clearCookies({ name: new RegExp(SESSION_KEY) });
    await signInWithProvider(plain, SECURITY_SIGN_IN_PATH);
    await plain.submit("Unlink Acme");
    expect(plain.notice).toContain("Sign-in method removed");
    expect(plain.find("link", "Link Acme")).toBeTruthy();
  });

  test("a member confirms their identity by signing in to the provider again", async ({
    plain,
    runStatement,
  }) => {
    const user = switchToNewUser();
    const email = `new-${user.email}`;
    await signInWithProvider(plain, SECURITY_SIGN_IN_PATH);
    await runStatement(
      `update auth.sessions s set amr = '[{"method": "oauth", "timestamp": 1}]' from auth.users u
       where u.id = s.user_id and u.email = $1`,
      user.email,
    );
    await plain.submit("Change email", { "New email": email });
    await plain.follow("Confirm it's you");
    const confirmAtProvider = async () => {
      await plain.follow("Confirm with Acme");
      // To end the earlier session, the provider shows a form that a script would submit in a browser.
      await plain.submit("Continue");
    };
    switchToNewUser();
    await confirmAtProvider();
    expect(plain.text).toContain("You signed in to a different account there.");
    provider.setUser(user);
    await confirmAtProvider();
    expect(plain.notice).toContain("Identity confirmed");
    expect(plain.path).toBe("/settings/security");
    await plain.submit("Change email", { "New email": email });
    expect(plain.text).toContain(`It will change to ${email}`);
  });
});

test("the sign-in card, which marks the last method used, is accessible at all widths", async ({
  site,
  plain,
  openContext,
}) => {
  const context = await openContext();
  const page = await context.newPage();
  for (const method of ["custom:acme", "password", "email"]) {
    await context.addCookies([{ name: LAST_SIGN_IN_COOKIE, value: method, url: site.url }]);
    await page.goto(`${site.url}/auth`);
    await expect(page.getByText("Last used")).toHaveCount(1);
    expect(await findIssuesAtWidths(page)).toEqual([]);
  }
  await plain.context().addCookies([{ name: LAST_SIGN_IN_COOKIE, value: "sso", url: site.url }]);
  expect((await plain.goto("/auth")).text).not.toContain("Last used");
});

test("a refused sign-in with an unverified email address is explained, with a link to try again", async ({
  plain,
}) => {
  switchToNewUser({ email_verified: false });
  await plain.goto("/auth");
  await plain.follow("Continue with Acme");
  expect(plain.text).toContain("The other site hasn't verified your email address.");
  await plain.follow("Try again");
  expect(plain.find("link", "Continue with Acme")).toBeTruthy();
});

test("another site's link opens the sign-in page, not the provider", async ({ page, site }) => {
  switchToNewUser();
  // This page belongs to another site.
  await page.goto(`${provider.issuer}/.well-known/openid-configuration`);
  await page.evaluate((url) => location.assign(url), `${site.url}/auth?with=custom%3Aacme&next=%2Fforum`);
  await page.waitForURL(`${site.url}/auth?next=%2Fforum`);
  await page.getByRole("link", { name: "Continue with Acme" }).click();
  await expect(getToast(page, "Welcome back!")).toBeVisible();
});

test("another site can't start linking a provider", async ({ plain, site, user }) => {
  await signIn(site, plain.context(), user);
  switchToNewUser();
  await plain.goto("/auth?with=custom%3Aacme&token=guessed");
  expect(plain.find("h1").text).toBe("That didn't work");
  await plain.goto("/settings/security");
  expect(plain.find("link", "Link Acme")).toBeTruthy();
});
