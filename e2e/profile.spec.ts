import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, sendForm, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

test("a member's page shows their name, posts, comments and karma", async ({
  plain,
  member,
  openContext,
}) => {
  const title = `By this member ${generateName()}`;
  const path = await createPost(plain, { title, content: "Text of the post." });
  const comment = `A comment ${generateName()}`;
  await sendForm(plain, path, new URLSearchParams({ intent: "comment", content: comment, parentId: "" }));
  const otherPage = new PlainPage(await openContext());
  await createMember(otherPage.context());
  await sendForm(otherPage, `${path}/vote`, new URLSearchParams({ vote: "1" }));

  await otherPage.goto(path);
  await otherPage.follow(otherPage.find("article").find("link", member.username));
  expect(otherPage.path).toBe(`/u/${member.username}`);
  expect(otherPage.find("h1").text).toBe(member.username);
  expect(otherPage.find("title").text).toContain(member.username);
  const figures = otherPage
    .find("main")
    .findAll("dl")
    .map(({ text }) => text);
  expect(figures.join()).toMatch(/Karma ?1.*Post ?1.*Comment ?1/);
  expect(otherPage.text).toContain("Members' votes on their own posts and comments don't count.");
  expect(otherPage.find("main").text).toMatch(/Joined /);
  expect(otherPage.findAll("link", "Edit profile")).toEqual([]);
  expect(otherPage.find("article").find("link", title)).toBeTruthy();

  await otherPage.follow(otherPage.find("main").find("link", /^Comments/));
  expect(otherPage.path).toMatch(/\?tab=comments$/);
  await otherPage.follow(comment);
  expect(otherPage.path).toMatch(new RegExp(`^${path}/comments/`));
  expect(otherPage.find("main").text).toContain(comment);
  await otherPage.follow(otherPage.find("listitem", { text: comment }).find("link", member.username));
  expect(otherPage.path).toBe(`/u/${member.username}`);
});

test("the account menu links to the member's own page, which links to the settings", async ({
  page,
  member,
}) => {
  await page.goto("/terms");
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: `Account menu: ${member.username}` }).click();
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page).toHaveURL(new RegExp(`/u/${member.username}$`));
  await expect(page.getByText("You haven't posted anything yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit profile" })).toHaveAttribute("href", "/settings");
});

test("lookalikes of a username redirect to the member's page; unknown usernames return 404", async ({
  plain,
}) => {
  for (const lookalike of ["MARA_LINDQVIST", "mara-lindqvist", "rnara_Iindqvist"]) {
    const response = await plain.request.get(`/u/${lookalike}?tab=comments`, { maxRedirects: 0 });
    expect([response.status(), response.headers().location]).toEqual([302, "/u/mara_lindqvist?tab=comments"]);
  }
  for (const name of ["no_such_member", "%00", "a".repeat(500), "%F0%9F%98%80"]) {
    await plain.goto(`/u/${name}`);
    expect([name, plain.status]).toEqual([name, 404]);
    expect(plain.text).toContain("Oops! Page not found");
  }
});

for (const [prefix, navigatesInPlace] of [
  ["Anna Maria", false],
  ["x.y", true],
  ["Ωμέγα", false],
  ["王小明", true],
] as const) {
  const condition = navigatesInPlace ? ", on a full page load and when navigating in place," : "";
  test(`a member's page opens${condition} if the username has spaces, dots or non-Latin letters: ${prefix}`, async ({
    plain,
  }) => {
    const suffix = prefix === "x.y" ? ".data" : "";
    const username = `${prefix}${Date.now().toString().slice(-6)}${suffix}`;
    await createMember(plain.context(), username);
    const path = await createPost(plain, { title: `By a name ${generateName()}`, content: "Text." });
    await plain.goto(path);
    await plain.follow(plain.find("article").find("link", username));
    expect(plain.find("h1").text).toBe(username);
    // When navigating in place, the page encodes the username and requests data at a URL that ends with .data.
    if (!navigatesInPlace) return;
    const page = await plain.context().newPage();
    await page.goto(path);
    await waitUntilInteractive(page);
    await page.getByRole("article").getByRole("link", { name: username }).click();
    await expect(page.getByRole("heading", { level: 1, name: username })).toBeVisible();
  });
}

test("a member's page is accessible and doesn't scroll sideways, and more of its long lists can be loaded, with and without JavaScript", async ({
  page,
  plain,
}) => {
  await page.goto("/u/mara_lindqvist?tab=comments");
  await waitUntilInteractive(page);
  expect(await findIssuesAtWidths(page)).toEqual([]);
  const items = page.getByRole("article");
  await expect(items).toHaveCount(20);
  await page.getByRole("link", { name: "Load More" }).click();
  await expect.poll(() => items.count()).toBeGreaterThan(20);
  await showScreen(page, "/u/mara_lindqvist");
  expect(await findIssuesAtWidths(page)).toEqual([]);

  await plain.goto("/u/mara_lindqvist?tab=comments");
  await plain.follow(plain.find("link", /^Load More/));
  expect(plain.text).toContain("You're partway through the list.");
  await plain.follow("Back to the start");
  expect(plain.findAll("article")).toHaveLength(20);
});
