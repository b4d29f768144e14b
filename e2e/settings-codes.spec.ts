import type { Page } from "@playwright/test";
import pg from "pg";
import { createUser, getAccountMenu, REFUSED, type TestUser } from "./accounts.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { createDatabase } from "./global-setup.ts";
import { generateName } from "./members.ts";
import { type StartedSite, startSite } from "./site.ts";

// Several servers with different settings, one after another on the same database.
test.describe.configure({ mode: "default" });

let databaseUrl: string;

test.beforeAll(async () => {
  databaseUrl = await createDatabase();
});
test.beforeEach(({ allowProblem }) => {
  allowProblem(REFUSED);
  // With JavaScript disabled, the browser logs each blocked script.
  allowProblem(/request failed: .*\/assets\/.*\.js csp$/);
});

/** Starts a server with its own settings for a group of tests. */
function configureProgram(settings: Record<string, string>) {
  let started: StartedSite | undefined;
  test.beforeAll(async () => {
    started = await startSite({ DATABASE_URL: databaseUrl, ...settings });
  });
  test.afterAll(() => started?.stop());
  const getSite = () => {
    if (!started) throw new Error("the server has not been started");
    return started.site;
  };
  return { getSite, buildUrl: (path: string) => getSite().url + path };
}

const getSection = (page: Page, name: string) => page.getByRole("region", { name });

