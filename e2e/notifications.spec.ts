import type { Page } from "@playwright/test";
import { createUser } from "./accounts.ts";
import { signIn, test as testWithEmails } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import {
  createPost,
  findPost,
  getComment,
  getToast,
  type Requester,
  sendForm,
  waitUntilInteractive,
} from "./forum.ts";
import { createMember, generateName, signInAsAdmin } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";
import type { RunStatement } from "./site.ts";

/** The bell's accessible name. The bell is a link without JavaScript, and a button with it. */
const describeBell = (unreadCount: number) =>
  unreadCount === 0 ? "Notifications" : `Notifications, ${unreadCount} unread`;
const getBell = (page: Page, unreadCount: number) =>
  page.getByRole("banner").locator(`:is(a, button)[aria-label="${describeBell(unreadCount)}"]`);
/** Opens the panel. The bell must already be a button. */
const openPanel = (page: Page) => page.getByRole("banner").locator('button[title="Notifications"]').click();
const getPanel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

async function addComment(page: Requester, path: string, content: string, parentId = "") {
  const form = new URLSearchParams({ intent: "comment", content, parentId });
  expect((await sendForm(page, path, form)).status()).toBe(302);
  await page.context().clearCookies({ name: "lattice-notice" });
}

test("a member mentions another member with the help of suggestions, and that member's bell shows it immediately", async ({
  page,
  openContext,
}) => {
  const ada = await createMember(page.context(), generateName("ada"));
  const path = await createPost(page, { title: `A talk ${generateName()}`, content: "Anyone here?" });
  await page.goto("/terms");
  await waitUntilInteractive(page);
  await expect(getBell(page, 0)).toBeVisible();

  const otherPage = await (await openContext()).newPage();
  const ben = await createMember(otherPage.context(), generateName("ben"));
  await otherPage.goto(path);
  await waitUntilInteractive(otherPage);
  const box = otherPage.getByLabel("Write a comment");
  await box.pressSequentially("Hello @");
  const list = otherPage.getByRole("listbox", { name: "Members" });
  await expect(list).toBeVisible();
  expect(await findIssuesAtWidths(otherPage), "the list of members").toEqual([]);
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

  // The bell shows a single notification, although the comment is on the member's post and also mentions them.
  await expect(getBell(page, 1)).toBeVisible();
  await openPanel(page);
  const item = getPanel(page).getByRole("listitem");
  await expect(item).toHaveCount(1);
  await expect(item).toContainText(`${ben.username} commented on your post`);
  expect(await findIssuesAtWidths(page), "the panel").toEqual([]);
  await item.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`${path}#comment-`));
  await expect(getComment(page, "and welcome")).toBeInViewport();
  await expect(getPanel(page)).toBeHidden();
  await expect(getBell(page, 0)).toBeVisible();

  await getComment(otherPage, "and welcome").getByRole("button", { name: "Delete" }).click();
  await otherPage.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(getToast(otherPage, "Comment deleted")).toBeVisible();
  await showScreen(page, "/notifications");
  await expect(
    page.getByText("Nothing yet. Replies, mentions, votes on your posts and comments"),
  ).toBeVisible();

  await test.step("authors are notified of votes, in a single notification, and of admin actions; followers are notified of comments", async () => {
    const openPlainPage = async () => new PlainPage(await openContext());
    const title = `Voted on ${generateName()}`;
    const votedPath = await createPost(page, { title, content: "Well?" });
    const [firstMember, secondMember, admin] = [
      await openPlainPage(),
      await openPlainPage(),
      await openPlainPage(),
    ];
    for (const member of [firstMember, secondMember]) await createMember(member.context());
    for (const member of [firstMember, secondMember])
      expect((await sendForm(member, `${votedPath}/vote`, new URLSearchParams({ vote: "1" }))).status()).toBe(
        302,
      );
    await expect(getBell(page, 1)).toBeVisible();
    await openPanel(page);
    await expect(getPanel(page).getByRole("listitem")).toHaveCount(1);
    await expect(getPanel(page).getByRole("listitem")).toContainText(`2 people voted on your post ${title}`);
    await page.keyboard.press("Escape");

    await firstMember.goto(votedPath);
    await firstMember.submit(firstMember.find("button", /^Following ?You'll be notified/));
    await addComment(secondMember, votedPath, "For all followers.");
    await expect
      .poll(async () => (await firstMember.goto("/notifications")).text)
      .toContain(`commented on ${title}`);
    expect(firstMember.find("banner").findAll("link", describeBell(1))).toHaveLength(1);

    await signInAsAdmin(admin.context());
    const lock = new URLSearchParams({ intent: `lock:${votedPath.split("/").pop()}` });
    expect((await sendForm(admin, "/admin?tab=content", lock)).status()).toBe(302);
    await expect(getBell(page, 3)).toBeVisible();
    await openPanel(page);
    await expect(getPanel(page).getByRole("listitem").first()).toContainText(
      `An administrator locked comments on your post ${title}`,
    );
  });
});

