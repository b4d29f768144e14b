import type { Page } from "@playwright/test";
import { buildRss, type FeedServer, startFeedServer } from "#server/testing/feed-server.ts";
import type { Program } from "#server/testing/program.ts";
import { expect, test } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";
import { startOwnProgram } from "./global-setup.ts";
import { signInAsAdmin } from "./members.ts";

// One worker, because each worker would start a server.
test.describe.configure({ mode: "default" });

/** A separate community with a local feed server. */
let feeds: FeedServer;
let program: Program;
test.beforeAll(async () => {
  feeds = await startFeedServer();
  feeds.on("/page", "<!doctype html><title>No feed</title><p>Nothing to read.");
  feeds.on("/good", buildRss([createItem("First from the wire"), createItem("Second from the wire")]));
  program = await startOwnProgram({ DEMO: "on", AUTH_RATE_LIMITS: "off", FEED_ALLOW_PRIVATE: "on" });
});
test.afterAll(async () => {
  await program?.stop();
  await feeds?.close();
});

const createItem = (title: string) => ({
  title,
  guid: title,
  link: `https://wire.example/${encodeURIComponent(title)}`,
  date: new Date().toUTCString(),
  description: `${title} in full. `.repeat(10),
});

async function openAsAdmin(page: Page, path: string): Promise<void> {
  await signInAsAdmin(page.context(), program.url);
  await page.goto(`${program.url}${path}`);
  await waitUntilInteractive(page);
}

test("a source is tested when added, then edited, paused, fetched and deleted", async ({
  page,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  await openAsAdmin(page, "/admin?tab=content&kind=sources");
  await page.getByRole("link", { name: "Add source" }).click();
  const name = page.getByLabel("Name");
  const url = page.getByLabel("Feed URL");
  const getButton = (label: string) => page.getByRole("button", { name: label, exact: true });
  await name.fill("Test Wire");

  for (const [typed, message] of [
    ["", "Enter the feed URL."],
    ["ftp://wire.example/feed", "Enter an http or https URL without a password."],
    [`${feeds.origin}/missing`, /^We can't use this feed: .*404/],
    [`${feeds.origin}/page`, /^We can't use this feed: /],
  ] as const) {
    await url.fill(typed);
    for (const label of ["Test", "Add source"]) {
      await getButton(label).click();
      await expect(url).toHaveAccessibleDescription(message);
      await expect(url).toHaveAttribute("aria-invalid", "true");
      await expect(url).toHaveValue(typed);
      await expect(name).toHaveValue("Test Wire");
    }
  }

  await url.fill(`${feeds.origin}/good`);
  await getButton("Test").click();
  await expect(
    page.getByText("It has 2 articles: “First from the wire”, “Second from the wire”."),
  ).toBeVisible();
  await getButton("Add source").click();
  await expect(page).toHaveURL(/kind=sources/);
  const row = page.getByRole("listitem").filter({ hasText: "Test Wire" });
  await expect(row).toContainText("Good");
  await expect(row).toContainText("2 articles");

  // Fetching on demand updates the count and shows or clears the error in the row.
  feeds.on(
    "/good",
    buildRss([
      createItem("First from the wire"),
      createItem("Second from the wire"),
      createItem("Third from the wire"),
    ]),
  );
  await row.getByRole("button", { name: "Fetch now: Test Wire" }).click();
  await expect(row).toContainText("3 articles");
  feeds.on("/good", (_request, response) => void response.writeHead(503).end());
  for (const prefix of ["The last fetch failed: ", "The last 2 fetches failed: "]) {
    await row.getByRole("button", { name: "Fetch now: Test Wire" }).click();
    await expect(row.getByRole("status")).toHaveText(new RegExp(`^${prefix}its server answered 503`));
    await expect(row).toContainText("Failing");
    // Shown only once.
    await expect(row.getByText(/answered 503/)).toHaveCount(1);
    await expect(row.getByRole("alert")).toHaveCount(0);
  }
  feeds.on("/good", buildRss([createItem("First from the wire")]));
  await row.getByRole("button", { name: "Fetch now: Test Wire" }).click();
  await expect(row).toContainText("Good");
  await expect(row).not.toContainText("failed");

  await row.getByRole("button", { name: "Pause: Test Wire" }).click();
  await expect(row).toContainText("Paused");
  await expect(row.getByRole("button", { name: /^Fetch now/ })).toHaveCount(0);
  await row.getByRole("button", { name: "Resume: Test Wire" }).click();
  await expect(row).toContainText("Good");

  await row.getByRole("link", { name: "Edit: Test Wire" }).click();
  await name.fill("Renamed Wire");
  await url.fill(`${feeds.origin}/missing`);
  await getButton("Save").click();
  await expect(url).toHaveAccessibleDescription(/^We can't use this feed: /);
  await expect(name).toHaveValue("Renamed Wire");
  await url.fill(`${feeds.origin}/good`);
  await page.getByLabel("Fetch interval (minutes)").fill("45");
  await getButton("Save").click();
  const renamed = page.getByRole("listitem").filter({ hasText: "Renamed Wire" });
  await renamed.getByLabel("Delete: Renamed Wire").click();
  await renamed.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(renamed).toHaveCount(0);

  await page.goto(`${program.url}/admin?tab=log&kind=source`);
  for (const text of ["added", "edited", "paused", "resumed", "fetched", "deleted"])
    await expect(
      page
        .getByRole("listitem")
        .filter({ hasText: `${text} the source Test Wire` })
        .or(page.getByRole("listitem").filter({ hasText: `${text} the source Renamed Wire` }))
        .first(),
    ).toBeVisible();
});

test("an article can be marked and unmarked as flash, and deleted permanently", async ({
  page,
  allowProblem,
}) => {
  allowProblem(/status of 404 /);
  feeds.on("/other", buildRss([createItem("An article to delete")]));
  await openAsAdmin(page, "/admin/content/sources/new");
  await page.getByLabel("Name").fill("Other Wire");
  await page.getByLabel("Feed URL").fill(`${feeds.origin}/other`);
  await page.getByRole("button", { name: "Add source" }).click();
  await expect(page).toHaveURL(/kind=sources/);
  await page.goto(`${program.url}/admin?tab=content&kind=articles&q=delete`);
  await waitUntilInteractive(page);
  const row = page.getByRole("listitem").filter({ hasText: "An article to delete" });
  // Exact, because each label is also part of another button's label.
  const getButton = (label: string) =>
    row.getByRole("button", { name: `${label}: An article to delete`, exact: true });
  // Starts with the rule's decision, overrides it, and reverts that.
  const [first, second] =
    (await getButton("Mark as flash news").count()) > 0
      ? ["Mark as flash news", "Remove from flash news"]
      : ["Remove from flash news", "Mark as flash news"];
  await getButton(first).click();
  await expect(getButton(second)).toBeVisible();
  await getButton(second).click();
  await expect(getButton(first)).toBeVisible();
  const path = (await row.locator('a[href^="/news/"]').first().getAttribute("href")) ?? "";
  expect((await page.request.get(`${program.url}${path}`)).status()).toBe(200);
  await row.getByLabel("Delete: An article to delete").click();
  await row.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(row).toHaveCount(0);
  expect((await page.request.get(`${program.url}${path}`)).status()).toBe(404);
  // Fetching doesn't bring it back.
  await page.goto(`${program.url}/admin?tab=content&kind=sources`);
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Fetch now: Other Wire" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Other Wire" })).toContainText("0 articles");
});
