import type { Page } from "@playwright/test";
import { configureSite, createUser } from "./accounts.ts";
import { ageSessions, expect, getSection, signIn, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import type { HtmlElement } from "./html-element.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

// A dedicated site, because settings affect everyone.
configureSite({ DEMO: "on", AI_VISITOR_PER_DAY: "7" });
// Browsers log every refused request to the console.
test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d .*\/admin/));

const SETTINGS = "/admin?tab=settings";

async function openSettings(page: Page): Promise<void> {
  await page.goto(SETTINGS);
  await waitUntilInteractive(page);
}

async function saveSection(page: Page, title: string): Promise<void> {
  // An earlier toast may still be visible, so wait for the response too.
  const responsePromise = page.waitForResponse((response) => response.request().method() === "POST");
  await getSection(page, title).getByRole("button", { name: "Save" }).click();
  expect((await responsePromise).status()).toBeLessThan(300);
  await expect(getToast(page, "Settings saved").last()).toBeVisible();
}

const findSection = (plain: PlainPage, title: string) => plain.find("region", title);

/** Fills in a section of the settings, and saves it or presses another of its buttons. */
function submitSection(
  plain: PlainPage,
  title: string,
  inputs: Parameters<PlainPage["submit"]>[1],
  button = "Save",
) {
  return plain.submit(findSection(plain, title).find("button", button), inputs);
}

async function saveSectionWithoutScript(
  plain: PlainPage,
  title: string,
  inputs: Parameters<PlainPage["submit"]>[1],
) {
  await submitSection(plain, title, inputs);
  expect(plain.notice).toContain("Settings saved");
}

test("the site's name, home page stats and footer are changed after a step-up, and visitors see them immediately", async ({
  plain,
  admin,
  runStatement,
  openContext,
}) => {
  const visitor = new PlainPage(await openContext());
  await plain.goto(SETTINGS);
  await submitSection(plain, "Site", { "Site name": " ", "Admin email": "post@orchard" });
  expect(findSection(plain, "Site").text).toContain("Enter some text.");
  expect(findSection(plain, "Site").find("field", "Admin email").value).toBe("post@orchard");

  await ageSessions(runStatement, admin);
  await submitSection(plain, "Site", { "Site name": "The Orchard", "Admin email": "post@orchard.example" });
  await submitSection(plain, "Site", { "Your password": admin.password }, "Continue");
  expect(plain.notice).toContain("Settings saved");
  expect(findSection(plain, "Site").text).toContain(`Saved by ${admin.username}`);
  expect(plain.find("title").text).toBe("Admin dashboard · The Orchard");
  await saveSectionWithoutScript(plain, "Home page stats", { figure1: "12", label1: "apple trees" });
  await saveSectionWithoutScript(plain, "Footer", { "Footer note": "Run by <b>the gardeners</b>" });

  await visitor.goto("/");
  expect(visitor.find("title").text).toMatch(/^The Orchard/);
  expect(visitor.find("main").text).toContain("apple trees");
  expect(visitor.find("contentinfo").text).toContain("Run by <b>the gardeners</b>");
  await visitor.follow(visitor.find("contentinfo").find("link", "Privacy Policy"));
  expect(visitor.find("h1").text).toBe("Privacy Policy");
  expect(visitor.find("link", "post@orchard.example").attribute("href")).toBe("mailto:post@orchard.example");
  await plain.goto("/admin?tab=log&kind=setting");
  expect(plain.find("main").find("listitem", { text: "The Orchard" }).text).toContain(
    `${admin.username} changed the setting Site`,
  );
});

