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
  const reply = `A reply ${generateName()}`;
  await sendForm(plain, path, new URLSearchParams({ intent: "comment", content: reply, parentId: "" }));
  const reader = new PlainPage(await openContext());
  await createMember(reader.context());
  await sendForm(reader, `${path}/vote`, new URLSearchParams({ vote: "1" }));

  await reader.goto(path);
  await reader.follow(reader.find("article").find("link", member.username));
  expect(reader.path).toBe(`/u/${member.username}`);
  expect(reader.find("h1").text).toBe(member.username);
  expect(reader.find("title").text).toContain(member.username);
  const figures = reader
    .find("main")
    .findAll("dl")
    .map(({ text }) => text);
  expect(figures.join()).toMatch(/Karma ?1.*Post ?1.*Comment ?1/);
  expect(reader.text).toContain("Members' votes on their own posts and comments don't count.");
  expect(reader.find("main").text).toMatch(/Joined /);
  expect(reader.findAll("link", "Edit profile")).toEqual([]);
  expect(reader.find("article").find("link", title)).toBeTruthy();

  await reader.follow(reader.find("main").find("link", /^Comments/));
  expect(reader.path).toMatch(/\?tab=comments$/);
  await reader.follow(reply);
  expect(reader.path).toMatch(new RegExp(`^${path}/comments/`));
  expect(reader.find("main").text).toContain(reply);
  await reader.follow(reader.find("listitem", { text: reply }).find("link", member.username));
  expect(reader.path).toBe(`/u/${member.username}`);
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

test("lookalikes of a name redirect to the member's page; unknown names return 404", async ({ plain }) => {
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

for (const prefix of ["Anna Maria", "x.y", "Ωμέγα", "王小明"])
  test(`members' pages open, also in place, if the name has spaces, dots or letters of other alphabets: ${prefix}`, async ({
    plain,
  }) => {
    const suffix = prefix === "x.y" ? ".data" : "";
    const username = `${prefix}${Date.now().toString().slice(-6)}${suffix}`;
    await createMember(plain.context(), username);
    const path = await createPost(plain, { title: `By a name ${generateName()}`, content: "Text." });
    await plain.goto(path);
    await plain.follow(plain.find("article").find("link", username));
    expect(plain.find("h1").text).toBe(username);
    // Scripts encode the name and request its page's data at a URL that ends with .data.
    if (prefix !== "x.y" && prefix !== "王小明") return;
    const page = await plain.context().newPage();
    await page.goto(path);
    await waitUntilInteractive(page);
    await page.getByRole("article").getByRole("link", { name: username }).click();
    await expect(page.getByRole("heading", { level: 1, name: username })).toBeVisible();
  });

test("a member's page is accessible and doesn't scroll sideways, and its long lists can be continued, with and without JavaScript", async ({
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
