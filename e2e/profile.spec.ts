import { AXE_CONTEXT, faultsAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { alive, card, comment, makePost, sendForm } from "./forum.ts";
import { makeMember, newName } from "./members.ts";

test("a member's page says who it is, what was written, and what it earned", async ({
  page,
  member,
  openContext,
}) => {
  const title = `Of this member ${newName()}`;
  const path = await makePost(page, { title, content: "Words of the post." });
  const words = `An answer ${newName()}`;
  await sendForm(page, path, new URLSearchParams({ intent: "comment", content: words, parentId: "" }));
  const voter = await (await openContext()).newPage();
  await makeMember(voter.context());
  await sendForm(voter, `${path}/vote`, new URLSearchParams({ vote: "1" }));

  await voter.goto(path);
  await alive(voter);
  await voter.getByRole("article").getByRole("link", { name: member.username }).click();
  await expect(voter).toHaveURL(new RegExp(`/u/${member.username}$`));
  await expect(voter.getByRole("heading", { level: 1, name: member.username })).toBeVisible();
  await expect(voter).toHaveTitle(new RegExp(member.username));
  for (const [label, value] of [
    ["Karma", "1"],
    ["Post", "1"],
    ["Comment", "1"],
  ] as const) {
    const figure = voter.locator("dl > div").filter({ has: voter.getByText(label, { exact: true }) });
    await expect(figure.getByRole("definition")).toHaveText(value);
  }
  await expect(voter.getByText("Votes on your own posts and comments don't count.")).toBeVisible();
  await expect(voter.getByText(/^Joined /)).toBeVisible();
  await expect(voter.getByRole("link", { name: "Edit profile" })).toHaveCount(0);
  await expect(card(voter, title)).toBeVisible();

  await voter.getByRole("link", { name: /^Comments/ }).click();
  await expect(voter).toHaveURL(/\?tab=comments$/);
  await voter.getByRole("link", { name: words }).click();
  await expect(voter).toHaveURL(new RegExp(`${path}/comments/`));
  await expect(comment(voter, words)).toBeVisible();
  await comment(voter, words).getByRole("link", { name: member.username }).click();
  await expect(voter).toHaveURL(new RegExp(`/u/${member.username}$`));
});

test("one's own page is in the user menu and leads to the settings", async ({ page, member }) => {
  await page.goto("/forum");
  await alive(page);
  await page.getByRole("button", { name: `Account menu of ${member.username}` }).click();
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page).toHaveURL(new RegExp(`/u/${member.username}$`));
  await expect(page.getByText("You haven't posted anything yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit profile" })).toHaveAttribute("href", "/settings");
});

test("any look of the name leads to the one address; a name that nobody has leads nowhere", async ({
  page,
  allowProblem,
}) => {
  allowProblem(/status of 404 /);
  for (const look of ["MARA_LINDQVIST", "mara-lindqvist", "rnara_Iindqvist"]) {
    const answer = await page.request.get(`/u/${look}?tab=comments`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([302, "/u/mara_lindqvist?tab=comments"]);
  }
  for (const name of ["nobody_is_called_so", "%00", "a".repeat(500), "%F0%9F%98%80"]) {
    const answer = await page.goto(`/u/${name}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
  }
});

for (const start of ["Anna Maria", "x.y", "Ωμέγα", "王小明"]) {
  test(`a name like “${start}” has a page, by a link and by its address`, async ({ page, openContext }) => {
    const ends = start === "x.y" ? ".data" : "";
    const digits = Date.now().toString().slice(-6);
    const username = `${start}${digits}${ends}`;
    const context = await openContext();
    const made = await makeMember(context, username);
    expect(made.username).toBe(username);
    const author = await context.newPage();
    const path = await makePost(author, { title: `By a name ${newName()}`, content: "Words." });
    await page.goto(path);
    await alive(page);
    await page.getByRole("article").getByRole("link", { name: username }).click();
    await expect(page.getByRole("heading", { level: 1, name: username })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: username })).toBeVisible();
  });
}

test("long lists are continued, with and without scripts", async ({ openContext, allowProblem }) => {
  // With scripts switched off the browser calls what it does not load refused.
  allowProblem(/request failed: .*\.js csp$/);
  const read = async (javaScriptEnabled: boolean) => {
    const page = await (await openContext({ javaScriptEnabled })).newPage();
    await page.goto("/u/mara_lindqvist?tab=comments");
    if (javaScriptEnabled) await alive(page);
    const items = page.getByRole("article");
    await expect(items).toHaveCount(20);
    await page.getByRole("link", { name: "Load More" }).click();
    if (javaScriptEnabled) await expect.poll(() => items.count()).toBeGreaterThan(20);
    else {
      await expect(page.getByText("You are further down the list.")).toBeVisible();
      await page.getByRole("link", { name: "Back to the start" }).click();
      await expect(items).toHaveCount(20);
    }
  };
  await read(true);
  await read(false);
});

test("a member's page has no accessibility fault and does not scroll sideways", async ({ openContext }) => {
  const context = await openContext(AXE_CONTEXT);
  const page = await context.newPage();
  for (const path of ["/u/mara_lindqvist", "/u/mara_lindqvist?tab=comments"]) {
    await page.goto(path);
    await alive(page);
    expect(await faultsAtWidths(page)).toEqual([]);
  }
});
