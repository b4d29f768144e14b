import type { BrowserContext, Page } from "@playwright/test";
import { SESSION_KEY } from "#core/accounts/session-cookie.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getToast, waitUntilInteractive } from "./forum.ts";
import {
  createMember,
  expireSession,
  generateName,
  readStoredSession,
  storeSession,
  type TestMember,
} from "./members.ts";
import { showScreen } from "./screens.ts";

const getAccountMenu = (page: Page, { username }: { username: string }) =>
  page.getByRole("button", { name: `Account menu: ${username}` });

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email", { exact: true }).fill(email);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Login" }).click();
}

async function signOut(page: Page, member: TestMember) {
  await getAccountMenu(page, member).click();
  await page.getByRole("button", { name: "Log out" }).click();
}

/** Waits until the auth client has loaded, so that the page notices sign-ins and sign-outs in other tabs. */
const waitForAuthClient = (page: Page) => page.waitForLoadState("networkidle");

const expireStoredSession = async (context: BrowserContext) =>
  storeSession(context, expireSession(await readStoredSession(context)));

test("unfinished text survives a sign-out in another tab, and a sign-in in one tab updates the other", async ({
  page,
  context,
  member,
  allowProblem,
}) => {
  // Autosave is refused while the member is signed out.
  allowProblem(/status of 401 /);
  await page.goto("/terms");
  const otherTab = await context.newPage();
  await otherTab.goto("/create");
  await waitUntilInteractive(otherTab);
  await waitForAuthClient(otherTab);
  await waitUntilInteractive(page);

  await test.step("a sign-out in another tab doesn't lose an unfinished post", async () => {
    const title = `Written in two tabs ${generateName()}`;
    await otherTab.getByLabel("Title").fill(title);
    await otherTab.getByRole("textbox", { name: "Content" }).fill("Every word of it.");
    await signOut(page, member);
    await expect(getAccountMenu(page, member)).toHaveCount(0);
    await expect(otherTab).toHaveURL(/\/auth\?next=%2Fcreate/);
    await signIn(otherTab, member);
    await expect(otherTab).toHaveURL(/\/create/);
    const restoreButton = otherTab.getByRole("button", { name: "Restore text" });
    const resumeLink = otherTab.getByRole("link", { name: `Resume ${title}` });
    // Autosave may have stored only the title before the session ended. In that case, the draft offers to restore
    // the rest.
    await expect(async () => {
      const option = (await restoreButton.isVisible()) ? restoreButton : resumeLink;
      if (await option.isVisible()) await option.click();
      await expect(otherTab.getByLabel("Title")).toHaveValue(title, { timeout: 1000 });
      await expect(otherTab.getByRole("textbox", { name: "Content" })).toHaveValue("Every word of it.", {
        timeout: 1000,
      });
    }).toPass();
  });

  await test.step("a sign-in in one tab updates a visitor's other tab", async () => {
    await expect(getAccountMenu(page, member)).toBeVisible();
  });

  await test.step("an unfinished comment survives a sign-out in another tab and can be sent after signing in", async () => {
    const path = await createPost(page, {
      title: `Commented in two tabs ${generateName()}`,
      content: "Speak.",
    });
    await showScreen(otherTab, path);
    await otherTab.getByLabel("Write a comment").fill("Half a thought.");
    await signOut(page, member);
    await expect(otherTab.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
    await expect(otherTab.getByLabel("Write a comment")).toHaveValue("Half a thought.");
    await otherTab.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    await signIn(otherTab, member);
    await expect(getAccountMenu(otherTab, member)).toBeVisible();
    await expect(otherTab.getByLabel("Write a comment")).toHaveValue("Half a thought.");
    await otherTab.getByRole("button", { name: "Post Comment" }).click();
    await expect(getToast(otherTab, "Comment Posted")).toBeVisible();
  });
});

test("if a session expires while a member is writing, it is refreshed and the text is sent; pages opened with an expired session recover, including the sign-in page", async ({
  page,
  context,
  member,
  allowProblem,
}) => {
  // Autosave and the search for similar posts may be refused at first. They then refresh the session.
  allowProblem(/status of 401 .*\/create\//);
  const title = `Ran out ${generateName()}`;
  const path = await createPost(page, { title, content: "Tick." });
  await page.goto(path);
  await waitUntilInteractive(page);
  await waitForAuthClient(page);
  await page.getByLabel("Write a comment").fill("It took me a day to write this.");
  await expireStoredSession(context);
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(getToast(page, "Comment Posted")).toBeVisible();

  await showScreen(page, "/create");
  await page.getByLabel("Title").fill(`${title}, again`);
  await page.getByLabel("Category").selectOption("defi");
  await page.getByRole("textbox", { name: "Content" }).fill("Tock.");
  await expireStoredSession(context);
  await page.getByRole("button", { name: "Post to Community" }).click();
  await expect(getToast(page, "Post Created!")).toBeVisible();
  await expect(getAccountMenu(page, member)).toBeVisible();
  expect((await context.cookies()).some(({ name }) => name.startsWith(SESSION_KEY))).toBe(true);

  await test.step("pages opened with an expired session recover, including the sign-in page", async () => {
    await expireStoredSession(context);
    // Navigate in place: the auth client that is already loaded checks the session only every 30 seconds.
    await page.getByRole("link", { name: "New Post" }).click();
    await expect(page.getByRole("heading", { name: "Share Your Knowledge" })).toBeVisible();
    await expect(getAccountMenu(page, member)).toBeVisible();
    await expireStoredSession(context);
    await page.goto("/auth?next=%2Fforum");
    await expect(page).toHaveURL(/\/forum$/);
    await expect(getAccountMenu(page, member)).toBeVisible();
  });
});

test("the toast after a visitor's vote links to the sign-in page, which returns to the list", async ({
  page,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 401 /);
  const member = await createMember(await openContext());
  await page.goto("/forum?q=wallet&sort=top");
  await waitUntilInteractive(page);
  await page
    .getByRole("article")
    .first()
    .getByRole("button", { name: /^Upvote / })
    .click();
  await getToast(page, "Authentication Required").getByRole("link", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/auth\?next=%2Fforum%3Fq%3Dwallet%26sort%3Dtop$/);
  await signIn(page, member);
  await expect(page).toHaveURL(/\/forum\?q=wallet&sort=top$/);
});

test("a page doesn't request the user while it loads, so it can't restore a session that another tab has replaced", async ({
  page,
  context,
  openContext,
}) => {
  const [earlierMember, laterMember] = [
    await createMember(await openContext()),
    await createMember(await openContext()),
  ];
  const requestMethods: string[] = [];
  let release = () => {};
  const releasePromise = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/auth/v1/user", async (route) => {
    requestMethods.push(route.request().method());
    await releasePromise;
    await route.continue();
  });
  await storeSession(context, earlierMember.session);
  await page.goto("/terms");
  await waitUntilInteractive(page);
  await page.waitForLoadState("networkidle");
  await storeSession(context, laterMember.session);
  release();
  const otherTab = await context.newPage();
  await otherTab.goto("/terms");
  await expect(getAccountMenu(otherTab, laterMember)).toBeVisible();
  expect(requestMethods).toEqual([]);
});
