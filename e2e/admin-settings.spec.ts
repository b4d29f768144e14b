import type { Page } from "@playwright/test";
import { configureSite, createUser } from "./accounts.ts";
import { ageSessions, expect, getSection, signIn, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";

// A dedicated site, because settings affect everyone.
configureSite({ DEMO: "on", AI_VISITOR_PER_DAY: "7" });
// Browsers log every refused request to the console.
test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d .*\/(admin|auth|functions)/));

async function openSettings(page: Page): Promise<void> {
  await page.goto("/admin?tab=settings");
  await waitUntilInteractive(page);
}

async function save(page: Page, title: string): Promise<void> {
  // An earlier toast may still be visible, so wait for the response too.
  const responsePromise = page.waitForResponse((response) => response.request().method() === "POST");
  await getSection(page, title).getByRole("button", { name: "Save" }).click();
  expect((await responsePromise).status()).toBeLessThan(300);
  await expect(getToast(page, "Settings saved").last()).toBeVisible();
}

test("name, claims and footer are changed after a step-up, and visitors see them immediately", async ({
  page,
  admin,
  runStatement,
  openContext,
}) => {
  const visitor = await (await openContext()).newPage();
  await openSettings(page);
  const site = getSection(page, "Site");
  await site.getByLabel("Site name").fill(" ");
  await site.getByLabel("Admin email").fill("post@orchard");
  await site.getByRole("button", { name: "Save" }).click();
  await expect(site.getByText("Enter some text.")).toBeVisible();
  await expect(site.getByLabel("Site name")).toBeFocused();
  await expect(site.getByLabel("Admin email")).toHaveValue("post@orchard");

  await ageSessions(runStatement, admin);
  await site.getByLabel("Site name").fill("The Orchard");
  await site.getByLabel("Admin email").fill("post@orchard.example");
  await site.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Your password").fill(admin.password);
  await dialog.getByLabel("Your password").press("Enter");
  await expect(getToast(page, "Settings saved")).toBeVisible();
  await expect(site.getByText(`Saved by ${admin.username}`)).toBeVisible();
  await expect(page).toHaveTitle("Admin dashboard · The Orchard");

  await getSection(page, "Homepage stats").getByLabel("Value").first().fill("12");
  await getSection(page, "Homepage stats").getByLabel("Label").first().fill("apple trees");
  await save(page, "Homepage stats");
  await getSection(page, "Footer").getByLabel("Footer note").fill("Run by <b>the gardeners</b>");
  await save(page, "Footer");

  await visitor.goto("/");
  await expect(visitor).toHaveTitle(/^The Orchard/);
  await expect(visitor.getByRole("main").getByText("apple trees")).toBeVisible();
  await expect(visitor.getByRole("contentinfo")).toContainText("Run by <b>the gardeners</b>");
  await visitor.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
  await expect(visitor.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
  await expect(visitor.getByRole("link", { name: "post@orchard.example" }).first()).toHaveAttribute(
    "href",
    "mailto:post@orchard.example",
  );
  await page.goto("/admin?tab=log&kind=setting");
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "The Orchard" })).toContainText(
    `${admin.username} changed the setting Site`,
  );
});

test("a second administrator sees what the first saved before replacing it", async ({
  page,
  site,
  admin,
  runStatement,
  openContext,
}) => {
  const secondAdmin = await createUser(site);
  await runStatement("update public.user_roles set role = 'admin' where user_id = $1", secondAdmin.id);
  const context = await openContext();
  await signIn(site, context, secondAdmin);
  const otherPage = await context.newPage();
  await openSettings(page);
  await openSettings(otherPage);
  await getSection(page, "Footer").getByLabel("Tagline").fill("The first one's text");
  await save(page, "Footer");

  const footer = getSection(otherPage, "Footer");
  await footer.getByLabel("Tagline").fill("The second one's text");
  await footer.getByRole("button", { name: "Save" }).click();
  await expect(footer.getByText(`${admin.username} has just saved “The first one's text”.`)).toBeVisible();
  await expect(footer.getByLabel("Tagline")).toHaveValue("The second one's text");
  await page.reload();
  await expect(page.getByRole("contentinfo")).toContainText("The first one's text");
  await save(otherPage, "Footer");
  await expect(otherPage.getByRole("contentinfo")).toContainText("The second one's text");
});

