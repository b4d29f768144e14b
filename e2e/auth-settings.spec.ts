import type { Page } from "@playwright/test";
import pg from "pg";
import { createUser, REFUSED_AUTH_REQUEST, type TestUser } from "./accounts.ts";
import { signIn } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { createDatabase } from "./global-setup.ts";
import { generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { type StartedSite, startSite } from "./site.ts";

// The tests start several sites with different settings, one after another on the same database.
test.describe.configure({ mode: "default" });

let databaseUrl: string;

test.beforeAll(async () => {
  databaseUrl = await createDatabase();
});
test.beforeEach(({ allowProblem }) => allowProblem(REFUSED_AUTH_REQUEST));

/** Starts a site with its own settings for the tests of one `describe`. */
function configureOwnSite(settings: Record<string, string>) {
  let startedSite: StartedSite | undefined;
  test.beforeAll(async () => {
    startedSite = await startSite({ DATABASE_URL: databaseUrl, ...settings });
  });
  test.afterAll(() => startedSite?.stop());
  const getSite = () => {
    if (!startedSite) throw new Error("the site hasn't been started");
    return startedSite.site;
  };
  return { getSite, buildUrl: (path: string) => getSite().url + path };
}

const getSection = (page: Page, name: string) => page.getByRole("region", { name });

test.describe("with reauthentication turned on", () => {
  const { getSite, buildUrl } = configureOwnSite({ AUTH_REAUTHENTICATION: "on" });

  async function ageSessions({ id }: TestUser) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(
      "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1",
      [id],
    );
    await client.end();
  }

  test("changing the password requires an emailed code a day after signing in, and each code works once", async ({
    page,
  }) => {
    const user = await createUser(getSite());
    await signIn(getSite(), page.context(), user);
    await page.goto(buildUrl("/settings/security"));
    const passwordSection = getSection(page, "Password");
    const field = passwordSection.getByLabel("New password");
    await expect(field).toBeVisible();
    await expect(passwordSection.getByLabel("Code")).toHaveCount(0);

    await ageSessions(user);
    await page.reload();
    await waitUntilInteractive(page);
    const code = passwordSection.getByLabel("Code");
    await expect(
      passwordSection.getByText(
        "You signed in more than a day ago. Request a code by email to confirm it's you.",
      ),
    ).toBeVisible();
    await field.fill("seven green lamps");
    await passwordSection.getByRole("button", { name: "Change password" }).click();
    await expect(passwordSection.getByText("Request a code, then enter it here.")).toBeVisible();
    await expect(code).toBeFocused();
    await expect(field).toHaveValue("seven green lamps");

    await passwordSection.getByRole("button", { name: "Email me a code" }).click();
    await expect(getToast(page, "Code sent")).toContainText("Check your inbox.");
    await expect(field).toHaveValue("seven green lamps");
    const email = await getSite().waitForEmail(user.email);
    expect(email.link).toBe("");
    await code.fill(email.code === "123456" ? "654321" : "123456");
    await page.keyboard.press("Enter");
    await expect(
      passwordSection.getByText("Incorrect or expired code. Check it, or request a new one."),
    ).toBeVisible();
    await expect(field).toHaveValue("seven green lamps");
    expect(await findIssuesAtWidths(page)).toEqual([]);

    await code.fill(`${email.code.slice(0, 3)} ${email.code.slice(3)}`);
    await passwordSection.getByRole("button", { name: "Change password" }).click();
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
      passwordSection.getByText("Incorrect or expired code. Check it, or request a new one."),
    ).toBeVisible();
  });

  test("the password form works without JavaScript", async ({ plain }) => {
    const user = await createUser(getSite());
    await signIn(getSite(), plain.context(), user);
    await ageSessions(user);
    await plain.goto(buildUrl("/settings/security"));
    await plain.submit("Email me a code");
    expect(plain.text).toContain("Check your inbox.");
    const { code } = await getSite().waitForEmail(user.email);
    await plain.submit("Change password", { "New password": "seven green lamps", Code: code });
    expect(plain.text).toContain("Password changed");
  });

  test("an account without a password can be deleted with an emailed code", async ({
    plain,
    openContext,
  }) => {
    const username = generateName();
    const email = `${username}@example.org`;
    await getSite().call("POST", "/admin/users", { email, email_confirm: true, user_metadata: { username } });
    await plain.goto(buildUrl("/auth?tab=magic-link&next=/settings/data"));
    await plain.submit("Send email", { Email: email });
    await plain.submit("Continue", { Code: (await getSite().waitForEmail(email)).code });
    const findDeletionSection = () => plain.find("region", "Delete your account");
    expect(findDeletionSection().text).toContain(
      "You don't have a password. Request a code to confirm it's you.",
    );
    expect(plain.findAll("field", "Your password")).toEqual([]);

    await plain.submit("Send me a code");
    expect(plain.notice).toContain("Code sent");
    const { code } = await getSite().waitForEmail(email, 1);
    const usernameLabel = findDeletionSection().find("field", /type your username/).name;
    await plain.submit("Delete my account", {
      Code: code === "123456" ? "654321" : "123456",
      [usernameLabel]: username,
    });
    expect(findDeletionSection().text).toContain(
      "Incorrect or expired code. Check it, or request a new one.",
    );
    expect(findDeletionSection().find("field", usernameLabel).value).toBe(username);
    await plain.submit("Delete my account", {
      Code: `${code.slice(0, 3)} ${code.slice(3)}`,
      [usernameLabel]: username,
    });
    expect(plain.notice).toContain("Your account has been deleted");
    expect(plain.path).toBe("/");
    expect(plain.find("banner").find("link", "Sign In")).toBeTruthy();

    const visitor = new PlainPage(await openContext());
    expect((await visitor.goto(buildUrl(`/u/${username}`))).status).toBe(404);
  });
});

