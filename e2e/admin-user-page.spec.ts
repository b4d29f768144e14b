import { createUser, getAccountMenu, REFUSED } from "./accounts.ts";
import { buildUserPath, expect, getSection, sendAdminForm, signIn, test } from "./administration.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";

// Browsers log every refused request to the console.
test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d .*\/admin/));

test("an administrator demoted while the form is open is denied", async ({
  page,
  site,
  runStatement,
  admin,
  user,
  openContext,
}) => {
  const other = await createUser(site);
  await runStatement("update public.user_roles set role = 'admin' where user_id = $1", other.id);
  const otherContext = await openContext();
  await signIn(site, otherContext, other);
  await page.goto(buildUserPath(user));
  await waitUntilInteractive(page);
  const suspend = getSection(page, "Suspend");
  await suspend.getByLabel("Reason").fill("Written as admin");
  const response = await sendAdminForm(await otherContext.newPage(), site, buildUserPath(admin), {
    intent: "role",
    role: "user",
  });
  expect(response.status()).toBe(302);
  await suspend.getByRole("button", { name: "Suspend" }).click();
  await expect(suspend.getByRole("alert")).toHaveText(
    "Access Denied. You need administrator privileges to access this page.",
  );
  await expect(suspend.getByLabel("Reason")).toHaveValue("Written as admin");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
  const otherPage = await otherContext.newPage();
  await otherPage.goto(buildUserPath(user));
  await expect(getSection(otherPage, "Suspend")).toBeVisible();
  await expect(otherPage.getByText("Written as admin")).toHaveCount(0);
});

test("a temporary suspension is shown with its end and reason, and ends automatically", async ({
  page,
  runStatement,
  admin: _admin,
  user,
  openContext,
  allowProblem,
}) => {
  allowProblem(REFUSED);
  await page.goto(buildUserPath(user));
  await waitUntilInteractive(page);
  const suspend = getSection(page, "Suspend");
  await suspend.getByLabel("Duration").selectOption("3d");
  await suspend.getByLabel("Reason").fill("Too many links");
  await suspend.getByRole("button", { name: "Suspend" }).click();
  const notice = page.getByText(
    /^The user sees: Your account is suspended until .* UTC\. Reason: Too many links$/,
  );
  await expect(notice).toBeVisible();
  const text = (await notice.innerText()).replace("The user sees: ", "");

  const tab = await (await openContext()).newPage();
  await tab.goto("/auth");
  await waitUntilInteractive(tab);
  await tab.getByLabel("Email", { exact: true }).fill(user.email);
  await tab.getByLabel("Password").fill(user.password);
  await tab.getByRole("button", { name: "Login" }).click();
  await expect(getToast(tab, "Login failed")).toContainText(text);
  // Simulate three days passing.
  await runStatement(
    "update auth.users set banned_until = banned_until - interval '3 days' where id = $1",
    user.id,
  );
  await tab.getByRole("button", { name: "Login" }).click();
  await expect(getAccountMenu(tab, user.username)).toBeVisible();
  await page.reload();
  await expect(getSection(page, "Suspend")).toBeVisible();
  await expect(notice).toHaveCount(0);

  // A newer toast about the same suspension replaces the older one.
  await waitUntilInteractive(page);
  await suspend.getByLabel("Reason").fill("By mistake");
  await suspend.getByRole("button", { name: "Suspend" }).click();
  await expect(getToast(page, "Suspended")).toBeVisible();
  await getSection(page, "Suspended").getByRole("button", { name: "End suspension" }).click();
  await expect(getToast(page, "Suspension ended")).toBeVisible();
  expect(await getToast(page, "Suspended").count()).toBe(0);
});

test("a member's posts are listed on their page and in the Content tab, and remain without a name when the account is deleted", async ({
  page,
  site,
  admin: _admin,
  user,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 404 /);
  await page.goto(buildUserPath(user));
  await expect(getSection(page, "Newest posts")).toContainText("No posts yet.");
  await expect(getSection(page, "Newest comments")).toContainText("No comments yet.");
  const otherContext = await openContext();
  await signIn(site, otherContext, user);
  const tab = await otherContext.newPage();
  const title = `Remaining ${generateName()}`;
  for (const postTitle of [title, `Deleted ${title}`]) {
    const post = { intent: "post", title: postTitle, content: "W.", category: "ai" };
    expect((await sendAdminForm(tab, site, "/create", post)).status()).toBe(302);
  }
  await tab.goto("/forum?sort=new");
  const path = (await tab.getByRole("link", { name: title, exact: true }).getAttribute("href")) ?? "none";
  const posted = await sendAdminForm(tab, site, path, { intent: "comment", content: "Said **loudly**" });
  expect(posted.status()).toBe(302);

  await page.goto(`/admin?tab=content&q=${encodeURIComponent(`Deleted ${title}`)}`);
  await waitUntilInteractive(page);
  await page.getByLabel(`Delete: Deleted ${title}`).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("No matches.")).toBeVisible();
  await page.goto(`/admin?q=${user.email}`);
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: `View ${user.username}` }).click();
  const lines = getSection(page, "Newest posts").getByRole("listitem");
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText(`Deleted ${title}`);
  await expect(lines.first().getByText("Deleted", { exact: true })).toBeVisible();
  await expect(lines.last()).toContainText("1 comment");
  await expect(lines.last().getByText("Deleted", { exact: true })).toHaveCount(0);
  await expect(lines.last().getByRole("link", { name: title })).toHaveAttribute("href", path);
  await expect(getSection(page, "Newest comments").getByRole("listitem")).toContainText(
    `Said loudlyon ${title}`,
  );
  await lines
    .first()
    .getByRole("link", { name: `Deleted ${title}` })
    .click();
  await expect(page.getByRole("button", { name: `Restore: Deleted ${title}` })).toBeVisible();
  await page.getByRole("link", { name: "Back to the user" }).click();
  await getSection(page, "Newest posts").getByRole("link", { name: "All posts" }).click();
  await expect(page.getByText(`Only posts by ${user.username}`)).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: title })).toHaveCount(1);
  await page.getByRole("link", { name: user.username, exact: true }).first().click();
  // Return to the list with its filter.
  await page.getByRole("link", { name: "Back to Posts" }).click();
  await expect(page.getByText(`Only posts by ${user.username}`)).toBeVisible();

  await page.goto(buildUserPath(user));
  await waitUntilInteractive(page);
  const deletion = getSection(page, "Delete this account");
  await expect(deletion.getByLabel("Keep their posts and comments")).toBeChecked();
  await deletion.getByLabel("To confirm, type").fill(user.username);
  await deletion.getByRole("button", { name: "Delete account" }).click();
  await expect(getToast(page, "Account deleted")).toBeVisible();
  const visitor = await (await openContext()).newPage();
  await visitor.goto(path);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(visitor.getByText("Said loudly")).toBeVisible();
  await expect(visitor.getByText("Deleted member")).toHaveCount(2);
  await expect(visitor.getByText(user.username)).toHaveCount(0);
});
