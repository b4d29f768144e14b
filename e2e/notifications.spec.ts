import type { Page } from "@playwright/test";
import { createUser } from "./accounts.ts";
import { sendAdminForm, signIn, test as testWithEmails } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import {
  createPost,
  findPost,
  getComment,
  getToast,
  getVoteArrow,
  sendForm,
  waitUntilInteractive,
} from "./forum.ts";
import { createMember, generateName, signInAsAdmin } from "./members.ts";
import type { RunStatement } from "./site.ts";

/** The bell: a link without JavaScript, a button with it. */
const getBell = (page: Page, unread: number) => {
  const label = unread === 0 ? "Notifications" : `Notifications, ${unread} unread`;
  return page.getByRole("banner").locator(`:is(a, button)[aria-label="${label}"]`);
};
/** Opens the panel after hydration. */
const openPanel = (page: Page) => page.getByRole("banner").locator('button[title="Notifications"]').click();
const getPanel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

async function addComment(page: Page, path: string, content: string, parentId = "") {
  const form = new URLSearchParams({ intent: "comment", content, parentId });
  expect((await sendForm(page, path, form)).status()).toBe(302);
  await page.context().clearCookies({ name: "lattice-notice" });
}

test("a member mentions another from the suggestions, and the other member's bell shows it immediately", async ({
  page,
  openContext,
}) => {
  const ada = await createMember(page.context(), generateName("ada"));
  const path = await createPost(page, { title: `A talk ${generateName()}`, content: "Anyone here?" });
  await page.goto("/wallet");
  await waitUntilInteractive(page);
  await expect(getBell(page, 0)).toBeVisible();

  const otherPage = await (await openContext()).newPage();
  const ben = await createMember(otherPage.context(), generateName("ben"));
  await otherPage.goto(path);
  await waitUntilInteractive(otherPage);
  const box = otherPage.getByLabel("Write a comment");
  await box.pressSequentially("Hello @");
  const list = otherPage.getByRole("listbox", { name: "Members" });
  await expect(list.getByRole("option", { selected: true })).toContainText(ada.username);
  await expect(box).toHaveAttribute("aria-activedescendant", /mentions-\d+-0/);
  await box.press("Escape");
  await expect(list).toBeHidden();
  await box.pressSequentially(ada.username.slice(0, 6));
  await expect(list.getByRole("option").first()).toBeVisible();
  while (!(await list.getByRole("option", { selected: true }).innerText()).includes(ada.username))
    await box.press("ArrowDown");
  await box.press("Enter");
  await expect(box).toHaveValue(`Hello @${ada.username} `);
  await box.pressSequentially("and welcome.");
  await otherPage.getByRole("button", { name: "Post Comment" }).click();
  await expect(
    getComment(otherPage, "and welcome").getByRole("link", { name: `@${ada.username}` }),
  ).toHaveAttribute("href", `/u/${ada.username}`);

  // A single live notification, although the comment is both a reply and a mention.
  await expect(getBell(page, 1)).toBeVisible();
  await openPanel(page);
  const item = getPanel(page).getByRole("listitem");
  await expect(item).toHaveCount(1);
  await expect(item).toContainText(`${ben.username} commented on your post`);
  await item.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`${path}#comment-`));
  await expect(getComment(page, "and welcome")).toBeInViewport();
  await expect(getPanel(page)).toBeHidden();
  await expect(getBell(page, 0)).toBeVisible();

  await getComment(otherPage, "and welcome").getByRole("button", { name: "Delete" }).click();
  await otherPage.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(getToast(otherPage, "Comment deleted")).toBeVisible();
  await page.goto("/notifications");
  await expect(
    page.getByText("Nothing yet. Replies, mentions, votes on your posts and comments"),
  ).toBeVisible();
});

