import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { findPost, waitUntilInteractive } from "./forum.ts";
import { signInAsAdmin } from "./members.ts";
import { PlainPage } from "./plain-page.ts";

const TAB = "/admin?tab=analytics";
/** A browser's user agent; robots aren't counted. */
const BROWSER = { userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0" };

const getChart = (page: Page, title: string) => page.getByRole("figure", { name: title, exact: true });

test("an administrator sees the charts, their tables and the CSV file; the tab is accessible in both themes and fits every width", async ({
  page,
}) => {
  await signInAsAdmin(page.context());
  await page.goto(TAB);
  await waitUntilInteractive(page);
  await expect(page.getByRole("figure")).toHaveCount(11);
  await expect(
    getChart(page, "Posts").getByRole("img", { name: /^Posts by day, .* Highest: \d+/ }),
  ).toBeVisible();
  await expect(getChart(page, "News articles added").getByText("Nothing in the last 30 days.")).toBeVisible();
  await expect(
    page.getByText(/Session refreshes aren't counted\. Counted since \w+ \d+, \d{4}\./),
  ).toBeVisible();

  const slider = getChart(page, "Votes").getByRole("slider", { name: "Votes by day" });
  await slider.focus();
  await expect(slider).toHaveAttribute(
    "aria-valuetext",
    /^\w{3} \d+, \d{4}.*: On posts: \d+, On comments: \d+$/,
  );
  const todaysText = await slider.getAttribute("aria-valuetext");
  await page.keyboard.press("ArrowLeft");
  await expect(slider).not.toHaveAttribute("aria-valuetext", todaysText ?? "");
  await slider.hover({ position: { x: 5, y: 40 } });
  await expect(slider.getByText(/^On posts: \d+\s+On comments: \d+$/)).toBeVisible();

  const summary = getChart(page, "Comments").getByText("Show as a table");
  await summary.focus();
  await page.keyboard.press("Enter");
  const table = getChart(page, "Comments").getByRole("table");
  await expect(table.getByRole("row")).toHaveCount(31);
  await expect(table.getByRole("rowheader").first()).toHaveText(/, so far$/);

  await page
    .getByRole("navigation", { name: "Group by" })
    .getByRole("link", { name: "Weeks" })
    .press("Enter");
  await expect(page).toHaveURL(/by=week/);
  await page.getByRole("link", { name: "52 weeks" }).click();
  await expect(table.getByRole("row")).toHaveCount(53);
  expect(await findIssuesAtWidths(page)).toEqual([]);

  const downloadPromise = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const download = await downloadPromise;
  expect(download.suggestedFilename()).toMatch(/^analytics-weekly-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines).toHaveLength(54);
  expect(lines[0]).toMatch(/^From \(UTC\),To \(UTC\),Total members,New members,Posts: created,/);
  expect(lines[52]).toMatch(/^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,\d+,/);
});

test("a page view is counted within seconds", async ({ plain, openContext }) => {
  await signInAsAdmin(plain.context());
  const countPageViews = async () => {
    await plain.goto(TAB);
    return Number(plain.find("figure", "Page views").find(".text-2xl").text);
  };
  const viewsBefore = await countPageViews();
  const visitor = new PlainPage(await openContext(BROWSER));
  await visitor.goto(await findPost(visitor, 'Payment "unconfirmed" for two days. Is it gone?'));
  await expect.poll(countPageViews, { timeout: 15_000 }).toBeGreaterThan(viewsBefore);
});

test("without JavaScript, the period is chosen with links, and the charts and their tables are shown", async ({
  plain,
}) => {
  await signInAsAdmin(plain.context());
  await plain.goto(TAB);
  await plain.follow("Months");
  plain.find("figure", "Total members").find("img", /^Total members by month/);
  const headers = plain.find("figure", "Posts").find("thead").findAll("columnheader");
  expect(headers.map(({ text }) => text)).toEqual(["Month", "Created", "Still visible"]);
});