test("sign-up, the AI tools and the demo hint can be switched off and on, and limits set", async ({
  page,
  admin: _admin,
  openContext,
}) => {
  const visitor = await (await openContext()).newPage();
  const tools = visitor.getByRole("link", { name: "AI Tools" });
  await visitor.goto("/auth");
  await expect(visitor.getByText("admin@lattice.example")).toBeVisible();
  await openSettings(page);
  const features = getSection(page, "Features");
  for (const name of ["Sign-up", "AI tools", "Demo hint"])
    await features
      .getByRole("group", { name })
      .getByRole("radio", { name: /^(Off|Closed)$/ })
      .check();
  await save(page, "Features");
  await expect(features.getByText("Currently closed.")).toBeVisible();

  await visitor.goto("/auth?tab=register");
  await waitUntilInteractive(visitor);
  await expect(visitor.getByRole("button", { name: "Create account" })).toHaveCount(0);
  await expect(visitor.getByText("admin@lattice.example")).toHaveCount(0);
  await visitor.goto("/ai-tools");
  await expect(visitor.getByRole("status").filter({ hasText: "turned off" })).toBeVisible();
  await expect(tools).toHaveCount(0);
  const refused = await visitor.request.post("/functions/v1/chat", { data: {} });
  expect(refused.ok()).toBe(false);

  for (const name of ["Sign-up", "AI tools", "Demo hint"])
    await features.getByRole("group", { name }).getByRole("radio").first().check();
  await save(page, "Features");
  const ai = getSection(page, "AI budget and limits");
  await expect(ai.getByText("Currently 7, from AI_VISITOR_PER_DAY.")).toBeVisible();
  await ai.getByLabel("Per visitor, per day").fill("many");
  await ai.getByRole("button", { name: "Save" }).click();
  await expect(ai.getByText("Enter a whole number from 1 to 100,000.")).toBeVisible();
  await ai.getByLabel("Per visitor, per day").fill("3");
  await save(page, "AI budget and limits");
  await expect(ai.getByText("Currently 3. AI_VISITOR_PER_DAY is 7.")).toBeVisible();
  await visitor.goto("/ai-tools?tool=sentiment");
  await expect(visitor.getByText("3 answers left today")).toBeVisible();
  await expect(tools.first()).toBeAttached();
});

test("a page's text is previewed, saved and reset on a tab that is accessible in both themes", async ({
  page,
  admin: _admin,
  openContext,
}) => {
  const visitor = await (await openContext()).newPage();
  await openSettings(page);
  expect(await findIssuesAtWidths(page)).toEqual([]);
  const terms = getSection(page, "Terms of Service");
  await terms.getByLabel("Text").fill("## Be kind\n\nTo **all** of {site}. <script>alert(1)</script>");
  await terms.getByRole("button", { name: "Preview" }).press("Enter");
  const preview = terms.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("heading", { name: "Be kind" })).toBeVisible();
  await visitor.goto("/terms");
  await expect(visitor.getByRole("heading", { name: "Your account" })).toBeVisible();
  await save(page, "Terms of Service");
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: "Be kind" })).toBeVisible();
  await expect(visitor.getByText("<script>alert(1)</script>")).toBeVisible();
  await expect(visitor.getByText("Last updated")).toBeVisible();
  await terms.getByLabel("Text").fill("");
  await save(page, "Terms of Service");
  await expect(terms.getByLabel("Text")).toHaveValue(/## Your account/);
});

