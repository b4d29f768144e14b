import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { findPost, waitUntilInteractive } from "./forum.ts";
import { signInAsAdmin } from "./members.ts";

const TAB = "/admin?tab=analytics";
/** A browser's user agent; robots aren't counted. */
const BROWSER = { userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0" };

const getChart = (page: Page, title: string) => page.getByRole("figure", { name: title, exact: true });

test("an administrator sees the charts, their tables and the CSV file", async ({ page }) => {
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

  const days = getChart(page, "Votes").getByRole("slider", { name: "Votes by day" });
  await days.focus();
  await expect(days).toHaveAttribute(
    "aria-valuetext",
    /^\w{3} \d+, \d{4}.*: On posts: \d+, On comments: \d+$/,
  );
  const today = await days.getAttribute("aria-valuetext");
  await page.keyboard.press("ArrowLeft");
  await expect(days).not.toHaveAttribute("aria-valuetext", today ?? "");
  await days.hover({ position: { x: 5, y: 40 } });
  await expect(days.getByText(/^On posts: \d+\s+On comments: \d+$/)).toBeVisible();

  const summary = getChart(page, "Comments").getByText("Show as a table");
  await summary.focus();
  await page.keyboard.press("Enter");
  const table = getChart(page, "Comments").getByRole("table");
  await expect(table.getByRole("row")).toHaveCount(31);
  await expect(table.getByRole("rowheader").first()).toHaveText(/, so far$/);

  await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "Weeks" }).press("Enter");
  await expect(page).toHaveURL(/by=week/);
  await page.getByRole("link", { name: "52 weeks" }).click();
  await expect(table.getByRole("row")).toHaveCount(53);

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^analytics-weekly-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(lines).toHaveLength(54);
  expect(lines[0]).toMatch(/^From \(UTC\),To \(UTC\),Total members,New members,Posts: created,/);
  expect(lines[52]).toMatch(/^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,\d+,/);
});

test("a page view is counted within seconds", async ({ page, openContext }) => {
  await signInAsAdmin(page.context());
  const countPageViews = async () => {
    await page.goto(TAB);
    return Number(await getChart(page, "Page views").locator(".text-2xl").textContent());
  };
  const before = await countPageViews();
  const visitor = await (await openContext(BROWSER)).newPage();
  await visitor.goto(await findPost(visitor, 'Payment "unconfirmed" for two days. Is it gone?'));
  await expect.poll(countPageViews, { timeout: 15_000 }).toBeGreaterThan(before);
});

test("members and visitors can see neither the charts nor the file", async ({
  page,
  member,
  allowProblem,
}) => {
  allowProblem(/status of 403/);
  expect(member.username).toBeTruthy();
  expect((await page.goto(TAB))?.status()).toBe(403);
  await expect(page.getByText("You need administrator privileges to access this page.")).toBeVisible();
  const file = await page.request.get("/admin/analytics/download");
  expect([file.status(), await file.text()]).toEqual([403, expect.not.stringContaining("UTC")]);
  // Leave the page first, because its auth client would restore the session cookie.
  await page.goto("about:blank");
  await page.context().clearCookies();
  const response = await page.request.get("/admin/analytics/download", { maxRedirects: 0 });
  expect([response.status(), response.headers().location]).toEqual([
    302,
    "/auth?next=%2Fadmin%2Fanalytics%2Fdownload",
  ]);
});

test("the tab works without JavaScript and is accessible at every width in both themes", async ({
  openContext,
  allowProblem,
}) => {
  // The browser's message for scripts blocked by disabled JavaScript.
  allowProblem(/request failed: .*\.js csp$/);
  const bare = await openContext({ javaScriptEnabled: false });
  await signInAsAdmin(bare);
  const plain = await bare.newPage();
  await plain.goto(TAB);
  await plain.getByRole("link", { name: "Months" }).click();
  await expect(
    getChart(plain, "Total members").getByRole("img", { name: /^Total members by month/ }),
  ).toBeVisible();
  await getChart(plain, "Posts").getByText("Show as a table").click();
  await expect(getChart(plain, "Posts").getByRole("columnheader")).toHaveText([
    "Month",
    "Created",
    "Still visible",
  ]);

  const context = await openContext();
  await signInAsAdmin(context);
  const page = await context.newPage();
  await page.goto(`${TAB}&by=month&last=24`);
  await waitUntilInteractive(page);
  await getChart(page, "Posts").getByText("Show as a table").click();
  expect(await findIssuesAtWidths(page)).toEqual([]);
});
