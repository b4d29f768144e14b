import { addAuthenticator, getAccountMenu, REFUSED } from "./accounts.ts";
import { ageSessions, buildUserPath, expect, getSection, signIn, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";

// Browsers log every refused request to the console.
test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d .*\/admin/));

test("an administrator finds the dashboard in the menu, its counts and the list of users", async ({
  page,
  admin,
  user,
}) => {
  await page.goto("/forum");
  await waitUntilInteractive(page);
  await getAccountMenu(page, admin.username).press("Enter");
  await page.getByRole("link", { name: "Admin dashboard" }).press("Enter");
  await expect(page).toHaveURL(/\/admin$/);
  for (const figure of ["Total Users", "Active Posts", "News Articles", "Reports", "Online Now", "Today"])
    await expect(page.getByRole("term").filter({ hasText: new RegExp(`^${figure}$`) })).toBeVisible();

  await page.getByLabel("Search users by name or email").fill(user.username.slice(3).toUpperCase());
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: user.email });
  await expect(row).toContainText("user");
  await expect(row).toContainText("0 karma");
  await expect(page).toHaveURL(/\?q=/);
  await page.getByRole("navigation", { name: "Filter by role" }).getByText("Administrators").click();
  await expect(page.getByText("No users match")).toBeVisible();
  await page.getByRole("link", { name: "Show all users" }).click();
  await page.getByRole("navigation", { name: "Sort" }).getByText("Name").click();
  await expect(page).toHaveURL(/sort=name/);
  await page.goto(`/admin?q=${user.email}`);
  await page.getByRole("link", { name: `Edit ${user.username}` }).click();
  await expect(page).toHaveURL(new RegExp(`${buildUserPath(user)}#edit$`));
  await expect(page.getByLabel("Username")).toHaveValue(user.username);
});

test("profile, role and email are changed, and each is logged", async ({ page, admin, user }) => {
  await page.goto(buildUserPath(user));
  await waitUntilInteractive(page);
  const profile = getSection(page, "Profile");
  await profile.getByLabel("Username").fill("x");
  await profile.getByRole("button", { name: "Save profile" }).click();
  await expect(profile.getByLabel("Username")).toBeFocused();
  await expect(profile.getByLabel("Username")).toHaveAttribute("aria-invalid", "true");
  const name = `${user.username}_b`;
  await profile.getByLabel("Username").fill(name);
  await profile.getByLabel("Bio").fill("Bridges, mostly.");
  await profile.getByLabel("Verified badge").check();
  await profile.getByLabel("Reason").fill("Asked by email");
  await profile.getByRole("button", { name: "Save profile" }).click();
  await expect(getToast(page, "Profile saved")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);

  await getSection(page, "Role").getByLabel("Role").selectOption("admin");
  await getSection(page, "Role").getByRole("button", { name: "Change role" }).click();
  await expect(getToast(page, "Role changed")).toBeVisible();
  const email = `moved-${user.email}`;
  await getSection(page, "Email").getByLabel("Email", { exact: true }).fill(email);
  await getSection(page, "Email").getByRole("button", { name: "Change email" }).click();
  await expect(getToast(page, "Email changed")).toBeVisible();

  await getSection(page, "Notes").getByLabel("New note").fill("Knows a lot about bridges.");
  await getSection(page, "Notes").getByRole("button", { name: "Add note" }).click();
  await expect(getSection(page, "Notes").getByRole("listitem")).toContainText("Knows a lot about bridges.");
  await expect(getSection(page, "Notes").getByLabel("New note")).toHaveValue("");

  const actions = getSection(page, "Admin actions on this account").getByRole("listitem");
  // The five actions of this test, and the account's creation by the service key.
  await expect(actions).toHaveCount(6);
  await expect(actions.last()).toContainText("service key created an account for");
  await expect(actions.nth(2)).toContainText(`${admin.username} changed the role of`);
  await page.goto("/admin?tab=log");
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: "Asked by email" }).first();
  await expect(line).toContainText(admin.username);
  await page.getByRole("navigation", { name: "Filter by kind" }).getByText("Sources").click();
  await expect(page.getByText("No actions of this kind yet.")).toBeVisible();
});