test("text typed while a section is being saved or a session ends is not lost", async ({
  page,
  admin,
  site,
}) => {
  await test.step("text typed while a section is being saved stays in the form", async () => {
    await openSettings(page);
    const terms = getSection(page, "Terms of Service");
    const text = terms.getByLabel("Text");
    await text.fill("## First");
    let release: () => void = () => undefined;
    const typedPromise = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/admin**", async (route) => {
      if (route.request().method() === "POST") await typedPromise;
      await route.continue();
    });
    await terms.getByRole("button", { name: "Save" }).click();
    await text.fill("## Second");
    release();
    await expect(getToast(page, "Settings saved")).toBeVisible();
    await expect(terms.getByText("Saved by")).toBeVisible();
    await expect(terms.getByRole("button", { name: "Save" })).toBeEnabled();
    await expect(text).toHaveValue("## Second");
    await page.reload();
    await expect(text).toHaveValue("## Second");
    await text.fill("");
    await save(page, "Terms of Service");
    await expect(text).toHaveValue(/## Your account/);
  });

  await test.step("text typed while a session ends is not lost", async () => {
    await openSettings(page);
    await getSection(page, "Privacy Policy").getByLabel("Text").fill("## Half a policy");
    // The page may be refreshing its session, so leave it first.
    await page.goto("about:blank");
    await page.context().clearCookies();
    await page.goto("/admin?tab=settings");
    await expect(page).toHaveURL(/\/auth\?next=/);
    await signIn(site, page.context(), admin);
    await openSettings(page);
    await expect(getSection(page, "Privacy Policy").getByLabel("Text")).toHaveValue("## Half a policy");
    await save(page, "Privacy Policy");
    await openSettings(page);
    await getSection(page, "Privacy Policy").getByLabel("Text").fill("");
    await save(page, "Privacy Policy");
    await expect(getSection(page, "Privacy Policy").getByLabel("Text")).toHaveValue(/## In short/);
  });
});

test("the security status shows problems until they are fixed", async ({ page, admin, runStatement }) => {
  await openSettings(page);
  const status = getSection(page, "Security status");
  const getCheck = (title: string) =>
    status.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await expect(getCheck("Demo accounts")).toContainText("Needs attention");
  await expect(getCheck("Two-factor authentication for administrators")).toContainText(admin.username);
  await expect(getCheck("Keys and secrets")).toContainText("AUTH_JWT_SECRET can be guessed");
  await expect(getCheck("Reverse proxy")).toContainText("OK");
  await expect(getCheck("Email")).toContainText("OK");
  await getCheck("Email").getByRole("link", { name: "Outbox" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Outbox");
  await page.getByRole("link", { name: "Back to Settings" }).click();
  await expect(getCheck("Email")).toBeVisible();
  await runStatement(
    `update auth.users set encrypted_password = null where raw_app_meta_data @> '{"demo": true}'`,
  );
  await page.reload();
  await expect(getCheck("Demo accounts")).toContainText("OK");
});

test("without JavaScript a section is saved, and an invalid form keeps its values", async ({
  page,
  admin: _admin,
  openContext,
  allowProblem,
}) => {
  allowProblem(/request failed: .* csp$/);
  const plain = await openContext({ javaScriptEnabled: false });
  await plain.addCookies(await page.context().cookies());
  const plainPage = await plain.newPage();
  await plainPage.goto("/admin?tab=settings");
  const hero = getSection(plainPage, "Homepage stats");
  await hero.getByLabel("Value").nth(1).fill("much too long a figure");
  await hero.getByLabel("Label").nth(1).fill("pears");
  await hero.getByRole("button", { name: "Save" }).click();
  await expect(hero.getByText("This can have at most 12 characters.")).toBeVisible();
  await expect(hero.getByLabel("Label").nth(1)).toHaveValue("pears");
  await hero.getByLabel("Value").nth(1).fill("34");
  await hero.getByRole("button", { name: "Save" }).click();
  await expect(plainPage.getByText("Settings saved")).toBeVisible();
  const visitor = await (await openContext()).newPage();
  await visitor.goto("/");
  await expect(visitor.getByText("pears")).toBeVisible();
});