test("the notifications page lists all or unread notifications, and marks one or all as read; marking one, and changing a preference, work by keyboard", async ({
  page,
  plain,
  openContext,
}) => {
  await createMember(page.context());
  const path = await createPost(page, { title: `Many replies ${generateName()}`, content: "Go." });
  const otherPage = new PlainPage(await openContext());
  await createMember(otherPage.context());
  for (let number = 1; number <= 21; number += 1) await addComment(otherPage, path, `Reply ${number}.`);

  await page.goto("/notifications");
  await waitUntilInteractive(page);
  await expect(getBell(page, 21)).toBeVisible();
  const items = page.getByRole("main").getByRole("list").getByRole("listitem");
  await expect(items).toHaveCount(20);
  expect(await findIssuesAtWidths(page)).toEqual([]);
  await page.getByRole("link", { name: "Load More Notifications" }).click();
  await expect(items).toHaveCount(21);
  const newestItem = items.filter({ hasText: "Reply 21." });
  await newestItem.getByRole("button", { name: "Mark as read" }).focus();
  await page.keyboard.press("Enter");
  await expect(newestItem.getByRole("button", { name: "Mark as unread" })).toBeFocused();
  await expect(getBell(page, 20)).toBeVisible();
  await page.getByRole("link", { name: "Unread", exact: true }).click();
  await expect(page).toHaveURL(/show=unread/);
  await expect(items.filter({ hasText: "Reply 21." })).toHaveCount(0);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByText("You're all caught up.")).toBeVisible();
  // The button is gone.
  await expect(page.getByRole("link", { name: "Unread", exact: true })).toBeFocused();
  await expect(getBell(page, 0)).toBeVisible();

  await showScreen(page, "/settings/notifications");
  await page.getByRole("group", { name: "Votes" }).getByLabel("On site", { exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  await page.emulateMedia({ forcedColors: "active" });
  const [selectedColor, otherColor] = await page
    .getByRole("group", { name: "Votes" })
    .locator("label")
    .evaluateAll(([site, email]) => [email, site].map((label) => label && getComputedStyle(label).color));
  expect(selectedColor).not.toBe(otherColor);
  await page.emulateMedia({ forcedColors: null });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(getToast(page, "Preferences saved")).toBeVisible();
  await plain.goto("/settings/notifications");
  expect(plain.find("group", "Votes").find("field", "On site and email").attribute("checked")).toBeDefined();
  expect(plain.find("group", "Moderation and account").findAll("field", "Off")).toHaveLength(0);
});

test("without JavaScript, the bell links to the page where notifications can be marked as read and opened; preferences are saved", async ({
  plain,
  openContext,
}) => {
  await plain.goto("/notifications");
  expect(plain.path).toBe("/auth?next=%2Fnotifications");
  await createMember(plain.context());
  const path = await createPost(plain, { title: `Plain ${generateName()}`, content: "Go." });
  const otherPage = new PlainPage(await openContext());
  await createMember(otherPage.context());
  for (const text of ["One.", "Two."]) await addComment(otherPage, path, text);

  const findBell = (unreadCount: number) => plain.find("banner").find("link", describeBell(unreadCount));
  const findItem = (text: string) => plain.find("main").find("listitem", { text });
  await plain.goto("/");
  await plain.follow(findBell(2));
  expect(plain.path).toBe("/notifications");
  await plain.submit(findItem("One.").find("button", "Mark as read"));
  expect(findBell(1)).toBeTruthy();
  await plain.follow(findItem("Two.").find("link"));
  expect(plain.path).toBe(path);
  expect(findBell(0)).toBeTruthy();

  await plain.goto("/settings/notifications");
  await plain.submit("Save changes", { reply: "never" });
  expect(plain.notice).toContain("Preferences saved");
  expect(plain.find("group", "Replies").find("field", "Off").attribute("checked")).toBeDefined();
  await addComment(otherPage, path, "Unheard.");
  await plain.goto("/notifications");
  expect(plain.find("main").find("list").findAll("listitem")).toHaveLength(2);
});

/** Makes pending notification emails due, and starts the job that sends them. */
async function sendPendingEmails(runStatement: RunStatement): Promise<void> {
  await runStatement("update public.notifications set email_at = now() where email_at is not null");
  await runStatement(
    "insert into jobs.job (name, policy) select name, policy from jobs.queue where name = 'notifications-mail' on conflict do nothing",
  );
}

testWithEmails(
  "the unsubscribe link in an email works without signing in",
  async ({ plain, site, runStatement, user, openContext }) => {
    await signIn(site, plain.context(), user);
    const post = { intent: "post", title: "Waiting for replies", category: "tech", content: "Anyone here?" };
    const postForm = async (page: PlainPage, path: string, form: Record<string, string>) => {
      const options = { form, headers: { Origin: site.url }, maxRedirects: 0 };
      expect((await page.request.post(path, options)).status()).toBe(302);
    };
    await postForm(plain, "/create", post);
    const otherPage = new PlainPage(await openContext({ baseURL: site.url }));
    await signIn(site, otherPage.context(), await createUser(site));
    await postForm(otherPage, await findPost(otherPage, post.title), {
      intent: "comment",
      content: "Me.",
      parentId: "",
    });

    let email = { subject: "", text: "", unsubscribeUrl: "" };
    await expect(async () => {
      await sendPendingEmails(runStatement);
      email = await site.waitForEmail(user.email);
    }).toPass();
    expect(email.subject).toBe("You have a new notification on Lattice");
    expect(email.text).toContain(`Unsubscribe: ${email.unsubscribeUrl}`);

    const visitor = new PlainPage(await openContext({ baseURL: site.url }));
    await visitor.goto(email.unsubscribeUrl);
    await visitor.submit(visitor.find("main").find("button", "Unsubscribe"));
    expect(visitor.find("h1").text).toBe("You've unsubscribed");
    await plain.goto("/settings/notifications");
    for (const kind of ["Replies", "Mentions", "Moderation and account"])
      expect(plain.find("group", kind).find("field", "On site").attribute("checked"), kind).toBeDefined();

    await visitor.goto("/notifications/unsubscribe?token=x");
    expect(visitor.text).toContain("This link is incomplete");
  },
);
