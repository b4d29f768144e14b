import { configureSite, createUser } from "./accounts.ts";
import { expect, getSection, signIn, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";
import type { Site } from "./site.ts";

// A dedicated site, because tests change who can sign up.
configureSite({});

const INVITATIONS_PATH = "/admin/invitations";
/** Creates an invitation link on an invitations page and returns the link's path. */
async function createLink(plain: PlainPage, { label = "", uses = "10" } = {}): Promise<string> {
  await plain.submit("Create link", { Label: label, Uses: uses });
  return readLink(plain, "Create a link");
}

const readLink = (plain: PlainPage, section: string) =>
  new URL(plain.find("region", section).find("field", "Invitation link").value).pathname;

const getRow = (plain: PlainPage, name: string) =>
  plain.find("region", /invitations$/).find("listitem", { text: name });

const generatePerson = () => {
  const username = generateName();
  return { username, email: `${username}@example.org` };
};

/** Registers on the sign-up form of an invitation, and confirms the email address with the emailed code. */
async function register(
  visitor: PlainPage,
  site: Site,
  { username, email }: ReturnType<typeof generatePerson>,
) {
  const inputs = { Username: username, Email: email, Password: "seven green lamps" };
  await visitor.submit("Create account", inputs);
  await visitor.submit("Continue", { Code: (await site.waitForEmail(email)).code });
  visitor.find("button", `Account menu: ${username}`);
}

/** Chooses an option in a section of the site's settings. */
async function chooseSetting(plain: PlainPage, section: string, inputs: Record<string, string>) {
  await plain.goto("/admin?tab=settings");
  await plain.submit(plain.find("region", section).find("button", "Save"), inputs);
  expect(plain.notice).toContain("Settings saved");
}

async function expectHeading(visitor: PlainPage, link: string, heading: string) {
  await visitor.goto(link);
  expect(visitor.find("h1").text).toBe(heading);
}

test("an administrator creates a link, and a visitor follows it to the sign-up form; the pages are accessible and fit every width", async ({
  page,
  plain,
  site,
  admin,
  openContext,
  runStatement,
  allowProblem,
}) => {
  allowProblem(/status of 422/);
  await page.setViewportSize({ width: 360, height: 680 });
  await page.goto(INVITATIONS_PATH);
  await waitUntilInteractive(page);
  // The page is checked with a new link, a long label and the list of links.
  const section = getSection(page, "Create a link");
  await section.getByLabel("Label").fill(`Spring meetup ${"x".repeat(60)}`);
  await section.getByRole("button", { name: "Create link" }).click();
  const field = section.getByLabel("Invitation link");
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(section.getByRole("button", { name: "Create link" })).toBeFocused();
  const link = new URL(await field.inputValue()).pathname;
  expect(await findIssuesAtWidths(page)).toEqual([]);

  const emailSection = getSection(page, "Invite by email");
  await emailSection.getByLabel("Email").fill("not an address@");
  await emailSection
    .getByLabel("Email")
    .evaluate((input: HTMLInputElement) => input.form?.setAttribute("novalidate", ""));
  await emailSection.getByRole("button", { name: "Send invitation" }).click();
  await expect(emailSection.getByText("Enter an email address like name@example.org.")).toBeVisible();
  const { email } = generatePerson();
  await emailSection.getByLabel("Email").fill(email);
  await emailSection.getByRole("button", { name: "Send invitation" }).click();
  await expect(getToast(page, "Invitation sent")).toBeVisible();
  const row = getSection(page, "All invitations").getByRole("listitem").filter({ hasText: email });
  const dialog = page.getByRole("dialog", { name: `Revoke ${email}?` });
  for (const answer of ["Cancel", "Revoke"]) {
    await expect(row).toContainText("Active");
    await row.getByRole("button", { name: `Revoke ${email}` }).click();
    await dialog.getByRole("button", { name: answer }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(row).toContainText("Revoked");

  const visitor = await (await openContext({ baseURL: site.url })).newPage();
  await visitor.goto("/terms");
  await waitUntilInteractive(visitor);
  await showScreen(visitor, link);
  await expect(visitor.getByText(`${admin.username} invited you to join.`)).toBeVisible();
  expect(await findIssuesAtWidths(visitor)).toEqual([]);
  await visitor.getByRole("button", { name: "Register" }).click();
  await expect(visitor).toHaveURL("/auth?tab=register");
  await expect(visitor.getByText(`${admin.username} invited you to join.`)).toBeVisible();
  expect(await findIssuesAtWidths(visitor)).toEqual([]);

  await test.step("text that was typed isn't lost if the inviter's role is revoked before the form is sent", async () => {
    const setRole = (role: string) =>
      runStatement("update public.user_roles set role = $1 where user_id = $2", role, admin.id);
    const person = generatePerson();
    await chooseSetting(plain, "Features", { signUp: "invited" });
    await waitUntilInteractive(visitor);
    await visitor.getByLabel("Username").fill(person.username);
    await visitor.getByLabel("Email", { exact: true }).fill(person.email);
    await visitor.getByLabel("Password", { exact: true }).fill("seven green lamps");
    await setRole("user");
    await visitor.getByRole("button", { name: "Create account" }).click();
    await expect(visitor.getByText("This invitation no longer works.").first()).toBeVisible();
    await setRole("admin");
    await visitor.getByRole("button", { name: "Create account" }).click();
    await expect(visitor.getByLabel("Code")).toBeVisible();
    await chooseSetting(plain, "Features", { signUp: "on" });
  });
});

test("without JavaScript, people join through a link until it's used up", async ({
  plain,
  site,
  admin,
  openContext,
}) => {
  const label = generateName("meetup");
  await plain.goto(INVITATIONS_PATH);
  const link = await createLink(plain, { label, uses: "1" });
  expect(getRow(plain, label).text).toContain("0 of 1 use");
  // The link is shown only once.
  await plain.goto(INVITATIONS_PATH);
  expect(plain.findAll("field", "Invitation link")).toHaveLength(0);

  const visitor = new PlainPage(await openContext());
  await expectHeading(visitor, link, "You're invited to Lattice");
  expect(visitor.text).toContain(`${admin.username} invited you to join.`);
  await visitor.submit("Register");
  expect(visitor.path).toBe("/auth?tab=register");
  expect(visitor.text).toContain(`${admin.username} invited you to join.`);
  const person = generatePerson();
  await register(visitor, site, person);
  await expectHeading(visitor, link, "You're already a member");

  await plain.goto(INVITATIONS_PATH);
  const row = getRow(plain, label);
  expect(row.text).toContain("Used up");
  expect(row.text).toContain(`Joined: ${person.username}`);
  expect(row.findAll("button")).toHaveLength(0);
  expect(row.find("link", person.username).attribute("href")).toBe(`/u/${person.username}`);
  await expectHeading(new PlainPage(await openContext()), link, "Invitation used up");

  await plain.submit("Create link", { Uses: "none" });
  expect(plain.text).toContain("Enter a whole number from 1 to 1,000.");
});

test("a revoked or expired link says so, and a replaced one isn't found", async ({
  plain,
  admin: _,
  openContext,
  runStatement,
}) => {
  const visitor = new PlainPage(await openContext());
  const label = generateName("group");
  await plain.goto(INVITATIONS_PATH);
  const oldLink = await createLink(plain, { label });
  await plain.submit(`Get a new link for ${label}`);
  const newLink = readLink(plain, "All invitations");
  await expectHeading(visitor, oldLink, "Invitation not found");
  await expectHeading(visitor, newLink, "You're invited to Lattice");
  await runStatement(
    "update public.invitations set expires_at = now() - interval '1 minute' where label = $1",
    label,
  );
  await expectHeading(visitor, newLink, "Invitation expired");
  await plain.submit(`Revoke ${label}`);
  expect(getRow(plain, label).text).toContain("Revoked");
  await expectHeading(visitor, newLink, "Invitation revoked");
  await expectHeading(visitor, "/invite/nonsense", "Invitation not found");

  await plain.follow("Active");
  expect(plain.path).toBe("/admin/invitations?show=active");
  expect(plain.find("main").text).not.toContain(label);
  await plain.follow("Ended");
  getRow(plain, label);
});

test("the recipient of an emailed invitation can sign up without another confirmation", async ({
  plain,
  site,
  admin: _,
  openContext,
}) => {
  const person = generatePerson();
  await plain.goto(INVITATIONS_PATH);
  await plain.submit("Send invitation", { Email: person.email });
  expect(plain.notice).toContain("Invitation sent");
  await plain.submit(`Resend to ${person.email}`);
  const { text, subject } = await site.waitForEmail(person.email, 1);
  expect(subject).toBe("You're invited to join Lattice");
  const link = /\S+\/invite\/\S+/.exec(text)?.[0] ?? "";

  const visitor = new PlainPage(await openContext());
  await visitor.goto(new URL(link).pathname);
  expect(visitor.text).toContain(`This invitation is for ${person.email}.`);
  await visitor.submit("Register");
  expect(visitor.find("field", "Email").value).toBe(person.email);
  await visitor.submit("Create account", { Username: person.username, Password: "seven green lamps" });
  expect(visitor.notice).toContain("Account created!");
  visitor.find("button", `Account menu: ${person.username}`);
});

test("on an invite-only site, people can sign up with an invitation but not without one", async ({
  plain,
  site,
  admin,
  openContext,
  runStatement,
}) => {
  await chooseSetting(plain, "Features", { signUp: "invited" });
  expect(plain.find("region", "Features").text).toContain("Currently by invitation only.");
  await plain.goto(INVITATIONS_PATH);
  expect(plain.text).toContain("Only people with an invitation can sign up.");
  const link = await createLink(plain, { uses: "2" });

  const visitor = new PlainPage(await openContext());
  await visitor.goto("/auth?tab=register");
  expect(visitor.text).toContain("You need an invitation");
  expect(visitor.findAll("button", "Create account")).toHaveLength(0);
  await visitor.goto(link);
  await visitor.submit("Register");

  // The inviter's role is revoked while the form is open.
  const person = generatePerson();
  const button = visitor.find("button", "Create account");
  const setRole = (role: string) =>
    runStatement("update public.user_roles set role = $1 where user_id = $2", role, admin.id);
  await setRole("user");
  const inputs = { Username: person.username, Email: person.email, Password: "seven green lamps" };
  await visitor.submit(button, inputs);
  expect(visitor.text).toContain("This invitation no longer works");
  const otherPage = new PlainPage(visitor.context());
  await otherPage.goto("/auth?tab=register");
  expect(otherPage.text).toContain("This invitation no longer works");
  await setRole("admin");
  await visitor.goto("/auth?tab=register");
  await register(visitor, site, person);

  // Members sign in as before.
  const user = await createUser(site);
  const member = new PlainPage(await openContext());
  await member.goto("/auth");
  await member.submit("Login", { Email: user.email, Password: user.password });
  member.find("button", `Account menu: ${user.username}`);
  await chooseSetting(plain, "Features", { signUp: "on" });
});

test("trusted members can invite people if an administrator allows it", async ({
  plain,
  site,
  admin: _,
  openContext,
  runStatement,
}) => {
  const user = await createUser(site);
  const member = new PlainPage(await openContext());
  await signIn(site, member.context(), user);
  const getInvitationsLinks = () => member.find("navigation", "Settings").findAll("link", "Invitations");
  await member.goto("/settings");
  expect(getInvitationsLinks()).toHaveLength(0);
  await member.goto("/settings/invitations");
  expect(member.text).toContain("Only administrators can invite people to this community.");
  expect(member.findAll("button", "Create link")).toHaveLength(0);

  await chooseSetting(plain, "Invitations", { members: "on" });
  await member.goto("/settings");
  expect(getInvitationsLinks()).toHaveLength(1);
  await member.follow("Invitations");
  expect(member.text).toContain("You can invite people once you're a trusted member.");
  const setVerified = (isVerified: boolean) =>
    runStatement("update public.profiles set is_verified = $1 where id = $2", isVerified, user.id);
  await setVerified(true);
  await member.goto(member.path);
  expect(member.text).toContain("You can send 5 more invitations today.");
  const link = await createLink(member, { label: "My friends" });
  expect(member.text).toContain("You can send 4 more invitations today.");

  // Administrators see who created the link, and can revoke it.
  await plain.goto(INVITATIONS_PATH);
  getRow(plain, "My friends").find("link", user.username);
  const buttons = getRow(plain, "My friends").findAll("button");
  // The button that closes the dialog has an icon instead of text.
  expect(buttons.map(({ text }) => text).filter((text) => text !== "")).toEqual(["Revoke"]);
  await setVerified(false);
  await member.goto("/settings/invitations");
  expect(getRow(member, "My friends").text).toContain("Paused");
  const visitor = new PlainPage(await openContext());
  await visitor.goto(link);
  expect(visitor.status).toBe(410);
  expect(visitor.text).toContain("Invitation not valid");
  await chooseSetting(plain, "Invitations", { members: "off" });
});
