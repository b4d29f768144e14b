import type { Page } from "@playwright/test";
import { configureSite } from "./accounts.ts";
import { expect, getSection, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { createPng, getContentField } from "./images.ts";

// A dedicated site, because the list shows the site's state. Its email is set up.
configureSite({});

const STEPS = [
  "Name your site",
  "Add a contact address",
  "Upload your logo",
  "Write a headline for the homepage",
  "Set up email",
  "Set up backups",
  "Write the first post",
  "Invite people",
] as const;

const getChecklist = (page: Page) => getSection(page, "Set up your site");

async function openDashboard(page: Page): Promise<void> {
  await page.goto("/admin");
  await waitUntilInteractive(page);
}

async function expectDone(page: Page, done: readonly (typeof STEPS)[number][]): Promise<void> {
  await openDashboard(page);
  await expect(getChecklist(page).getByText(`${done.length} of ${STEPS.length} done`)).toBeVisible();
  await expect(getChecklist(page).getByRole("listitem").filter({ hasText: "(done)" })).toContainText([
    ...done,
  ]);
}

/** Follows a step's link to its section of the settings, and saves what `fill` enters there. */
async function followToSection(
  page: Page,
  step: (typeof STEPS)[number],
  title: string,
  fill: (section: ReturnType<typeof getSection>) => Promise<void>,
): Promise<void> {
  await openDashboard(page);
  await getChecklist(page).getByRole("link", { name: step }).click();
  const section = getSection(page, title);
  await expect(section.getByRole("heading", { name: title })).toBeInViewport();
  await fill(section);
  await section.getByRole("button", { name: /^(Save|Upload)$/ }).click();
  await expect(getToast(page, "Settings saved").last()).toBeVisible();
}

test("each step links to its screen and is checked off once it's done; after the last step, the list disappears", async ({
  page,
  admin: _admin,
  runStatement,
}) => {
  await expectDone(page, ["Set up email"]);
  await expect(getChecklist(page).getByRole("link")).toHaveText(STEPS);
  await getChecklist(page).getByRole("link", { name: "Set up email" }).click();
  await expect(page).toHaveURL("/admin?tab=settings#security");
  await expect(getSection(page, "Security status").getByRole("heading", { name: "Email" })).toBeVisible();

  await followToSection(page, "Name your site", "Site", (section) =>
    section.getByLabel("Site name").fill("The Orchard"),
  );
  await expectDone(page, ["Name your site", "Set up email"]);
  await followToSection(page, "Add a contact address", "Site", (section) =>
    section.getByLabel("Admin email").fill("post@orchard.example"),
  );
  await followToSection(page, "Upload your logo", "Logo", async (section) =>
    section.getByLabel("Image").setInputFiles(await createPng("logo", 120, 120)),
  );
  await followToSection(page, "Write a headline for the homepage", "Homepage text", (section) =>
    section.getByLabel("Headline").fill("Apples and pears"),
  );
  await expectDone(page, STEPS.slice(0, 5));

  await expect(page.getByRole("link", { name: "No backup yet" })).toBeVisible();
  await getChecklist(page).getByRole("link", { name: "Set up backups" }).click();
  await expect(page).toHaveURL("/admin?tab=settings#security");
  const security = getSection(page, "Security status");
  await expect(security).toContainText("Lattice hasn't made a backup yet");
  // Any existing file will do.
  await runStatement(`insert into public.backups (started_at, ended_at, is_scheduled, is_encrypted, size, file)
    values (now() - interval '3 hours', now() - interval '3 hours', true, false, 1500000, '${import.meta.filename}')`);
  await expectDone(page, STEPS.slice(0, 6));
  await page.getByRole("link", { name: "Last backup 3h ago" }).click();
  await expect(security).toContainText("The last backup was made 3 hours ago (1.5 MB, not encrypted).");
  await openDashboard(page);

  await getChecklist(page).getByRole("link", { name: "Write the first post" }).click();
  await expect(page).toHaveURL("/create");
  await waitUntilInteractive(page);
  await page.getByLabel("Title").fill("Welcome to the orchard");
  await page.getByLabel("Category").selectOption("tech");
  await getContentField(page).fill("Pick what you like.");
  await page.getByRole("button", { name: "Post to Community" }).click();
  await expect(getToast(page, "Post Created!")).toBeVisible();
  await expectDone(page, STEPS.slice(0, 7));

  await getChecklist(page).getByRole("link", { name: "Invite people" }).click();
  await expect(page).toHaveURL("/admin/invitations");
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(getToast(page, "Link created")).toBeVisible();
  await openDashboard(page);
  await expect(page.getByRole("heading", { level: 1, name: "Admin dashboard" })).toBeVisible();
  await expect(getChecklist(page)).toHaveCount(0);
});

test("the list fits every width, is accessible in both themes, and can be dismissed permanently", async ({
  page,
  site,
  admin: _admin,
  runStatement,
  openContext,
}) => {
  await runStatement("update public.forum_posts set deleted_at = now()");
  const context = await openContext({ baseURL: site.url });
  await context.addCookies(await page.context().cookies());
  const checked = await context.newPage();
  await expectDone(checked, [...STEPS.slice(0, 6), "Invite people"]);
  expect(await findIssuesAtWidths(checked)).toEqual([]);

  await openDashboard(page);
  await getChecklist(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(getChecklist(page)).toHaveCount(0);
  await page.reload();
  await expect(getSection(page, "Users")).toBeVisible();
  await expect(getChecklist(page)).toHaveCount(0);
});
