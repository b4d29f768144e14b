import { addAuthenticatorApp, createUser, getAccountMenu } from "./accounts.ts";
import { ageSessions, buildUserPath, expect, getSection, signIn, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

// Browsers log every refused request to the console.
test.beforeEach(({ allowProblem }) => allowProblem(/status of 4\d\d .*\/admin/));

test("an administrator finds the dashboard in the menu, sees its counts, finds a user in the list and suspends them, on accessible pages that fit every width", async ({
  page,
  site,
  runStatement,
  admin,
  user,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  await page.goto("/terms");
  await waitUntilInteractive(page);
  await getAccountMenu(page, admin.username).press("Enter");
  await page.getByRole("link", { name: "Admin dashboard" }).press("Enter");
  await expect(page).toHaveURL(/\/admin$/);
  for (const figure of ["Total Users", "Active Posts", "News Articles", "Reports", "Online Now", "Today"])
    await expect(page.getByRole("term").filter({ hasText: new RegExp(`^${figure}$`) })).toBeVisible();

  expect(await findIssuesAtWidths(page)).toEqual([]);
  await page.getByLabel("Search users by name or email").fill(user.username.slice(3).toUpperCase());
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: user.email });
  await expect(row).toContainText("user");
  await expect(row).toContainText("0 karma");
  const karma = await row.locator("span", { hasText: "0 karma" }).first().boundingBox();
  const joinDate = await row.locator("time").boundingBox();
  expect((joinDate?.x ?? 0) - (karma?.x ?? 0) - (karma?.width ?? 0)).toBeGreaterThan(32);
  await expect(page).toHaveURL(/\?q=/);
  await page.getByRole("navigation", { name: "Filter by role" }).getByText("Administrators").click();
  await expect(page.getByText("No users match")).toBeVisible();
  await page.getByRole("link", { name: "Show all users" }).click();
  await page.getByRole("navigation", { name: "Sort" }).getByText("Name").click();
  await expect(page).toHaveURL(/sort=name/);
  await showScreen(page, `/admin?q=${encodeURIComponent(user.email)}`);
  await page.getByRole("link", { name: `Edit ${user.username}` }).click();
  await expect(page).toHaveURL(new RegExp(`${buildUserPath(user)}#edit$`));
  await expect(page.getByLabel("Username")).toHaveValue(user.username);
  await page.setViewportSize({ width: 320, height: 720 });
  const readHeight = async (label: string) =>
    (await page.getByRole("main").getByText(label, { exact: true }).boundingBox())?.height;
  expect(await readHeight("Comments"), "on one line").toBe(await readHeight("Posts"));
  await page.setViewportSize({ width: 1280, height: 720 });

  await test.step("an invalid profile is refused at its field; after ten minutes, an action asks for the password in place and then continues with everything typed", async () => {
    const profile = getSection(page, "Profile");
    await profile.getByLabel("Username").fill("x");
    await profile.getByRole("button", { name: "Save profile" }).click();
    await expect(profile.getByLabel("Username")).toBeFocused();
    await expect(profile.getByLabel("Username")).toHaveAttribute("aria-invalid", "true");
    const notes = getSection(page, "Notes");
    await notes.getByLabel("New note").fill(`A note with averylongword${"abcdefghij".repeat(12)}`);
    await notes.getByRole("button", { name: "Add note" }).click();
    await expect(getToast(page, "Note saved")).toBeVisible();
    await expect(notes.getByLabel("New note")).toHaveValue("");
    expect(await findIssuesAtWidths(page)).toEqual([]);

    await ageSessions(runStatement, admin);
    const suspend = getSection(page, "Suspend");
    await suspend.getByLabel("Reason").fill("A long reason");
    await suspend.getByRole("button", { name: "Suspend" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
    await expect(dialog).toContainText("confirm it's you before you continue.");
    await expect(dialog.getByLabel("Your password")).toBeFocused();
    expect(await findIssuesAtWidths(page), "confirm it's you").toEqual([]);
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

  await test.step("the log, an empty list and an administrator's own page are accessible and fit the screen", async () => {
    for (const path of ["/admin?q=qqxx", "/admin?tab=log", buildUserPath(admin)]) {
      await showScreen(page, path);
      expect(await findIssuesAtWidths(page), path).toEqual([]);
    }
  });

  await test.step("only the newer of two toasts about the same target remains, and an administrator who is demoted while the form is open is refused", async () => {
    await showScreen(page, buildUserPath(user));
    const suspend = getSection(page, "Suspend");
    const endSuspension = () =>
      getSection(page, "Suspended").getByRole("button", { name: "End suspension" }).click();
    await endSuspension();
    await expect(getToast(page, "Suspension ended")).toBeVisible();
    await suspend.getByLabel("Reason").fill("By mistake");
    await suspend.getByRole("button", { name: "Suspend" }).click();
    await expect(getToast(page, "Suspended")).toBeVisible();
    expect(await getToast(page, "Suspension ended").count()).toBe(0);
    await endSuspension();

    const otherAdmin = await createUser(site);
    await runStatement("update public.user_roles set role = 'admin' where user_id = $1", otherAdmin.id);
    const otherPage = new PlainPage(await openContext());
    await signIn(site, otherPage.context(), otherAdmin);
    await suspend.getByLabel("Reason").fill("Written as admin");
    await otherPage.goto(buildUserPath(admin));
    await otherPage.submit("Change role", { Role: "user" });
    await suspend.getByRole("button", { name: "Suspend" }).click();
    await expect(suspend.getByRole("alert")).toHaveText(
      "Access Denied. You need administrator privileges to access this page.",
    );
    await expect(suspend.getByLabel("Reason")).toHaveValue("Written as admin");
    const reloadedPage = new PlainPage(page.context());
    await reloadedPage.goto(buildUserPath(user));
    expect(reloadedPage.find("h1").text).toBe("Access Denied");
    await otherPage.goto(buildUserPath(user));
    otherPage.find("region", "Suspend");
    expect(otherPage.text).not.toContain("Written as admin");
  });
});

test("profile, role and email are changed, and each is logged", async ({ plain, admin, user }) => {
  await plain.goto(buildUserPath(user));
  const name = `${user.username}_b`;
  await plain.submit("Save profile", {
    Username: name,
    Bio: "Bridges, mostly.",
    "Verified badge": true,
    Reason: "Asked by email",
  });
  expect(plain.notice).toContain("Profile saved");
  expect(plain.find("h1").text).toBe(name);
  await plain.submit("Change role", { Role: "admin" });
  expect(plain.notice).toContain("Role changed");
  await plain.submit("Change email", { Email: `moved-${user.email}` });
  expect(plain.notice).toContain("Email changed");
  await plain.submit("Add note", { "New note": "Knows a lot about bridges." });
  expect(plain.find("region", "Notes").find("listitem").text).toContain("Knows a lot about bridges.");

  const actions = plain.find("region", "Admin actions on this account").findAll("listitem");
  // This test's actions (saving the profile counts as two), and the account's creation with the service key.
  expect(actions).toHaveLength(6);
  expect(actions[5]?.text).toContain("service key created an account for");
  expect(actions[2]?.text).toContain(`${admin.username} changed the role of`);
  await plain.goto("/admin?tab=log");
  expect(plain.find("main").find("listitem", { text: "Asked by email" }).text).toContain(admin.username);
  await plain.follow(plain.find("navigation", "Filter by kind").find("link", "Sources"));
  expect(plain.text).toContain("No actions of this kind yet.");
});

test("a suspension signs the user out, shows its reason, and can be ended", async ({
  plain,
  site,
  admin: _,
  user,
  openContext,
}) => {
  const userPage = new PlainPage(await openContext());
  await signIn(site, userPage.context(), user);
  await userPage.goto("/settings");
  expect(userPage.find("h1").text).toBe("Profile");

  await plain.goto(buildUserPath(user));
  await plain.submit("Suspend", { Duration: "forever", Reason: "Ten links a minute" });
  expect(plain.notice).toContain("Suspended");
  const message = "Your account is suspended indefinitely. Reason: Ten links a minute";
  expect(plain.find("main").text).toContain(message);

  await userPage.goto("/settings");
  expect(userPage.path).toBe("/auth?next=%2Fsettings");
  await userPage.submit("Login", { Email: user.email, Password: user.password });
  expect(userPage.text).toContain(message);
  expect((await site.waitForEmail(user.email)).subject).toBe("Your Lattice account is suspended");

  await plain.goto("/admin?state=suspended");
  expect(plain.find("main").find("listitem", { text: user.email }).text).toContain("suspended");
  await plain.goto(buildUserPath(user));
  await plain.submit("End suspension");
  expect(plain.notice).toContain("Suspension ended");
  await userPage.submit("Login", { Password: user.password });
  userPage.find("button", `Account menu: ${user.username}`);
});

test("sessions are ended, two-factor authentication is reset, and an account is deleted with its content", async ({
  plain,
  site,
  admin: _,
  user,
}) => {
  await addAuthenticatorApp(site, user);
  await plain.goto(buildUserPath(user));
  const readAccess = () => plain.find("region", "Sessions and two-factor authentication").text;
  expect(readAccess()).toContain("Two-factor authentication is on, with 1 authenticator app.");
  await plain.submit("Sign out everywhere");
  expect(plain.notice).toContain("Signed out everywhere");
  expect(readAccess()).toContain("Not signed in anywhere.");
  await plain.submit("Turn off two-factor authentication");
  expect(plain.notice).toContain("Two-factor authentication turned off");
  expect(readAccess()).toContain("Two-factor authentication is off");

  await plain.submit("Delete account", {
    "Delete their posts and comments too": true,
    "To confirm, type": "someone else",
  });
  const deletion = plain.find("region", "Delete this account");
  expect(deletion.text).toContain("exactly as shown");
  expect(deletion.find("field", /^Delete their/).attribute("checked")).toBeDefined();
  await plain.submit("Delete account", { "To confirm, type": user.username });
  expect(plain.notice).toContain("Account deleted");
  expect(plain.path).toBe("/admin");
  await plain.goto("/admin?tab=log&kind=member");
  expect(plain.find("main").find("listitem", { text: user.username }).text).toContain(
    "deleted the account of",
  );
});

test("without JavaScript, the list, an action and its step-up are plain forms", async ({
  plain,
  runStatement,
  admin,
  user,
}) => {
  await plain.goto("/admin");
  const search = plain.find("field", "Search users by name or email");
  await plain.submit(search.form, { [search.name]: user.email });
  await plain.follow(`View ${user.username}`);
  await ageSessions(runStatement, admin);
  await plain.submit("Suspend", { Duration: "90d", Reason: "Shown without JavaScript" });
  const suspend = plain.find("region", "Suspend");
  expect(suspend.text).toContain("confirm it's you before you continue.");
  expect(suspend.find("field", "Reason").value).toBe("Shown without JavaScript");
  expect(suspend.find("field", "Duration").value).toBe("90d");
  await plain.submit("Continue", { "Your password": admin.password });
  expect(plain.text).toContain("Shown without JavaScript");
  expect(plain.notice).toContain(
    "The user has been signed out. They'll see the reason if they try to sign in.",
  );
});

test("an administrator with two-factor authentication also has to enter a code", async ({
  plain,
  site,
  runStatement,
  admin,
  user,
}) => {
  const { recoveryCode } = await addAuthenticatorApp(site, admin);
  await signIn(site, plain.context(), admin);
  await runStatement("update auth.sessions set aal = 'aal2' where user_id = $1", admin.id);
  await plain.goto(buildUserPath(user));
  await plain.submit("Change role", { Role: "admin" });
  await plain.submit("Continue", {
    "Your password": admin.password,
    "Verify with": "Recovery code",
    Code: recoveryCode,
  });
  expect(plain.notice).toContain("Role changed");
});

test("administrators can't suspend or delete themselves on their own admin page, and the last administrator can't be demoted or deleted", async ({
  plain,
  admin,
  runStatement,
}) => {
  await plain.goto(buildUserPath(admin));
  expect(plain.text).toContain("This is your account");
  for (const title of ["Suspend", "Delete this account", "Email"])
    expect(plain.findAll("region", title)).toHaveLength(0);
  await runStatement("update public.user_roles set role = 'user' where user_id <> $1", admin.id);
  await plain.submit("Change role", { Role: "user", Reason: "Enough of it" });
  const role = plain.find("region", "Role");
  expect(role.find("alert").text).toContain("Make someone else an administrator first.");
  expect(role.find("field", "Role").value).toBe("user");
  expect(role.find("field", "Reason").value).toBe("Enough of it");

  await plain.goto("/settings/data");
  const usernameLabel = plain.find("field", /type your username/).name;
  await plain.submit("Delete my account", {
    "Your password": admin.password,
    [usernameLabel]: admin.username,
  });
  expect(plain.text).toContain("Make someone else an administrator before you delete your account.");
  expect(plain.find("field", usernameLabel).value).toBe(admin.username);
  await plain.goto("/admin");
  expect(plain.find("h1").text).toBe("Admin dashboard");
});