test("a suspension signs the user out, shows its reason, and can be ended", async ({
  page,
  site,
  admin: _admin,
  user,
  openContext,
  allowProblem,
}) => {
  allowProblem(REFUSED);
  const otherContext = await openContext();
  await signIn(site, otherContext, user);
  const tab = await otherContext.newPage();
  await tab.goto("/settings");
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Profile");

  await page.goto(buildUserPath(user));
  await waitUntilInteractive(page);
  await getSection(page, "Suspend").getByLabel("Duration").selectOption("forever");
  await getSection(page, "Suspend").getByLabel("Reason").fill("Ten links a minute");
  await getSection(page, "Suspend").getByRole("button", { name: "Suspend" }).click();
  await expect(getToast(page, "Suspended")).toBeVisible();
  await expect(
    page.getByText("Your account is suspended indefinitely. Reason: Ten links a minute"),
  ).toBeVisible();

  await tab.goto("/settings");
  await expect(tab).toHaveURL(/\/auth\?next=/);
  await waitUntilInteractive(tab);
  await tab.getByLabel("Email", { exact: true }).fill(user.email);
  await tab.getByLabel("Password").fill(user.password);
  await tab.getByRole("button", { name: "Login" }).click();
  await expect(getToast(tab, "Login failed")).toContainText(
    "Your account is suspended indefinitely. Reason: Ten links a minute",
  );
  expect((await site.waitForEmail(user.email)).subject).toBe("Your Lattice account is suspended");

  await page.goto("/admin?state=suspended");
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: user.email })).toContainText(
    "suspended",
  );
  await page.goto(buildUserPath(user));
  await waitUntilInteractive(page);
  await getSection(page, "Suspended").getByRole("button", { name: "End suspension" }).click();
  await expect(getToast(page, "Suspension ended")).toBeVisible();
  await tab.getByRole("button", { name: "Login" }).click();
  await expect(getAccountMenu(tab, user.username)).toBeVisible();
});

test("sessions are ended, two-factor authentication is reset, and an account is deleted with its content", async ({
  page,
  site,
  admin: _admin,
  user,
}) => {
  await addAuthenticator(site, user);
  await page.goto(buildUserPath(user));
  await waitUntilInteractive(page);
  const access = getSection(page, "Sessions and two-factor authentication");
  await expect(access.getByText("Two-factor authentication is on, with 1 authenticator app.")).toBeVisible();
  await access.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(getToast(page, "Signed out everywhere")).toBeVisible();
  await expect(access.getByText("Not signed in anywhere.")).toBeVisible();
  await access.getByRole("button", { name: "Turn off two-factor authentication" }).click();
  await expect(getToast(page, "Two-factor authentication turned off")).toBeVisible();
  await expect(access.getByText("Two-factor authentication is off")).toBeVisible();

  const deletion = getSection(page, "Delete this account");
  await deletion.getByLabel("Delete their posts and comments too").check();
  await deletion.getByLabel("To confirm, type").fill("someone else");
  await deletion.getByRole("button", { name: "Delete account" }).click();
  await expect(deletion.getByText("exactly as shown")).toBeVisible();
  await expect(deletion.getByLabel("Delete their posts and comments too")).toBeChecked();
  await deletion.getByLabel("To confirm, type").fill(user.username);
  await deletion.getByRole("button", { name: "Delete account" }).click();
  await expect(getToast(page, "Account deleted")).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto("/admin?tab=log&kind=member");
  await expect(
    page.getByRole("main").getByRole("listitem").filter({ hasText: user.username }).first(),
  ).toContainText("deleted the account of");
});

