import type { CDPSession, Page } from "@playwright/test";
import {
  addAuthenticatorApp,
  createSession,
  createUser,
  expect,
  getAccountMenu,
  REFUSED_AUTH_REQUEST,
  type TestUser,
  test,
} from "./accounts.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { storeSession } from "./members.ts";
import type { Site } from "./site.ts";

test.beforeEach(({ allowProblem }) => allowProblem(REFUSED_AUTH_REQUEST));

/** WebAuthn doesn't work on sites that are opened by IP address. */
const toLocalhostUrl = ({ url }: Site) => url.replace("127.0.0.1", "localhost");
test.use({ baseURL: async ({ site }, use) => use(toLocalhostUrl(site)) });

/** Turns off passkeys in autofill, because the virtual authenticator would use one immediately. */
const turnOffAutofill = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

/** Gives the page a built-in authenticator that verifies the user without asking. */
async function addVirtualAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** With false, requests fail as if the user had canceled them. */
    setVerified: (isUserVerified: boolean) =>
      cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    countCredentials: async () => (await getCredentials(cdp, authenticatorId)).length,
  };
}

async function getCredentials(cdp: CDPSession, authenticatorId: string) {
  return (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
}

async function signIn(page: Page, user: TestUser, next = "/settings/security") {
  await page.goto(`/auth?next=${encodeURIComponent(next)}`);
  await waitUntilInteractive(page);
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

/** Signs the user in through the API and opens their security settings. */
async function openSecurity(page: Page, site: Site, user: TestUser) {
  await storeSession(page.context(), await createSession(site, user), toLocalhostUrl(site));
  await page.goto("/settings/security");
  await waitUntilInteractive(page);
}

async function signOut(page: Page, user: TestUser) {
  await getAccountMenu(page, user.username).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(getAccountMenu(page, user.username)).toHaveCount(0);
}

const getPasskeys = (page: Page) => page.getByRole("region", { name: "Passkeys" });

async function addPasskey(page: Page) {
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(getToast(page, "Passkey added")).toBeVisible();
  await expect(getPasskeys(page)).toContainText("never used");
  await expect(page.getByRole("button", { name: "Add a passkey" })).toBeFocused();
}

test("a member adds a passkey, signs in with it without entering an email address, renames it and removes it; a canceled request is explained and can be repeated", async ({
  page,
  site,
  user,
  runStatement,
}) => {
  await turnOffAutofill(page);
  const authenticator = await addVirtualAuthenticator(page);
  await openSecurity(page, site, user);
  await authenticator.setVerified(false);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("The passkey request was canceled or timed out.")).toBeVisible();
  await authenticator.setVerified(true);
  await addPasskey(page);
  await expect(getPasskeys(page)).toContainText("Chrome on ");
  await expect
    .poll(() => site.listSecurityNotices(user.email))
    .toContainEqual(expect.stringContaining("A passkey was added to your"));
  await signOut(page, user);

  await page.goto("/auth?next=/settings/security");
  await waitUntilInteractive(page);
  await expect(page.getByLabel("Email", { exact: true })).toHaveAttribute(
    "autocomplete",
    "username webauthn",
  );
  await authenticator.setVerified(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("The passkey request was canceled or timed out.")).toBeVisible();
  await authenticator.setVerified(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(getToast(page, "Welcome back!")).toBeVisible();
  await expect(getPasskeys(page)).toContainText("last used");

  await page.getByRole("button", { name: /^Rename .*Chrome on / }).click();
  await page.getByLabel("Passkey name").fill("My laptop");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(getPasskeys(page)).toContainText("My laptop");
  // The authenticator already has a passkey for this account.
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();
  expect(await authenticator.countCredentials()).toBe(1);

  await test.step("the passkey confirms the member's identity before a sensitive change", async () => {
    const { access_token: otherToken } = await createSession(site, user);
    await runStatement(
      `update auth.sessions set amr = '[{"method": "password", "timestamp": 1}]' where user_id = $1`,
      user.id,
    );
    await page.getByRole("button", { name: "Remove My laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
    await dialog.getByRole("button", { name: "Use a passkey" }).click();
    await expect(getToast(page, "Passkey removed")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(getPasskeys(page)).not.toContainText("My laptop");
    // Other sessions remain, because the account has no two-factor authentication.
    expect(await site.call("GET", "/user", undefined, otherToken)).toMatchObject({ id: user.id });
  });
  await signOut(page, user);
  await page.goto("/auth");
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("We couldn't verify this passkey.")).toBeVisible();
  await expect(getAccountMenu(page, user.username)).toHaveCount(0);
});

test("a passkey chosen in the email field's autofill signs the member in, on a second attempt if the first one fails", async ({
  page,
  plain,
  openContext,
  allowProblem,
  site,
  user,
}) => {
  allowProblem(/request failed: .*\.js csp$/);
  await addVirtualAuthenticator(page);
  await openSecurity(page, site, user);
  await addPasskey(page);
  await signOut(page, user);
  // The first attempt fails because another account has signed in, so the autofill must offer passkeys again.
  const otherUser = await createUser(site);
  const otherSession = await createSession(site, otherUser);
  let offerCount = 0;
  await page.route("**/passkeys/authentication/options", async (route) => {
    offerCount += 1;
    if (offerCount === 1) await storeSession(page.context(), otherSession, toLocalhostUrl(site));
    else if (offerCount === 2) await page.context().clearCookies();
    await route.continue();
  });
  await page.goto("/auth?next=/settings/security");
  // The button is visible before the first interaction, which loads the scripts, so that nothing moves under the pointer.
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).click();
  await expect(getToast(page, "Welcome back!")).toBeVisible();
  expect(offerCount).toBe(2);
  await expect(page).toHaveURL(/\/settings\/security$/);
  await expect(getAccountMenu(page, user.username)).toBeVisible();

  await test.step("without scripts, there is no passkey button, but passkeys can be removed", async () => {
    await plain.goto("/settings/security");
    await plain.submit(plain.find("button", /^Remove .*Chrome on /));
    expect(plain.notice).toContain("Passkey removed");
    const visitor = await (await openContext({ javaScriptEnabled: false })).newPage();
    await visitor.goto("/auth");
    await expect(visitor.getByRole("button", { name: "Login", exact: true })).toBeVisible();
    await expect(visitor.getByRole("button", { name: "Sign in with a passkey" })).toBeHidden();
  });

  await test.step("on a site opened by IP address, where passkeys don't work, none are offered", async () => {
    await page.goto(`${site.url}/auth`);
    await waitUntilInteractive(page);
    await expect(page.getByRole("button", { name: "Login", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
  });
});

test("a passkey replaces the authenticator app's code after the password", async ({ page, site, user }) => {
  const { generateCode } = await addAuthenticatorApp(site, user);
  await turnOffAutofill(page);
  const authenticator = await addVirtualAuthenticator(page);
  await signIn(page, user);
  await expect(page.getByRole("button", { name: "Use a passkey" })).toHaveCount(0);
  await page.getByLabel("Code").fill(generateCode());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/settings\/security$/);
  await waitUntilInteractive(page);
  await addPasskey(page);
  await signOut(page, user);

  await signIn(page, user);
  await authenticator.setVerified(false);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("The passkey request was canceled or timed out.")).toBeVisible();
  await authenticator.setVerified(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(getToast(page, "Welcome back!")).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/security$/);
});