test("authors are notified of votes, in one item, and of admin actions; followers are notified of comments", async ({
  page,
  openContext,
}) => {
  const open = async () => (await openContext()).newPage();
  await createMember(page.context());
  const title = `Voted on ${generateName()}`;
  const path = await createPost(page, { title, content: "Well?" });
  await page.goto("/wallet");
  await waitUntilInteractive(page);

  const [ben, cyd] = [await open(), await open()];
  for (const voter of [ben, cyd]) {
    await createMember(voter.context());
    await voter.goto(path);
    await waitUntilInteractive(voter);
    await getVoteArrow(voter.getByRole("main"), "up").click();
    await expect(getToast(voter, "Vote Recorded")).toBeVisible();
  }
  await expect(getBell(page, 1)).toBeVisible();
  await openPanel(page);
  await expect(getPanel(page).getByRole("listitem")).toHaveCount(1);
  await expect(getPanel(page).getByRole("listitem")).toContainText(`2 people voted on your post ${title}`);
  await page.keyboard.press("Escape");

  await ben.getByRole("button", { name: /^Follow: / }).click();
  await ben.getByRole("button", { name: /^Following You'll be notified/ }).click();
  await expect(getToast(ben, "Following")).toBeVisible();
  await addComment(cyd, path, "For all followers.");
  await expect(getBell(ben, 1)).toBeVisible();
  await openPanel(ben);
  await expect(getPanel(ben).getByRole("listitem")).toContainText(`commented on ${title}`);

  const adminPage = await open();
  await signInAsAdmin(adminPage.context());
  const lock = new URLSearchParams({ intent: `lock:${path.split("/").pop()}` });
  expect((await sendForm(adminPage, "/admin?tab=content", lock)).status()).toBe(302);
  await expect(getBell(page, 3)).toBeVisible();
  await openPanel(page);
  await expect(getPanel(page).getByRole("listitem").first()).toContainText(
    `An administrator locked comments on your post ${title}`,
  );
});

test("the page lists all or unread notifications, and marks one or all as read, even by keyboard alone", async ({
  page,
  openContext,
}) => {
  await createMember(page.context());
  const path = await createPost(page, { title: `Many replies ${generateName()}`, content: "Go." });
  const otherPage = await (await openContext()).newPage();
  await createMember(otherPage.context());
  for (let number = 1; number <= 21; number += 1) await addComment(otherPage, path, `Reply ${number}.`);

  await page.goto("/notifications");
  await waitUntilInteractive(page);
  await expect(getBell(page, 21)).toBeVisible();
  const items = page.getByRole("main").getByRole("list").getByRole("listitem");
  await expect(items).toHaveCount(20);
  await page.getByRole("link", { name: "Load More Notifications" }).click();
  await expect(items).toHaveCount(21);
  const first = items.filter({ hasText: "Reply 21." });
  await first.getByRole("button", { name: "Mark as read" }).focus();
  await page.keyboard.press("Enter");
  await expect(first.getByRole("button", { name: "Mark as unread" })).toBeFocused();
  await expect(getBell(page, 20)).toBeVisible();
  await page.getByRole("link", { name: "Unread", exact: true }).click();
  await expect(page).toHaveURL(/show=unread/);
  await expect(items.filter({ hasText: "Reply 21." })).toHaveCount(0);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByText("You're all caught up.")).toBeVisible();
  await expect(getBell(page, 0)).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ allowProblem }) => allowProblem(/request failed: .*\.js csp$/));

  test("the bell links to the page, which can mark and open notifications; preferences are saved", async ({
    page,
    openContext,
  }) => {
    await createMember(page.context());
    const path = await createPost(page, { title: `Plain ${generateName()}`, content: "Go." });
    const otherPage = await (await openContext()).newPage();
    await createMember(otherPage.context());
    for (const text of ["One.", "Two."]) await addComment(otherPage, path, text);

    await page.goto("/");
    await getBell(page, 2).click();
    await expect(page).toHaveURL(/\/notifications$/);
    const items = page.getByRole("main").getByRole("list").getByRole("listitem");
    await items.filter({ hasText: "One." }).getByRole("button", { name: "Mark as read" }).click();
    await expect(getBell(page, 1)).toBeVisible();
    await items.filter({ hasText: "Two." }).getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`${path}#comment-`));
    await expect(getBell(page, 0)).toBeVisible();

    await page.goto("/settings/notifications");
    await page.getByRole("group", { name: "Replies" }).getByText("Off").click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(getToast(page, "Preferences saved")).toBeVisible();
    await expect(page.getByRole("group", { name: "Replies" }).getByLabel("Off")).toBeChecked();
    await addComment(otherPage, path, "Unheard.");
    await page.goto("/notifications");
    await expect(items).toHaveCount(2);
  });
});

