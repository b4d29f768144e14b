import type { Page } from "@playwright/test";
import { configureSite, createUser, getAccountMenu } from "./accounts.ts";
import { expect, getSection, signIn, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";

// A dedicated site, because tests change who can sign up.
configureSite({});

const ENDED = /status of 4(04|10)/;
/** What the browser reports for each script while JavaScript is off. */
const NO_SCRIPTS = /request failed: .*\.js csp$/;

/** Creates a link on an invitations page and returns its path. */
async function createLink(page: Page, { label = "", uses = "10" } = {}): Promise<string> {
  const section = getSection(page, "Create a link");
  await section.getByLabel("Label").fill(label);
  await section.getByLabel("Uses").fill(uses);
  await section.getByRole("button", { name: "Create link" }).click();
  const field = section.getByLabel("Invitation link");
  await expect(field).toBeVisible();
  return new URL(await field.inputValue()).pathname;
}

async function openInvitations(page: Page): Promise<void> {
  await page.goto("/admin/invitations");
  await waitUntilInteractive(page);
}

const getRow = (page: Page, name: string) =>
  page
    .getByRole("region", { name: /invitations$/ })
    .getByRole("listitem")
    .filter({ hasText: name });

async function fillRegistration(page: Page, { username, email }: { username: string; email: string }) {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("seven green lamps");
  await page.getByRole("button", { name: "Create account" }).click();
}

const newPerson = () => {
  const username = generateName();
  return { username, email: `${username}@example.org` };
};

/** Chooses an option in a section of the site's settings. */
async function choose(page: Page, section: string, group: string, option: string): Promise<void> {
  await page.goto("/admin?tab=settings");
  await waitUntilInteractive(page);
  const form = getSection(page, section);
  const radio = form.getByRole("group", { name: group }).getByRole("radio", { name: option, exact: true });
  if (await radio.isChecked()) return;
  await radio.check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(getToast(page, "Settings saved").last()).toBeVisible();
}

test("an administrator creates a link, and people join through it until it's used up, on accessible pages that fit every width", async ({
  page,
  site,
  admin,
  openContext,
  allowProblem,
}) => {
  allowProblem(ENDED);
  await openInvitations(page);
  // The page now has a new link, a long label and the list of links.
  const label = `Spring meetup ${"x".repeat(60)}`;
  const link = await createLink(page, { label, uses: "1" });
  expect(await findIssuesAtWidths(page)).toEqual([]);
  await expect(getRow(page, "Spring meetup")).toContainText("0 of 1 use");

  const visitor = await (await openContext({ baseURL: site.url })).newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("You're invited to Lattice");
  await expect(visitor.getByText(`${admin.username} invited you to join.`)).toBeVisible();
  expect(await findIssuesAtWidths(visitor)).toEqual([]);
  await visitor.getByRole("button", { name: "Register" }).click();
  await expect(visitor).toHaveURL("/auth?tab=register");
  await expect(visitor.getByText(`${admin.username} invited you to join.`)).toBeVisible();
  expect(await findIssuesAtWidths(visitor)).toEqual([]);
  const person = newPerson();
  await fillRegistration(visitor, person);
  await visitor.getByLabel("Code").fill((await site.waitForEmail(person.email)).code);
  await visitor.getByRole("button", { name: "Continue" }).click();
  await expect(getAccountMenu(visitor, person.username)).toBeVisible();
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("You're already a member");

  await openInvitations(page);
  const row = getRow(page, "Spring meetup");
  await expect(row).toContainText("Used up");
  await expect(row.getByRole("button")).toHaveCount(0);
  await row.getByRole("link", { name: person.username }).click();
  await expect(page).toHaveURL(`/u/${person.username}`);

  const second = await (await openContext({ baseURL: site.url })).newPage();
  await second.goto(link);
  await expect(second.getByRole("heading", { level: 1 })).toHaveText("Invitation used up");
});

test("a link that was replaced, revoked or has expired says so", async ({
  page,
  site,
  admin: _admin,
  openContext,
  runStatement,
  allowProblem,
}) => {
  allowProblem(ENDED);
  const visitor = await (await openContext({ baseURL: site.url })).newPage();
  const expectTitle = async (link: string, title: string) => {
    await visitor.goto(link);
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(title);
  };
  await openInvitations(page);
  const label = generateName("group");
  const first = await createLink(page, { label });
  await getRow(page, label)
    .getByRole("button", { name: `Get a new link for ${label}` })
    .click();
  const field = getRow(page, label).getByLabel("Invitation link");
  await expect(field).toBeVisible();
  const second = new URL(await field.inputValue()).pathname;
  await expectTitle(first, "Invitation not found");
  await expectTitle(second, "You're invited to Lattice");

  await runStatement(
    "update public.invitations set expires_at = now() - interval '1 minute' where label = $1",
    label,
  );
  await expectTitle(second, "Invitation expired");
  await getRow(page, label)
    .getByRole("button", { name: `Revoke ${label}` })
    .click();
  await expect(getRow(page, label)).toContainText("Revoked");
  await expectTitle(second, "Invitation revoked");
  await expectTitle("/invite/nonsense", "Invitation not found");

  await page.getByRole("link", { name: "Active", exact: true }).click();
  await expect(page).toHaveURL("/admin/invitations?show=active");
  await expect(getRow(page, label)).toHaveCount(0);
  await page.getByRole("link", { name: "Ended", exact: true }).click();
  await expect(getRow(page, label)).toBeVisible();
});

test("an invitation by email signs its recipient up without another confirmation", async ({
  page,
  site,
  admin: _admin,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 422/);
  const person = newPerson();
  await openInvitations(page);
  const section = getSection(page, "Invite by email");
  await section.getByLabel("Email").fill("not an address@");
  await section
    .getByLabel("Email")
    .evaluate((field: HTMLInputElement) => field.form?.setAttribute("novalidate", ""));
  await section.getByRole("button", { name: "Send invitation" }).click();
  await expect(section.getByText("Enter an email address like name@example.org.")).toBeVisible();
  await section.getByLabel("Email").fill(person.email);
  await section.getByRole("button", { name: "Send invitation" }).click();
  await expect(getToast(page, "Invitation sent")).toBeVisible();
  await getRow(page, person.email)
    .getByRole("button", { name: `Resend to ${person.email}` })
    .click();
  const { text, subject } = await site.waitForEmail(person.email, 1);
  expect(subject).toBe("You're invited to join Lattice");
  const link = /\S+\/invite\/\S+/.exec(text)?.[0] ?? "";

  const visitor = await (await openContext({ baseURL: site.url })).newPage();
  await visitor.goto(new URL(link).pathname);
  await expect(visitor.getByText(`This invitation is for ${person.email}.`)).toBeVisible();
  await visitor.getByRole("button", { name: "Register" }).click();
  await expect(visitor.getByLabel("Email", { exact: true })).toHaveValue(person.email);
  await visitor.getByLabel("Username").fill(person.username);
  await visitor.getByLabel("Password", { exact: true }).fill("seven green lamps");
  await visitor.getByRole("button", { name: "Create account" }).click();
  await expect(getToast(visitor, "Account created!")).toBeVisible();
  await expect(getAccountMenu(visitor, person.username)).toBeVisible();
});

test("by invitation only, people sign up with an invitation and not without one", async ({
  page,
  site,
  admin,
  openContext,
  runStatement,
  allowProblem,
}) => {
  allowProblem(/status of 422/);
  await choose(page, "Features", "Sign-up", "By invitation only");
  await expect(getSection(page, "Features")).toContainText("Currently by invitation only.");
  await openInvitations(page);
  await expect(page.getByText("Only people with an invitation can sign up.")).toBeVisible();
  const link = await createLink(page, { uses: "2" });

  const visitor = await (await openContext({ baseURL: site.url })).newPage();
  await visitor.goto("/auth?tab=register");
  await expect(visitor.getByText("You need an invitation")).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Create account" })).toHaveCount(0);
  await visitor.goto(link);
  await visitor.getByRole("button", { name: "Register" }).click();

  // The inviter's role is revoked while the form is open.
  const person = newPerson();
  await expect(visitor.getByLabel("Username")).toBeVisible();
  const setRole = (role: string) =>
    runStatement("update public.user_roles set role = $1 where user_id = $2", role, admin.id);
  await waitUntilInteractive(visitor);
  await setRole("user");
  await fillRegistration(visitor, person);
  await expect(visitor.getByText("This invitation no longer works.").first()).toBeVisible();
  const third = await visitor.context().newPage();
  await third.goto("/auth?tab=register");
  await expect(third.getByText("This invitation no longer works", { exact: true })).toBeVisible();
  await setRole("admin");
  await visitor.getByRole("button", { name: "Create account" }).click();
  await visitor.getByLabel("Code").fill((await site.waitForEmail(person.email)).code);
  await visitor.getByRole("button", { name: "Continue" }).click();
  await expect(getAccountMenu(visitor, person.username)).toBeVisible();

  // Members sign in as before.
  const user = await createUser(site);
  const member = await (await openContext({ baseURL: site.url })).newPage();
  await member.goto("/auth");
  await member.getByLabel("Email", { exact: true }).fill(user.email);
  await member.getByLabel("Password", { exact: true }).fill(user.password);
  await member.getByRole("button", { name: "Login" }).click();
  await expect(getAccountMenu(member, user.username)).toBeVisible();
  await choose(page, "Features", "Sign-up", "Open");
});

test("trusted members invite people if an administrator allows it", async ({
  page,
  site,
  admin: _admin,
  openContext,
  runStatement,
}) => {
  const user = await createUser(site);
  const context = await openContext({ baseURL: site.url });
  await signIn(site, context, user);
  const member = await context.newPage();
  const entry = member
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: "Invitations" });
  await member.goto("/settings");
  await expect(entry).toHaveCount(0);
  await member.goto("/settings/invitations");
  await expect(member.getByText("Only administrators can invite people to this community.")).toBeVisible();
  await expect(member.getByRole("button", { name: "Create link" })).toHaveCount(0);

  await choose(page, "Invitations", "Who can invite", "Administrators and trusted members");
  await member.goto("/settings");
  await entry.click();
  await expect(member.getByText("You can invite people once you're a trusted member.")).toBeVisible();
  await runStatement("update public.profiles set is_verified = true where id = $1", user.id);
  await member.reload();
  await waitUntilInteractive(member);
  await expect(member.getByText("You can send 5 more invitations today.")).toBeVisible();
  const link = await createLink(member, { label: "My friends" });
  await expect(member.getByText("You can send 4 more invitations today.")).toBeVisible();

  // Administrators see who sent it, and can end it.
  await openInvitations(page);
  await expect(getRow(page, "My friends").getByRole("link", { name: user.username })).toBeVisible();
  await expect(getRow(page, "My friends").getByRole("button")).toHaveText(["Revoke"]);
  await runStatement("update public.profiles set is_verified = false where id = $1", user.id);
  await member.reload();
  await expect(getRow(member, "My friends")).toContainText("Paused");
  const visitor = await (await openContext({ baseURL: site.url })).newPage();
  const response = await visitor.request.get(link);
  expect(response.status()).toBe(410);
  expect(await response.text()).toContain("Invitation not valid");
  await choose(page, "Invitations", "Who can invite", "Administrators");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a link is created, shown once, followed and revoked", async ({
    page,
    site,
    admin: _admin,
    openContext,
    allowProblem,
  }) => {
    allowProblem(NO_SCRIPTS);
    allowProblem(/status of 422/);
    await page.goto("/admin/invitations");
    const link = await createLink(page, { label: "No scripts" });
    const visitor = await (await openContext({ baseURL: site.url, javaScriptEnabled: false })).newPage();
    await visitor.goto(link);
    await visitor.getByRole("button", { name: "Register" }).click();
    await expect(visitor.getByText("invited you to join.")).toBeVisible();
    const person = newPerson();
    await fillRegistration(visitor, person);
    await visitor.getByLabel("Code").fill((await site.waitForEmail(person.email)).code);
    await visitor.getByRole("button", { name: "Continue" }).click();
    await expect(visitor.getByText(person.username).first()).toBeAttached();

    await page.goto("/admin/invitations");
    await expect(page.getByLabel("Invitation link")).toHaveCount(0);
    await expect(getRow(page, "No scripts")).toContainText(`Joined: ${person.username}`);
    await getRow(page, "No scripts").getByRole("button", { name: "Revoke No scripts" }).click();
    await expect(getRow(page, "No scripts")).toContainText("Revoked");
    await getSection(page, "Create a link").getByLabel("Uses").fill("none");
    await getSection(page, "Create a link").getByRole("button", { name: "Create link" }).click();
    await expect(page.getByText("Enter a whole number from 1 to 1,000.")).toBeVisible();
  });
});