async function signIn(page: Page, url: string, { email, password }: TestUser) {
  await page.goto(url);
  await waitUntilInteractive(page);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

test.describe("changing the password requires a code when the sign-in is a day old", () => {
  const { getSite, buildUrl } = configureProgram({ AUTH_REAUTHENTICATION: "on" });

  async function ageSessions({ id }: TestUser) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(
      "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1",
      [id],
    );
    await client.end();
  }

  test("the code is required only then, emailed, checked and used up", async ({ openContext }) => {
    const page = await (await openContext()).newPage();
    const user = await createUser(getSite());
    await signIn(page, buildUrl("/auth?next=/settings/security"), user);
    const password = getSection(page, "Password");
    const field = password.getByLabel("New password");
    await expect(field).toBeVisible();
    await expect(password.getByLabel("Code")).toHaveCount(0);

    await ageSessions(user);
    await page.reload();
    await waitUntilInteractive(page);
    const code = password.getByLabel("Code");
    await expect(
      password.getByText("You signed in more than a day ago. Request a code by email to confirm it's you."),
    ).toBeVisible();
    await field.fill("seven green lamps");
    await password.getByRole("button", { name: "Change password" }).click();
    await expect(password.getByText("Enter the code from the email.")).toBeVisible();
    await expect(code).toBeFocused();
    await expect(field).toHaveValue("seven green lamps");

    await password.getByRole("button", { name: "Email me a code" }).click();
    await expect(getToast(page, "Code sent")).toContainText("Check your inbox.");
    await expect(field).toHaveValue("seven green lamps");
    const email = await getSite().waitForEmail(user.email);
    expect(email.link).toBe("");
    await code.fill(email.code === "123456" ? "654321" : "123456");
    await page.keyboard.press("Enter");
    await expect(
      password.getByText("Incorrect or expired code. Check it, or request a new one."),
    ).toBeVisible();
    await expect(field).toHaveValue("seven green lamps");
    expect(await findIssuesAtWidths(page)).toEqual([]);

    await code.fill(`${email.code.slice(0, 3)} ${email.code.slice(3)}`);
    await password.getByRole("button", { name: "Change password" }).click();
    await expect(getToast(page, "Password changed")).toBeVisible();
    await expect(field).toHaveValue("");
    await getSite().call("POST", "/token?grant_type=password", {
      email: user.email,
      password: "seven green lamps",
    });

    // Each code works only once.
    await field.fill("eight green lamps");
    await code.fill(email.code);
    await page.keyboard.press("Enter");
    await expect(
      password.getByText("Incorrect or expired code. Check it, or request a new one."),
    ).toBeVisible();
  });

  test("the form works without JavaScript", async ({ openContext }) => {
    const user = await createUser(getSite());
    const page = await (await openContext({ javaScriptEnabled: false })).newPage();
    await page.goto(buildUrl("/auth?next=/settings/security"));
    await page.getByLabel("Email", { exact: true }).fill(user.email);
    await page.getByLabel("Password").fill(user.password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await ageSessions(user);
    await page.goto(buildUrl("/settings/security"));
    await page.getByRole("button", { name: "Email me a code" }).click();
    await expect(page.getByText("Check your inbox.")).toBeVisible();
    const { code } = await getSite().waitForEmail(user.email);
    await page.getByLabel("New password").fill("seven green lamps");
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Password changed")).toBeVisible();
  });

  test("an account without a password is deleted with an emailed code", async ({
    page,
    openContext,
    allowProblem,
  }) => {
    allowProblem(/status of 4(?:22|04) .*\/(?:settings\/data\.data|u\/)/);
    const username = generateName();
    const email = `${username}@example.org`;
    await getSite().call("POST", "/admin/users", { email, email_confirm: true, user_metadata: { username } });
    await page.goto(buildUrl("/auth?tab=magic-link&next=/settings/data"));
    await waitUntilInteractive(page);
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send email" }).click();
    await page.getByLabel("Code").fill((await getSite().waitForEmail(email)).code);
    await page.getByRole("button", { name: "Continue" }).click();
    const deletion = getSection(page, "Delete your account");
    await expect(
      deletion.getByText("You don't have a password. Request a code to confirm it's you."),
    ).toBeVisible();
    await expect(deletion.getByLabel("Your password")).toHaveCount(0);

    await deletion.getByRole("button", { name: "Send me a code" }).click();
    await expect(getToast(page, "Code sent")).toBeVisible();
    const { code } = await getSite().waitForEmail(email, 1);
    const name = deletion.getByLabel(/type your username/);
    await deletion.getByLabel("Code").fill(code === "123456" ? "654321" : "123456");
    await name.fill(username);
    await page.keyboard.press("Enter");
    await expect(
      deletion.getByText("Incorrect or expired code. Check it, or request a new one."),
    ).toBeVisible();
    await expect(name).toHaveValue(username);
    await deletion.getByLabel("Code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await deletion.getByRole("button", { name: "Delete my account" }).click();
    await expect(getToast(page, "Your account has been deleted")).toBeVisible();
    await expect(page).toHaveURL(buildUrl("/"));
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();

    const reader = await (await openContext()).newPage();
    await reader.goto(buildUrl(`/u/${username}`));
    await expect(reader.getByText("Oops! Page not found")).toBeVisible();
  });
});

test.describe("a community that doesn't accept new members", () => {
  const { getSite, buildUrl } = configureProgram({
    AUTH_DISABLE_SIGNUP: "on",
    AUTH_ANONYMOUS: "off",
    AUTH_SAML: "off",
  });

  test("says so in the dialog, and members can still sign in", async ({ page }) => {
    const user = await createUser(getSite());
    await page.goto(buildUrl("/forum"));
    await waitUntilInteractive(page);
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("tab", { name: "Register" }).click();
    await expect(dialog.getByText("This community isn't accepting new members right now.")).toBeVisible();
    await expect(dialog.getByRole("textbox")).toHaveCount(0);
    await dialog.getByRole("tab", { name: "Login" }).click();
    await expect(dialog.getByRole("button", { name: "Continue as a guest" })).toHaveCount(0);
    await expect(dialog.getByRole("link", { name: "Use single sign-on" })).toHaveCount(0);
    await dialog.getByLabel("Email", { exact: true }).fill(user.email);
    await dialog.getByLabel("Password").fill(user.password);
    await dialog.getByRole("button", { name: "Login", exact: true }).click();
    await expect(getAccountMenu(page, user.username)).toBeVisible();
  });

  test("an emailed link doesn't create an account or reveal who has one", async ({ page }) => {
    const user = await createUser(getSite());
    const requestLink = async (email: string) => {
      await page.goto(buildUrl("/auth?tab=magic-link"));
      await waitUntilInteractive(page);
      await page.getByLabel("Email", { exact: true }).fill(email);
      await page.getByRole("button", { name: "Send email" }).click();
      await expect(page.locator("#sign-in-title")).toHaveText("Verify your email");
      return (await page.getByRole("dialog").innerText()).replaceAll(email, "…");
    };
    expect(await requestLink(`${generateName()}@example.org`)).toBe(await requestLink(user.email));
    await page.goto((await getSite().waitForEmail(user.email)).link);
    await expect(getAccountMenu(page, user.username)).toBeVisible();
  });

  test("the register page says so without JavaScript, too", async ({ openContext }) => {
    const page = await (await openContext({ javaScriptEnabled: false })).newPage();
    await page.goto(buildUrl("/auth?tab=register"));
    await expect(page.getByText("This community isn't accepting new members right now.")).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("textbox")).toHaveCount(0);
  });
});

test.describe("a community with email sign-in turned off", () => {
  const { getSite, buildUrl } = configureProgram({ AUTH_EMAIL: "off" });

  test("still lets guests sign in from the dialog", async ({ page }) => {
    await page.goto(buildUrl("/forum"));
    await waitUntilInteractive(page);
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Email sign-in is turned off right now.")).toBeVisible();
    await expect(dialog.getByRole("textbox")).toHaveCount(0);
    for (const name of ["Forgot your password?", "Email me a link instead"])
      await expect(dialog.getByRole("link", { name })).toHaveCount(0);
    await dialog.getByRole("tab", { name: "Register" }).click();
    await expect(dialog.getByText("This community isn't accepting new members right now.")).toBeVisible();
    await dialog.getByRole("tab", { name: "Login" }).click();
    await dialog.getByRole("button", { name: "Continue as a guest" }).click();
    await expect(getToast(page, "You're signed in as a guest")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Account menu: / })).toBeVisible();
  });

  test("the email forms say that they aren't available", async ({ page }) => {
    for (const tab of ["recover", "magic-link"]) {
      await page.goto(buildUrl(`/auth?tab=${tab}`));
      await expect(page.getByText("This site doesn't offer sign-in by email.")).toBeVisible();
      await expect(page.getByRole("dialog").getByRole("textbox")).toHaveCount(0);
      await page.getByRole("link", { name: "Back to sign-in" }).click();
      await expect(page.locator("#sign-in-title")).toHaveText("Sign in");
    }
    expect(await getSite().call("GET", "/settings")).toMatchObject({ external: { email: false } });
  });
});

test.describe("a community with all sign-in methods turned off", () => {
  const { buildUrl } = configureProgram({ AUTH_EMAIL: "off", AUTH_ANONYMOUS: "off", AUTH_SAML: "off" });

  test("says so in the dialog and on the page", async ({ page }) => {
    await page.goto(buildUrl("/forum"));
    await waitUntilInteractive(page);
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    await expect(page.getByRole("dialog").getByText("Sign-in is turned off right now.")).toBeVisible();
    await page.goto(buildUrl("/auth"));
    await expect(page.getByText("Sign-in is turned off right now.")).toBeVisible();
  });
});
