import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getComment, getPostCard, sendForm, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";

test("a member's page shows their name, posts, comments and karma", async ({ page, member, openContext }) => {
  const title = `By this member ${generateName()}`;
  const path = await createPost(page, { title, content: "Text of the post." });
  const reply = `A reply ${generateName()}`;
  await sendForm(page, path, new URLSearchParams({ intent: "comment", content: reply, parentId: "" }));
  const reader = await (await openContext()).newPage();
  await createMember(reader.context());
  await sendForm(reader, `${path}/vote`, new URLSearchParams({ vote: "1" }));

  await reader.goto(path);
  await waitUntilInteractive(reader);
  await reader.getByRole("article").getByRole("link", { name: member.username }).click();
  await expect(reader).toHaveURL(new RegExp(`/u/${member.username}$`));
  await expect(reader.getByRole("heading", { level: 1, name: member.username })).toBeVisible();
  await expect(reader).toHaveTitle(new RegExp(member.username));
  for (const [label, value] of [
    ["Karma", "1"],
    ["Post", "1"],
    ["Comment", "1"],
  ] as const) {
    const figure = reader.locator("dl > div").filter({ has: reader.getByText(label, { exact: true }) });
    await expect(figure.getByRole("definition")).toHaveText(value);
  }
  await expect(reader.getByText("Members' votes on their own posts and comments don't count.")).toBeVisible();
  await expect(reader.getByText(/^Joined /)).toBeVisible();
  await expect(reader.getByRole("link", { name: "Edit profile" })).toHaveCount(0);
  await expect(getPostCard(reader, title)).toBeVisible();

  await reader.getByRole("link", { name: /^Comments/ }).click();
  await expect(reader).toHaveURL(/\?tab=comments$/);
  await reader.getByRole("link", { name: reply }).click();
  await expect(reader).toHaveURL(new RegExp(`${path}/comments/`));
  await expect(getComment(reader, reply)).toBeVisible();
  await getComment(reader, reply).getByRole("link", { name: member.username }).click();
  await expect(reader).toHaveURL(new RegExp(`/u/${member.username}$`));
});

test("the user menu leads to the member's own page, which links to the settings", async ({
  page,
  member,
}) => {
  await page.goto("/forum");
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: `Account menu: ${member.username}` }).click();
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page).toHaveURL(new RegExp(`/u/${member.username}$`));
  await expect(page.getByText("You haven't posted anything yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit profile" })).toHaveAttribute("href", "/settings");
});

test("lookalikes of a name redirect to the member's page; unknown names return 404", async ({
  page,
  allowProblem,
}) => {
  allowProblem(/status of 404 /);
  for (const lookalike of ["MARA_LINDQVIST", "mara-lindqvist", "rnara_Iindqvist"]) {
    const response = await page.request.get(`/u/${lookalike}?tab=comments`, { maxRedirects: 0 });
    expect([response.status(), response.headers().location]).toEqual([302, "/u/mara_lindqvist?tab=comments"]);
  }
  for (const name of ["no_such_member", "%00", "a".repeat(500), "%F0%9F%98%80"]) {
    const response = await page.goto(`/u/${name}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
  }
});

test("names with spaces, dots and other alphabets have pages that work by link and URL", async ({
  page,
  openContext,
}) => {
  const author = await (await openContext()).newPage();
  for (const start of ["Anna Maria", "x.y", "Ωμέγα", "王小明"]) {
    await test.step(start, async () => {
      const ends = start === "x.y" ? ".data" : "";
      const digits = Date.now().toString().slice(-6);
      const username = `${start}${digits}${ends}`;
      const member = await createMember(author.context(), username);
      expect(member.username).toBe(username);
      const path = await createPost(author, { title: `By a name ${generateName()}`, content: "Text." });
      await page.goto(path);
      await waitUntilInteractive(page);
      await page.getByRole("article").getByRole("link", { name: username }).click();
      await expect(page.getByRole("heading", { level: 1, name: username })).toBeVisible();
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: username })).toBeVisible();
    });
  }
});

test("long lists can be continued with and without JavaScript", async ({ openContext, allowProblem }) => {
  // With JavaScript disabled, the browser logs each blocked script.
  allowProblem(/request failed: .*\.js csp$/);
  const read = async (javaScriptEnabled: boolean) => {
    const page = await (await openContext({ javaScriptEnabled })).newPage();
    await page.goto("/u/mara_lindqvist?tab=comments");
    if (javaScriptEnabled) await waitUntilInteractive(page);
    const items = page.getByRole("article");
    await expect(items).toHaveCount(20);
    await page.getByRole("link", { name: "Load More" }).click();
    if (javaScriptEnabled) await expect.poll(() => items.count()).toBeGreaterThan(20);
    else {
      await expect(page.getByText("You're partway through the list.")).toBeVisible();
      await page.getByRole("link", { name: "Back to the start" }).click();
      await expect(items).toHaveCount(20);
    }
  };
  await read(true);
  await read(false);
});

test("a member's page is accessible and doesn't scroll sideways", async ({ openContext }) => {
  const context = await openContext();
  const page = await context.newPage();
  for (const path of ["/u/mara_lindqvist", "/u/mara_lindqvist?tab=comments"]) {
    await page.goto(path);
    await waitUntilInteractive(page);
    expect(await findIssuesAtWidths(page)).toEqual([]);
  }
});
