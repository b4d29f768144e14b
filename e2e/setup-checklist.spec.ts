import { configureSite } from "./accounts.ts";
import { expect, getSection, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { waitUntilInteractive } from "./forum.ts";
import { createPng } from "./images.ts";
import type { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

// A dedicated site, because the checklist shows the site's state. Only email is set up.
configureSite({});

const STEPS = [
  "Name your site",
  "Add a contact email",
  "Upload your logo",
  "Write a headline for the home page",
  "Set up email",
  "Set up backups",
  "Write the first post",
  "Invite people",
] as const;

const TITLE = "Set up your site";
const findChecklist = (page: PlainPage) => page.find("region", TITLE);

async function expectDone(page: PlainPage, doneSteps: readonly (typeof STEPS)[number][]): Promise<void> {
  await page.goto("/admin");
  const list = findChecklist(page);
  expect(list.text).toContain(`${doneSteps.length} of ${STEPS.length} done`);
  const items = list.findAll("listitem", { text: "(done)" }).map(({ text }) => text);
  expect(items).toEqual(doneSteps.map((step) => expect.stringContaining(step)));
}

/** Completes a step: follows its link to a section of the settings, and saves that section. */
async function completeStep(
  page: PlainPage,
  step: (typeof STEPS)[number],
  sectionTitle: string,
  inputs: Parameters<PlainPage["submit"]>[1],
): Promise<void> {
  await page.goto("/admin");
  const link = findChecklist(page).find("link", step);
  await page.follow(link);
  const section = page.find("region", sectionTitle);
  expect(link.attribute("href")?.split("#")[1]).toBe(section.attribute("id"));
  await page.submit(section.find("button", /^(Save|Upload)$/), inputs);
  expect(page.notice).toContain("Settings saved");
}

test("each step links to its screen and is checked off once it's done; the list disappears after the last step, and can also be dismissed", async ({
  page,
  plain,
  admin: _admin,
  runStatement,
}) => {
  await expectDone(plain, ["Set up email"]);
  expect(
    findChecklist(plain)
      .findAll("link")
      .map(({ text }) => text),
  ).toEqual(STEPS);
  await page.goto("/admin");
  await waitUntilInteractive(page);
  await getSection(page, TITLE).getByRole("link", { name: "Set up email" }).click();
  await expect(page).toHaveURL("/admin?tab=settings#security");
  await expect(
    getSection(page, "Security status").getByRole("heading", { name: "Security status" }),
  ).toBeInViewport();
  await expect(getSection(page, "Security status").getByRole("heading", { name: "Email" })).toBeVisible();

  await completeStep(plain, "Name your site", "Site", { "Site name": "The Orchard" });
  await expectDone(plain, ["Name your site", "Set up email"]);
  await completeStep(plain, "Add a contact email", "Site", { "Admin email": "post@orchard.example" });
  await completeStep(plain, "Upload your logo", "Logo", { Image: await createPng("logo", 120, 120) });
  await completeStep(plain, "Write a headline for the home page", "Home page text", {
    Headline: "Apples and pears",
  });
  await expectDone(plain, STEPS.slice(0, 5));

  expect(plain.find("link", "No backup yet")).toBeTruthy();
  await plain.follow(findChecklist(plain).find("link", "Set up backups"));
  expect(plain.path).toBe("/admin?tab=settings");
  expect(plain.find("region", "Security status").text).toContain("Lattice hasn't made a backup yet");
  // A backup counts only if its file exists, so this one refers to the test's source file.
  await runStatement(`insert into public.backups (started_at, ended_at, is_scheduled, is_encrypted, size, file)
    values (now() - interval '3 hours', now() - interval '3 hours', true, false, 1500000, '${import.meta.filename}')`);
  await expectDone(plain, STEPS.slice(0, 6));
  await plain.follow("Last backup 3h ago");
  expect(plain.find("region", "Security status").text).toContain(
    "The last backup was made 3 hours ago (1.5 MB, not encrypted).",
  );

  await plain.goto("/admin");
  await plain.follow(findChecklist(plain).find("link", "Write the first post"));
  expect(plain.path).toBe("/create");
  await plain.submit("Post to Community", {
    Title: "Welcome to the orchard",
    Category: "tech",
    Content: "Pick what you like.",
  });
  expect(plain.notice).toContain("Post Created!");
  await expectDone(plain, STEPS.slice(0, 7));

  await plain.follow(findChecklist(plain).find("link", "Invite people"));
  expect(plain.path).toBe("/admin/invitations");
  await plain.submit("Create link");
  await plain.goto("/admin");
  expect(plain.find("h1").text).toBe("Admin dashboard");
  expect(plain.findAll("region", TITLE)).toEqual([]);

  await test.step("the list fits every width, is accessible in both themes, and can be dismissed permanently", async () => {
    await runStatement("update public.forum_posts set deleted_at = now()");
    await expectDone(plain, [...STEPS.slice(0, 6), "Invite people"]);
    await showScreen(page, "/admin");
    expect(await findIssuesAtWidths(page)).toEqual([]);
    await getSection(page, TITLE).getByRole("button", { name: "Dismiss" }).click();
    await expect(getSection(page, TITLE)).toHaveCount(0);
    await plain.goto("/admin");
    expect(plain.find("region", "Users")).toBeTruthy();
    expect(plain.findAll("region", TITLE)).toEqual([]);
  });
});