test("an action after ten minutes asks for the password in place, then continues with everything typed", async ({
  page,
  runStatement,
  admin,
  user,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  await page.goto(buildUserPath(user));
  await waitUntilInteractive(page);
  await ageSessions(runStatement, admin);
  const suspend = getSection(page, "Suspend");
  await suspend.getByLabel("Reason").fill("A long reason");
  await suspend.getByRole("button", { name: "Suspend" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(dialog).toContainText("confirm it's you before making this change.");
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await dialog.getByLabel("Your password").fill("not this one");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("Incorrect password.")).toBeVisible();
  // After canceling, everything is as before.
  await page.keyboard.press("Escape");
  await expect(suspend.getByLabel("Reason")).toHaveValue("A long reason");
  await suspend.getByRole("button", { name: "Suspend" }).click();
  await dialog.getByLabel("Your password").fill(admin.password);
  await dialog.getByLabel("Your password").press("Enter");
  await expect(getToast(page, "Suspended")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("A long reason").first()).toBeVisible();
});

test("an administrator with two-factor authentication has to verify it too", async ({
  page,
  site,
  runStatement,
  admin,
  user,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  const { recoveryCode } = await addAuthenticator(site, admin);
  await runStatement("update auth.sessions set aal = 'aal2' where user_id = $1", admin.id);
  await signIn(site, page.context(), admin);
  await runStatement("update auth.sessions set aal = 'aal2' where user_id = $1", admin.id);
  await page.goto(buildUserPath(user));
  await waitUntilInteractive(page);
  await getSection(page, "Role").getByLabel("Role").selectOption("admin");
  await getSection(page, "Role").getByRole("button", { name: "Change role" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Your password").fill(admin.password);
  await dialog.getByLabel("Verify with").selectOption({ label: "Recovery code" });
  await dialog.getByLabel("Recovery code", { exact: true }).fill(recoveryCode);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(getToast(page, "Role changed")).toBeVisible();
});

test("an administrator's own page has no forms that belong to the settings, and the last administrator can't be demoted or deleted", async ({
  page,
  admin,
  runStatement,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d .*\/settings\/data/);
  await page.goto(buildUserPath(admin));
  await expect(page.getByText("This is your account")).toBeVisible();
  for (const title of ["Suspend", "Delete this account", "Email"])
    await expect(getSection(page, title)).toHaveCount(0);
  await runStatement("update public.user_roles set role = 'user' where user_id <> $1", admin.id);
  await waitUntilInteractive(page);
  const role = getSection(page, "Role");
  await role.getByLabel("Role").selectOption("user");
  await role.getByLabel("Reason").fill("Enough of it");
  await role.getByRole("button", { name: "Change role" }).click();
  await expect(role.getByRole("alert")).toContainText("Make someone else an administrator first.");
  await expect(role.getByLabel("Role")).toHaveValue("user");
  await expect(role.getByLabel("Reason")).toHaveValue("Enough of it");

  await page.goto("/settings/data");
  await waitUntilInteractive(page);
  await page.getByLabel("Your password").fill(admin.password);
  await page.getByLabel(/type your username/).fill(admin.username);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(
    page.getByText("Make someone else an administrator before you delete your account."),
  ).toBeVisible();
  await expect(page.getByLabel(/type your username/)).toHaveValue(admin.username);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin dashboard");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ allowProblem }) => allowProblem(/request failed: .*\.js csp$/));

  test("the list, an action and the sign-in before it are plain forms", async ({
    page,
    runStatement,
    admin,
    user,
    allowProblem,
  }) => {
    allowProblem(/status of 4\d\d /);
    await page.goto("/admin");
    await page.getByLabel("Search users by name or email").fill(user.email);
    await page.getByLabel("Search users by name or email").press("Enter");
    await page.getByRole("link", { name: `View ${user.username}` }).click();
    await ageSessions(runStatement, admin);
    await getSection(page, "Suspend").getByLabel("Duration").selectOption("90d");
    await getSection(page, "Suspend").getByLabel("Reason").fill("Shown without JavaScript");
    await getSection(page, "Suspend").getByRole("button", { name: "Suspend" }).click();
    const suspend = getSection(page, "Suspend");
    await expect(suspend.getByText("confirm it's you before making this change.")).toBeVisible();
    await expect(suspend.getByLabel("Reason")).toHaveValue("Shown without JavaScript");
    await expect(suspend.getByLabel("Duration")).toHaveValue("90d");
    await suspend.getByLabel("Your password").fill(admin.password);
    await suspend.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Shown without JavaScript").first()).toBeVisible();
    await expect(page.getByText("The user has been signed out and notified of the reason.")).toBeVisible();
  });
});

test("the screens are accessible and fit", async ({
  openContext,
  site,
  runStatement,
  admin,
  user,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  const context = await openContext();
  await signIn(site, context, admin);
  const page = await context.newPage();
  await page.goto(buildUserPath(user));
  await waitUntilInteractive(page);
  await getSection(page, "Notes")
    .getByLabel("New note")
    .fill(`A note with averylongword${"abcdefghij".repeat(12)}`);
  await getSection(page, "Notes").getByRole("button", { name: "Add note" }).click();
  await expect(getToast(page, "Note saved")).toBeVisible();
  for (const url of [
    "/admin",
    "/admin?q=qqxx",
    "/admin?tab=log",
    buildUserPath(user),
    buildUserPath(admin),
  ]) {
    await page.goto(url);
    await waitUntilInteractive(page);
    expect(await findIssuesAtWidths(page), url).toEqual([]);
  }
  await ageSessions(runStatement, admin);
  await page.goto(buildUserPath(user));
  await waitUntilInteractive(page);
  await getSection(page, "Role").getByRole("button", { name: "Change role" }).click();
  await expect(page.getByRole("dialog", { name: "Confirm it's you" })).toBeVisible();
  expect(await findIssuesAtWidths(page), "sign in again").toEqual([]);
});
