import { buildUserPath, expect, sendSiteForm, signIn, test } from "./administration.ts";
import { generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";

// Browsers log every refused request to the console.
test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d .*\/admin/));

test("a temporary suspension is shown with its end and reason, and ends automatically", async ({
  plain,
  runStatement,
  admin: _,
  user,
  openContext,
}) => {
  await plain.goto(buildUserPath(user));
  await plain.submit("Suspend", { Duration: "3d", Reason: "Too many links" });
  const [, notice = ""] =
    /The user sees: (Your account is suspended until .* UTC\. Reason: Too many links)/.exec(plain.text) ?? [];
  expect(notice).not.toBe("");

  const userPage = new PlainPage(await openContext());
  await userPage.goto("/auth");
  await userPage.submit("Login", { Email: user.email, Password: user.password });
  expect(userPage.text).toContain(notice);
  // Simulate three days passing.
  await runStatement(
    "update auth.users set banned_until = banned_until - interval '3 days' where id = $1",
    user.id,
  );
  await userPage.submit("Login", { Password: user.password });
  userPage.find("button", `Account menu: ${user.username}`);
  await plain.goto(buildUserPath(user));
  plain.find("region", "Suspend");
  expect(plain.text).not.toContain(notice);
});

test("a member's posts are listed on the member's admin page and in the Content tab, and remain without the member's name when the account is deleted", async ({
  plain,
  site,
  admin: _,
  user,
  openContext,
}) => {
  await plain.goto(buildUserPath(user));
  expect(plain.find("region", "Newest posts").text).toContain("No posts yet.");
  expect(plain.find("region", "Newest comments").text).toContain("No comments yet.");
  const member = new PlainPage(await openContext());
  await signIn(site, member.context(), user);
  const title = `Remaining ${generateName()}`;
  for (const postTitle of [title, `Deleted ${title}`]) {
    const post = { intent: "post", title: postTitle, content: "W.", category: "ai" };
    expect((await sendSiteForm(member, site, "/create", post)).status()).toBe(302);
  }
  await member.goto("/forum?sort=new");
  const path = member.find("link", title).attribute("href") ?? "none";
  const commentResponse = await sendSiteForm(member, site, path, {
    intent: "comment",
    content: "Said **loudly**",
  });
  expect(commentResponse.status()).toBe(302);

  await plain.goto(`/admin?tab=content&q=${encodeURIComponent(`Deleted ${title}`)}`);
  await plain.submit("Delete");
  expect(plain.text).toContain("No matches.");
  await plain.goto(`/admin?q=${user.email}`);
  await plain.follow(`View ${user.username}`);
  plain.find("link", "1 post on their profile");
  const posts = plain.find("region", "Newest posts").findAll("listitem");
  expect(posts).toHaveLength(2);
  expect(posts[0]?.text).toMatch(new RegExp(`Deleted ${title}.*Deleted`));
  expect(posts[1]?.text).toContain("1 comment");
  expect(posts[1]?.text).not.toContain("Deleted");
  expect(posts[1]?.find("link", title).attribute("href")).toBe(path);
  expect(plain.find("region", "Newest comments").find("listitem").text).toContain(`Said loudlyon ${title}`);
  await plain.follow(`Deleted ${title}`);
  plain.find("button", `Restore: Deleted ${title}`);
  await plain.follow("Back to the user");
  await plain.follow("All posts");
  expect(plain.text).toContain(`Only posts by ${user.username}`);
  expect(plain.find("main").findAll("listitem", { text: title })).toHaveLength(1);
  await plain.follow(user.username);
  // The link returns to the list with its filter.
  await plain.follow("Back to Posts");
  expect(plain.text).toContain(`Only posts by ${user.username}`);

  await plain.goto(buildUserPath(user));
  expect(plain.find("field", /^Keep their posts and comments/).attribute("checked")).toBeDefined();
  await plain.submit("Delete account", { "To confirm, type": user.username });
  expect(plain.notice).toContain("Account deleted");
  await member.context().clearCookies();
  await member.goto(path);
  expect(member.find("h1").text).toBe(title);
  expect(member.text).toContain("Said loudly");
  expect(member.text.match(/Deleted member/g)).toHaveLength(2);
  expect(member.text).not.toContain(user.username);
});