test("an administrator is shown another administrator's newer changes before replacing them", async ({
  plain,
  site,
  admin,
  runStatement,
  openContext,
}) => {
  const secondAdmin = await createUser(site);
  await runStatement("update public.user_roles set role = 'admin' where user_id = $1", secondAdmin.id);
  const otherPage = new PlainPage(await openContext());
  await signIn(site, otherPage.context(), secondAdmin);
  await plain.goto(SETTINGS);
  await otherPage.goto(SETTINGS);
  await saveSectionWithoutScript(plain, "Footer", { Tagline: "The first one's text" });

  await submitSection(otherPage, "Footer", { Tagline: "The second one's text" });
  const footer = findSection(otherPage, "Footer");
  expect(footer.text).toContain(`${admin.username} has just saved “The first one's text”.`);
  expect(footer.find("field", "Tagline").value).toBe("The second one's text");
  await plain.goto(SETTINGS);
  expect(plain.find("contentinfo").text).toContain("The first one's text");
  await saveSectionWithoutScript(otherPage, "Footer", {});
  expect(otherPage.find("contentinfo").text).toContain("The second one's text");
});

test("sign-up, the AI tools and the demo hint can be turned off and on, and limits can be set", async ({
  plain,
  admin: _,
  openContext,
}) => {
  const visitor = new PlainPage(await openContext());
  const isLinked = () => visitor.findAll("link", "AI Tools").length > 0;
  await visitor.goto("/auth");
  expect(visitor.text).toContain("admin@lattice.example");
  await plain.goto(SETTINGS);
  await saveSectionWithoutScript(plain, "Features", { signUp: "off", aiTools: "off", demoHint: "off" });
  expect(findSection(plain, "Features").text).toContain("Currently closed.");

  await visitor.goto("/auth?tab=register");
  expect(visitor.findAll("button", "Create account")).toHaveLength(0);
  expect(visitor.text).not.toContain("admin@lattice.example");
  await visitor.goto("/ai-tools");
  expect(visitor.find("main").text).toContain("turned off");
  expect(isLinked()).toBe(false);
  expect((await visitor.request.post("/functions/v1/chat", { data: {} })).ok()).toBe(false);

  await saveSectionWithoutScript(plain, "Features", { signUp: "on", aiTools: "on", demoHint: "on" });
  const readLimits = () => findSection(plain, "AI budget and limits").text;
  expect(readLimits()).toContain("Currently 7, from AI_VISITOR_PER_DAY.");
  await submitSection(plain, "AI budget and limits", { "Per visitor, per day": "many" });
  expect(readLimits()).toContain("Enter a whole number from 1 to 100,000.");
  await saveSectionWithoutScript(plain, "AI budget and limits", { "Per visitor, per day": "3" });
  expect(readLimits()).toContain("Currently 3. AI_VISITOR_PER_DAY is 7.");
  await visitor.goto("/ai-tools?tool=sentiment");
  expect(visitor.text).toContain("Answers left today: 3");
  expect(isLinked()).toBe(true);
});

test("a page's text is previewed, saved and reset without JavaScript, and an invalid form retains its values", async ({
  plain,
  admin: _,
  openContext,
}) => {
  const visitor = new PlainPage(await openContext());
  const hasHeading = (page: PlainPage | HtmlElement, name: string) =>
    page.findAll("heading", name).length > 0;
  await plain.goto(SETTINGS);
  const text = "## Be kind\n\nTo **all** of {site}. <script>alert(1)</script>";
  await submitSection(plain, "Terms of Service", { Text: text }, "Preview");
  expect(hasHeading(findSection(plain, "Terms of Service").find("region", "Preview"), "Be kind")).toBe(true);
  await visitor.goto("/terms");
  expect(hasHeading(visitor, "Your account")).toBe(true);
  await saveSectionWithoutScript(plain, "Terms of Service", {});
  await visitor.goto("/terms");
  expect(hasHeading(visitor, "Be kind")).toBe(true);
  expect(visitor.text).toContain("<script>alert(1)</script>");
  expect(visitor.text).toContain("Last updated");
  await saveSectionWithoutScript(plain, "Terms of Service", { Text: "" });
  expect(findSection(plain, "Terms of Service").find("field", "Text").value).toContain("## Your account");

  await submitSection(plain, "Home page stats", { figure2: "much too long", label2: "pears" });
  expect(findSection(plain, "Home page stats").text).toContain("This can have at most 12 characters.");
  await saveSectionWithoutScript(plain, "Home page stats", { figure2: "34" });
  await visitor.goto("/");
  expect(visitor.text).toContain("pears");
});

