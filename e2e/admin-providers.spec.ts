import { describeProvider, type OpenIdProvider, startOpenIdProvider } from "#server/auth/oauth/testing.ts";
import { ageSessions, expect, getSection, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";
import { type StartedSite, startSite } from "./site.ts";

/** A real OpenID provider, which the tests add in the settings. */
let provider: OpenIdProvider;
let dedicatedSitePromise: Promise<StartedSite> | undefined;
const { clientIds, clientSecret } = describeProvider("");

async function startDedicatedSite(): Promise<StartedSite> {
  provider = await startOpenIdProvider("http://127.0.0.1/");
  const startedSite = await startSite({
    AUTH_OIDC_ALLOW_PRIVATE: "on",
    // Unlike the others, GitHub is set up in the environment.
    AUTH_GITHUB_CLIENT_ID: "from-outside",
    AUTH_GITHUB_CLIENT_SECRET: "a-secret-from-outside",
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

const SETTINGS = "/admin?tab=settings";
test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d .*\/admin/));

/** Creates the user that the provider signs in from now on. */
function setUser() {
  const name = generateName("ann");
  const user = { sub: name, email: `${name}@example.com`, email_verified: true, name: "Ann Example" };
  provider.setUser(user);
  return user;
}

test("a provider is added, tested, turned on, used and removed without JavaScript", async ({
  plain,
  admin,
  site,
  runStatement,
  openContext,
}) => {
  const name = generateName("Acme").replace("_", "").slice(0, 20);
  const readSection = (title: string) => plain.find("region", title).text;
  await plain.goto(SETTINGS);
  await plain.follow("Add an OpenID provider");
  expect(plain.find("h2").text).toBe("Add an OpenID provider");
  expect(plain.find("field", "Redirect URL").value).toBe(`${site.url}/auth/v1/callback`);
  await plain.submit("Add provider", {
    Name: name,
    Issuer: provider.issuer,
    "Client ID": clientIds[0],
    "Client secret": "a-wrong-secret",
  });
  expect(plain.find("h2").text).toBe(name);
  expect(plain.notice).toContain("Settings saved");

  const { email } = setUser();
  await plain.follow("Test sign-in");
  expect(readSection("Test")).toContain(`${name} doesn't accept the client ID or the secret.`);
  expect(readSection("Test")).toContain("invalid_client");

  await ageSessions(runStatement, admin);
  await plain.submit("Save", { "Client secret": String(clientSecret) });
  // The secret isn't sent back to the page.
  expect(plain.find("field", "Client secret").value).toBe("");
  expect(readSection("Settings")).toContain("Enter it again");
  await plain.submit("Continue", { "Client secret": String(clientSecret), "Your password": admin.password });
  expect(plain.notice).toContain("Settings saved");
  expect(plain.source).not.toContain(String(clientSecret));

  await plain.follow("Test again");
  expect(readSection("Test")).toContain(`Signing in with ${name} works.`);
  expect(readSection("Test")).toContain(email);
  expect(readSection("Test")).toContain("Ann Example");
  expect(readSection("Status")).toContain(`No member has linked an account with ${name} yet.`);
  await plain.submit("Turn on");
  expect(plain.notice).toContain("Provider turned on");
  expect(readSection("Status")).toContain("On: the sign-in page shows");

  const visitor = new PlainPage(await openContext());
  await visitor.goto("/auth?next=%2Fforum");
  await visitor.follow(`Continue with ${name}`);
  expect(visitor.notice).toContain("Welcome back!");

  await plain.goto(plain.path);
  expect(readSection("Status")).toContain("1 member has linked an account");
  expect(readSection("Status")).toContain("They have another way to sign in.");
  await plain.submit("Remove");
  expect(plain.notice).toContain("Removed");
  expect(plain.path).toBe(SETTINGS);
  expect(readSection("Sign-in providers")).not.toContain(name);
  await visitor.context().clearCookies();
  await visitor.goto("/auth");
  visitor.find("button", "Login");
  expect(visitor.text).not.toContain(`Continue with ${name}`);

  await plain.goto("/admin?tab=log&kind=provider");
  expect(plain.find("main").find("listitem", { text: name }).text).toContain(
    `${admin.username} removed the sign-in provider ${name}`,
  );
});

test("an invalid form reports what is wrong and retains its values; saving asks for the password in place; the pages are accessible and fit every width", async ({
  page,
  admin,
  runStatement,
}) => {
  await page.goto(`${SETTINGS}&provider=custom`);
  await waitUntilInteractive(page);
  expect(await findIssuesAtWidths(page)).toEqual([]);
  const form = getSection(page, "Settings");
  await form.getByLabel("Name").fill("Wide");
  await form.getByLabel("Client ID").fill(clientIds[0]);
  await form.getByLabel("Client secret").fill(String(clientSecret));
  const issuer = form.getByLabel("Issuer");
  for (const [url, message] of [
    ["ftp://id.example.org", "Enter a URL that begins with https://."],
    [`${provider.issuer}/missing`, /answered|refused our request/],
    ["http://127.0.0.1:1", /can't be reached/],
  ] as const) {
    await issuer.fill(url);
    await form.getByRole("button", { name: "Add provider" }).click();
    await expect(form.getByText(message)).toBeVisible();
    await expect(issuer).toBeFocused();
    await expect(form.getByLabel("Name")).toHaveValue("Wide");
  }
  await ageSessions(runStatement, admin);
  await issuer.fill(provider.issuer);
  await form.getByRole("button", { name: "Add provider" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Your password").fill(admin.password);
  await dialog.getByLabel("Your password").press("Enter");
  await expect(getToast(page, "Settings saved")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Wide");
  setUser();
  await page.getByRole("link", { name: "Test sign-in" }).click();
  await expect(getSection(page, "Test").getByRole("status")).toBeVisible();
  await waitUntilInteractive(page);
  expect(await findIssuesAtWidths(page)).toEqual([]);
  for (const path of [`${SETTINGS}&provider=apple`, `${SETTINGS}&provider=github`, SETTINGS]) {
    await showScreen(page, path);
    expect(await findIssuesAtWidths(page), path).toEqual([]);
  }
});

test("a provider that is set up in the environment is shown but can't be changed", async ({
  plain,
  admin,
}) => {
  await plain.goto(SETTINGS);
  const list = plain.find("region", "Sign-in providers");
  expect(list.text).toContain("set up in the environment");
  expect(list.findAll("link", "Add GitHub")).toHaveLength(0);
  await plain.follow(list.find("link", /^GitHub/));
  expect(plain.text).toContain("AUTH_GITHUB_…");
  expect(plain.text).toContain("from-outside");
  expect(plain.text).toContain(admin.username);
  expect(plain.source).not.toContain("a-secret-from-outside");
  expect(plain.findAll("button", "Save")).toHaveLength(0);
});
