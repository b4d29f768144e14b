import { createPerson, getAccountMenu, REFUSED } from "./accounts.ts";
import { expect, section, send, signIn, test, userPage } from "./administration.ts";
import { toastWith, waitUntilInteractive } from "./forum.ts";
import { newName } from "./members.ts";

// Browsers log every refused request to the console.
test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d .*\/admin/));

test("an administrator demoted while the form is open is denied", async ({
  page,
  site,
  ask,
  admin,
  person,
  openContext,
}) => {
  const other = await createPerson(site);
  await ask("update public.user_roles set role = 'admin' where user_id = $1", other.id);
  const theirs = await openContext();
  await signIn(site, theirs, other);
  await page.goto(userPage(person));
  await waitUntilInteractive(page);
  const suspend = section(page, "Suspend");
  await suspend.getByLabel("Reason").fill("Written as admin");
  const answer = await send(await theirs.newPage(), site, userPage(admin), { intent: "role", role: "user" });
  expect(answer.status()).toBe(302);
  await suspend.getByRole("button", { name: "Suspend" }).click();
  await expect(suspend.getByRole("alert")).toHaveText(
    "Access Denied. You need administrator privileges to access this page.",
  );
  await expect(suspend.getByLabel("Reason")).toHaveValue("Written as admin");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
  const look = await theirs.newPage();
  await look.goto(userPage(person));
  await expect(section(look, "Suspend")).toBeVisible();
  await expect(look.getByText("Written as admin")).toHaveCount(0);
});

test("a temporary suspension is shown with its end and reason, and ends automatically", async ({
  page,
  ask,
  admin: _admin,
  person,
  openContext,
  allowProblem,
}) => {
  allowProblem(REFUSED);
  await page.goto(userPage(person));
  await waitUntilInteractive(page);
  const suspend = section(page, "Suspend");
  await suspend.getByLabel("Duration").selectOption("3d");
  await suspend.getByLabel("Reason").fill("Too many links");
  await suspend.getByRole("button", { name: "Suspend" }).click();
  const notice = page.getByText(
    /^The user sees: Your account is suspended until .* UTC\. Reason: Too many links$/,
  );
  await expect(notice).toBeVisible();
  const words = (await notice.innerText()).replace("The user sees: ", "");

  const tab = await (await openContext()).newPage();
  await tab.goto("/auth");
  await waitUntilInteractive(tab);
  await tab.getByLabel("Email", { exact: true }).fill(person.email);
  await tab.getByLabel("Password").fill(person.password);
  await tab.getByRole("button", { name: "Login" }).click();
  await expect(toastWith(tab, "Login failed")).toContainText(words);
  // Simulate three days passing.
  await ask("update auth.users set banned_until = banned_until - interval '3 days' where id = $1", person.id);
  await tab.getByRole("button", { name: "Login" }).click();
  await expect(getAccountMenu(tab, person.username)).toBeVisible();
  await page.reload();
  await expect(section(page, "Suspend")).toBeVisible();
  await expect(notice).toHaveCount(0);

  // Of two messages about the same thing, only the newer remains.
  await waitUntilInteractive(page);
  await suspend.getByLabel("Reason").fill("By mistake");
  await suspend.getByRole("button", { name: "Suspend" }).click();
  await expect(toastWith(page, "Suspended")).toBeVisible();
  await section(page, "Suspended").getByRole("button", { name: "End suspension" }).click();
  await expect(toastWith(page, "Suspension ended")).toBeVisible();
  expect(await toastWith(page, "Suspended").count()).toBe(0);
});

test("a member's posts are listed on their page and in the Content tab, and stay without a name when the account is deleted", async ({
  page,
  site,
  admin: _admin,
  person,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 404 /);
  await page.goto(userPage(person));
  await expect(section(page, "Newest posts")).toContainText("No posts yet.");
  await expect(section(page, "Newest comments")).toContainText("No comments yet.");
  const theirs = await openContext();
  await signIn(site, theirs, person);
  const tab = await theirs.newPage();
  const title = `Kept ${newName()}`;
  for (const words of [title, `Gone ${title}`]) {
    const post = { intent: "post", title: words, content: "W.", category: "ai" };
    expect((await send(tab, site, "/create", post)).status()).toBe(302);
  }
  await tab.goto("/forum?sort=new");
  const path = (await tab.getByRole("link", { name: title, exact: true }).getAttribute("href")) ?? "none";
  const said = await send(tab, site, path, { intent: "comment", content: "Said **loudly**" });
  expect(said.status()).toBe(302);

  await page.goto(`/admin?tab=content&q=${encodeURIComponent(`Gone ${title}`)}`);
  await waitUntilInteractive(page);
  await page.getByLabel(`Delete: Gone ${title}`).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Nothing matches.")).toBeVisible();
  await page.goto(`/admin?q=${person.email}`);
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: `View ${person.username}` }).click();
  const lines = section(page, "Newest posts").getByRole("listitem");
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText(`Gone ${title}`);
  await expect(lines.first().getByText("Deleted", { exact: true })).toBeVisible();
  await expect(lines.last()).toContainText("1 comment");
  await expect(lines.last().getByText("Deleted", { exact: true })).toHaveCount(0);
  await expect(lines.last().getByRole("link", { name: title })).toHaveAttribute("href", path);
  await expect(section(page, "Newest comments").getByRole("listitem")).toContainText(
    `Said loudlyon ${title}`,
  );
  await lines
    .first()
    .getByRole("link", { name: `Gone ${title}` })
    .click();
  await expect(page.getByRole("button", { name: `Restore: Gone ${title}` })).toBeVisible();
  await page.getByRole("link", { name: "Back to the user" }).click();
  await section(page, "Newest posts").getByRole("link", { name: "All posts" }).click();
  await expect(page.getByText(`Only posts by ${person.username}`)).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: title })).toHaveCount(1);
  await page.getByRole("link", { name: person.username, exact: true }).first().click();
  // Back to the list with its filter.
  await page.getByRole("link", { name: "Back to Posts" }).click();
  await expect(page.getByText(`Only posts by ${person.username}`)).toBeVisible();

  await page.goto(userPage(person));
  await waitUntilInteractive(page);
  const deletion = section(page, "Delete this account");
  await expect(deletion.getByLabel("Keep their posts and comments")).toBeChecked();
  await deletion.getByLabel("To confirm, type").fill(person.username);
  await deletion.getByRole("button", { name: "Delete account" }).click();
  await expect(toastWith(page, "Account deleted")).toBeVisible();
  const visitor = await (await openContext()).newPage();
  await visitor.goto(path);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(visitor.getByText("Said loudly")).toBeVisible();
  await expect(visitor.getByText("Deleted member")).toHaveCount(2);
  await expect(visitor.getByText(person.username)).toHaveCount(0);
});