test("a section is previewed and saved in place on an accessible tab, and what is typed is not lost", async ({
  page,
  admin,
  site,
}) => {
  await test.step("a section is previewed and refused in place, and the tab is accessible in both themes", async () => {
    await openSettings(page);
    expect(await findIssuesAtWidths(page)).toEqual([]);
    const terms = getSection(page, "Terms of Service");
    await terms.getByLabel("Text").fill("## Be kind");
    await terms.getByRole("button", { name: "Preview" }).press("Enter");
    const preview = terms.getByRole("region", { name: "Preview" });
    await expect(preview.getByRole("heading", { name: "Be kind" })).toBeVisible();
    const form = getSection(page, "Site");
    await form.getByLabel("Site name").fill(" ");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByText("Enter some text.")).toBeVisible();
    await expect(form.getByLabel("Site name")).toBeFocused();
  });

  await test.step("text typed while a section is being saved stays in the form", async () => {
    const terms = getSection(page, "Terms of Service");
    const textField = terms.getByLabel("Text");
    await textField.fill("## First");
    let release: () => void = () => undefined;
    const typedPromise = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/admin**", async (route) => {
      if (route.request().method() === "POST") await typedPromise;
      await route.continue();
    });
    await terms.getByRole("button", { name: "Save" }).click();
    await textField.fill("## Second");
    release();
    await expect(getToast(page, "Settings saved")).toBeVisible();
    await expect(terms.getByText("Saved by")).toBeVisible();
    await expect(terms.getByRole("button", { name: "Save" })).toBeEnabled();
    await expect(textField).toHaveValue("## Second");
    await showScreen(page, "/terms");
    await showScreen(page, SETTINGS);
    await expect(textField).toHaveValue("## Second");
    await textField.fill("");
    await saveSection(page, "Terms of Service");
    await expect(textField).toHaveValue(/## Your account/);
  });

  await test.step("text typed before a session ends is not lost", async () => {
    await getSection(page, "Privacy Policy").getByLabel("Text").fill("## Half a policy");
    // The page may be refreshing its session, so leave it first.
    await page.goto("about:blank");
    await page.context().clearCookies();
    await page.goto(SETTINGS);
    await expect(page).toHaveURL(/\/auth\?next=/);
    await signIn(site, page.context(), admin);
    await openSettings(page);
    await expect(getSection(page, "Privacy Policy").getByLabel("Text")).toHaveValue("## Half a policy");
    await saveSection(page, "Privacy Policy");
  });
});

test("the security status shows problems until they are fixed", async ({ plain, admin, runStatement }) => {
  await plain.goto(SETTINGS);
  const readCheck = (title: string) =>
    findSection(plain, "Security status").find("listitem", { text: title }).text;
  expect(readCheck("Demo accounts")).toContain("Needs attention");
  expect(readCheck("Two-factor authentication for administrators")).toContain(admin.username);
  expect(readCheck("Keys and secrets")).toContain("AUTH_JWT_SECRET can be guessed");
  expect(readCheck("Reverse proxy")).toContain("OK");
  expect(readCheck("Email")).toContain("OK");
  await plain.follow(findSection(plain, "Security status").find("link", "Outbox"));
  expect(plain.find("h1").text).toBe("Outbox");
  await plain.follow("Back to Settings");
  await runStatement(
    `update auth.users set encrypted_password = null where raw_app_meta_data @> '{"demo": true}'`,
  );
  await plain.goto(SETTINGS);
  expect(readCheck("Demo accounts")).toContain("OK");
});