test.describe("a community that doesn't accept new members", () => {
  const { getSite, buildUrl } = configureOwnSite({
    AUTH_DISABLE_SIGNUP: "on",
    AUTH_ANONYMOUS: "off",
    AUTH_SAML: "off",
  });

  test("says so in the dialog, and members can still sign in", async ({ page, plain }) => {
    const user = await createUser(getSite());
    await page.goto(buildUrl("/terms"));
    await waitUntilInteractive(page);
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("tab", { name: "Register" }).click();
    await expect(dialog.getByText("This community isn't accepting new members right now.")).toBeVisible();
    await expect(dialog.getByRole("textbox")).toHaveCount(0);
    await dialog.getByRole("tab", { name: "Login" }).click();
    await expect(dialog.getByRole("button", { name: "Continue as a guest" })).toHaveCount(0);
    await expect(dialog.getByRole("link", { name: "Use single sign-on" })).toHaveCount(0);
    await plain.goto(buildUrl("/auth"));
    await plain.submit("Login", { Email: user.email, Password: user.password });
    expect(plain.find("button", `Account menu: ${user.username}`)).toBeTruthy();
  });

  test("doesn't reveal who has an account when an emailed link is requested, and members can still sign in with the code", async ({
    plain,
  }) => {
    const user = await createUser(getSite());
    const requestLink = async (email: string) => {
      await plain.goto(buildUrl("/auth?tab=magic-link"));
      await plain.submit("Send email", { Email: email });
      const { text } = plain.find("main");
      expect(text).toContain("Verify your email");
      return text.replaceAll(email, "…");
    };
    expect(await requestLink(`${generateName()}@example.org`)).toBe(await requestLink(user.email));
    await plain.submit("Continue", { Code: (await getSite().waitForEmail(user.email)).code });
    expect(plain.find("button", `Account menu: ${user.username}`)).toBeTruthy();
  });

  test("also says so on the register page without JavaScript", async ({ plain }) => {
    await plain.goto(buildUrl("/auth?tab=register"));
    const main = plain.find("main");
    expect(main.text).toContain("This community isn't accepting new members right now.");
    expect(main.findAll("field")).toEqual([]);
  });
});

test.describe("a community with email sign-in turned off", () => {
  const { getSite, buildUrl } = configureOwnSite({ AUTH_EMAIL: "off" });

  test("still lets guests sign in from the dialog", async ({ page }) => {
    await page.goto(buildUrl("/terms"));
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

  test("says in the email forms that they aren't available", async ({ plain }) => {
    for (const tab of ["recover", "magic-link"]) {
      await plain.goto(buildUrl(`/auth?tab=${tab}`));
      expect(plain.text).toContain("This site doesn't offer sign-in by email.");
      expect(plain.find("main").findAll("field")).toEqual([]);
      await plain.follow("Back to sign-in");
      expect(plain.find("dialog").find("heading").text).toBe("Sign in");
    }
    expect(await getSite().call("GET", "/settings")).toMatchObject({ external: { email: false } });
  });
});

test.describe("a community with all sign-in methods turned off", () => {
  const { buildUrl } = configureOwnSite({ AUTH_EMAIL: "off", AUTH_ANONYMOUS: "off", AUTH_SAML: "off" });

  test("says so in the dialog and on the page", async ({ page, plain }) => {
    await page.goto(buildUrl("/terms"));
    await waitUntilInteractive(page);
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    await expect(page.getByRole("dialog").getByText("Sign-in is turned off right now.")).toBeVisible();
    expect((await plain.goto(buildUrl("/auth"))).text).toContain("Sign-in is turned off right now.");
  });
});