test("preferences can be set by keyboard, and visitors are asked to sign in", async ({ page }) => {
  await page.goto("/notifications");
  await expect(page).toHaveURL(/\/auth\?next=%2Fnotifications$/);
  await createMember(page.context());
  await page.goto("/settings/notifications");
  await waitUntilInteractive(page);
  await page.getByRole("group", { name: "Votes" }).getByLabel("On site", { exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(getToast(page, "Preferences saved")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("group", { name: "Votes" }).getByLabel("On site and email")).toBeChecked();
  await expect(page.getByRole("group", { name: "Moderation and account" }).getByLabel("Off")).toHaveCount(0);
});

/** Makes pending notification emails due now. */
async function sendDueEmails(runStatement: RunStatement): Promise<void> {
  await runStatement("update public.notifications set email_at = now() where email_at is not null");
  await runStatement(
    "insert into jobs.job (name, policy) select name, policy from jobs.queue where name = 'notifications-mail' on conflict do nothing",
  );
}

testWithEmails(
  "the unsubscribe link in an email works without signing in",
  async ({ page, site, runStatement, user, openContext }) => {
    await signIn(site, page.context(), user);
    const post = {
      intent: "post",
      title: "Waiting for replies",
      category: "tech",
      content: "Anyone here?",
    };
    expect((await sendAdminForm(page, site, "/create", post)).status()).toBe(302);
    await page.context().clearCookies({ name: "lattice-notice" });
    const otherPage = await (await openContext({ baseURL: site.url })).newPage();
    await signIn(site, otherPage.context(), await createUser(site));
    const path = await findPost(otherPage, post.title);
    expect(
      (
        await sendAdminForm(otherPage, site, path, { intent: "comment", content: "Me.", parentId: "" })
      ).status(),
    ).toBe(302);

    let email = { subject: "", text: "", unsubscribe: "" };
    await expect(async () => {
      await sendDueEmails(runStatement);
      email = await site.waitForEmail(user.email);
    }).toPass();
    expect(email.subject).toBe("You have a new notification on Lattice");
    expect(email.text).toContain(`Unsubscribe: ${email.unsubscribe}`);

    const visitor = await (await openContext({ baseURL: site.url })).newPage();
    await visitor.goto(email.unsubscribe);
    await visitor.getByRole("main").getByRole("button", { name: "Unsubscribe" }).click();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("You've unsubscribed");
    await page.goto("/settings/notifications");
    for (const kind of ["Replies", "Mentions", "Moderation and account"])
      await expect(
        page.getByRole("group", { name: kind }).getByLabel("On site", { exact: true }),
      ).toBeChecked();
  },
);

test("an incomplete unsubscribe link is rejected", async ({ page }) => {
  await page.goto("/notifications/unsubscribe?token=x");
  await expect(page.getByRole("heading", { name: "This link is incomplete" })).toBeVisible();
});

test("the panel and the list of names have no accessibility problems", async ({ openContext }) => {
  const context = await openContext();
  const page = await context.newPage();
  await createMember(context);
  const path = await createPost(page, { title: `To look at ${generateName()}`, content: "Go." });
  const otherPage = await (await openContext()).newPage();
  await createMember(otherPage.context());
  await addComment(otherPage, path, "A reply.");
  await page.goto(path);
  await waitUntilInteractive(page);
  await openPanel(page);
  await expect(getPanel(page).getByRole("listitem")).toHaveCount(1);
  expect(await findIssuesAtWidths(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByLabel("Write a comment").pressSequentially("@");
  await expect(page.getByRole("listbox", { name: "Members" })).toBeVisible();
  expect(await findIssuesAtWidths(page)).toEqual([]);
  await page.goto("/notifications");
  expect(await findIssuesAtWidths(page)).toEqual([]);
});
