import type { Page } from "@playwright/test";
import { findIssuesAtWidths, findViolationsInThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getComment, sendForm, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";

const getHeaderBox = (page: Page) => page.getByPlaceholder("Search posts, news, users...");
const getResults = (page: Page) => page.getByRole("main").getByRole("article");
const getTab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Search in" }).getByRole("link", { name, exact: true });

/** A word that occurs nowhere else. */
const generateWord = () =>
  generateName("zq")
    .replace("_", "")
    .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "");

test("a search finds posts, comments, news and members, with tabs, a URL and highlighted matches", async ({
  page,
}) => {
  const word = generateWord();
  const { username } = await createMember(page.context());
  const path = await createPost(page, { title: `Of ${word}`, content: "Nothing <b>else</b>.", tags: [word] });
  await sendForm(
    page,
    path,
    new URLSearchParams({ intent: "comment", content: `So ${word} it is`, parentId: "" }),
  );
  await page.context().clearCookies();

  await page.goto("/");
  await getHeaderBox(page).fill(word);
  await getHeaderBox(page).press("Enter");
  await expect(page).toHaveURL(`/search?q=${word}`);
  await expect(page).toHaveTitle(new RegExp(word));
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expect(getResults(page)).toHaveCount(2);
  await expect(getResults(page).first().getByRole("heading")).toHaveText(`Of ${word}`);
  await expect(getResults(page).first().locator("mark").first()).toHaveText(word);
  await expect(getResults(page).first()).toContainText("Nothing <b>else</b>.");

  await getTab(page, "Comments").click();
  await expect(page).toHaveURL(`/search?q=${word}&kind=comments`);
  await expect(getTab(page, "Comments")).toHaveAttribute("aria-current", "page");
  await expect(getResults(page)).toHaveCount(1);
  await getResults(page)
    .getByRole("link", { name: `On Of ${word}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`${path}/comments/`));
  await expect(getComment(page, `So ${word} it is`)).toBeVisible();

  await page.goto(`/search?q=${username}&kind=people`);
  await getResults(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(username);

  // News articles are among the results and on their own tab.
  await page.goto("/search?q=qubits");
  await expect(getResults(page).locator('h2 a[href^="/news/"], h3 a[href^="/news/"]').first()).toBeVisible();
  await getTab(page, "News").click();
  await expect(page).toHaveURL("/search?q=qubits&kind=news");
  await getResults(page).first().getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/news\/[\da-f-]{36}$/);

  await page.goto(`/search?q=tag:${word}+before:today`);
  await expect(page.getByText(/Nothing found for/)).toBeVisible();
  await page.getByLabel("Search posts, comments, news and members").fill(`tag:${word} after:yesterday`);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(getResults(page)).toHaveCount(1);
});

test("parts of a search that can't be understood are reported below the box, and the rest is searched", async ({
  page,
}) => {
  await page.goto("/search?q=wallet+color:red+before:2024-13+author:nosuchmember");
  const notes = page.locator("#search-problems");
  await expect(notes).toContainText("color:red was ignored: there is no “color:” filter");
  await expect(notes).toContainText("before:2024-13 was ignored: “2024-13” isn't a date");
  await expect(notes).toContainText("there is no member or source named “nosuchmember”");
  await page.goto("/search?q=wallet+color:red");
  await expect(getResults(page).first()).toContainText(/wallet/i);
  await page.goto("/search?q=walet");
  await expect(page.locator("#search-problems")).toContainText("No results contain “walet”");
  await expect(getResults(page).first().locator("mark").first()).toHaveText(/wallet/i);
  await page.goto("/search?q=a");
  await expect(page.getByText("Your search is too short")).toBeVisible();
  await page.goto("/search");
  await expect(page.getByRole("heading", { name: "How to search" })).toBeVisible();
});

test("suggestions can be used by keyboard, are announced, and can be dismissed", async ({ page }) => {
  await createMember(page.context());
  const word = generateWord();
  const path = await createPost(page, { title: `${word} first`, content: "x" });
  await createPost(page, { title: `${word} second`, content: "x" });
  await page.goto("/");
  await waitUntilInteractive(page);
  const box = getHeaderBox(page);
  await box.pressSequentially(word.slice(0, -1), { delay: 15 });
  const list = page.getByRole("listbox", { name: "Suggestions" });
  const lines = list.getByRole("option");
  await expect(lines).toHaveCount(3);
  await expect(box).toHaveRole("combobox");
  await expect(box).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("status").filter({ hasText: "2 suggestions" })).toBeAttached();

  await box.press("ArrowUp");
  await expect(lines.last()).toHaveAttribute("aria-selected", "true");
  await box.press("ArrowDown");
  await expect(list.locator('[aria-selected="true"]')).toHaveCount(0);
  await box.press("ArrowDown");
  await box.press("ArrowDown");
  const chosen = list.locator('[aria-selected="true"]');
  await expect(chosen).toContainText(`${word} first`);
  await expect(box).toHaveAttribute("aria-activedescendant", (await chosen.getAttribute("id")) ?? "none");
  await box.press("Escape");
  await expect(list).toBeHidden();
  await expect(box).toHaveValue(word.slice(0, -1));
  await box.press("ArrowDown");
  await expect(list).toBeVisible();
  await box.press("ArrowDown");
  await box.press("Enter");
  await expect(page).toHaveURL(path);
  await expect(box).toHaveValue("");

  // Nothing is loaded or requested before the user starts typing.
  const requestedUrls: string[] = [];
  page.on("request", (request) => void requestedUrls.push(request.url()));
  await page.goto("/forum");
  await waitUntilInteractive(page);
  expect(requestedUrls.filter((url) => url.includes("suggestions"))).toEqual([]);
});

test("on a phone the box fills the header, and a suggestion can be tapped", async ({ openContext }) => {
  const context = await openContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.goto("/");
  await waitUntilInteractive(page);
  await getHeaderBox(page).tap();
  await expect.poll(async () => (await getHeaderBox(page).boundingBox())?.width ?? 0).toBeGreaterThan(320);
  await getHeaderBox(page).pressSequentially("wallet", { delay: 15 });
  const line = page.getByRole("option").filter({ hasText: "Post" }).first();
  await expect(line).toBeInViewport({ ratio: 1 });
  expect(await findViolationsInThemes(page)).toEqual([]);
  await line.tap();
  await expect(page).toHaveURL(/\/forum\/[\w-]+$/);
});

test("every state of the page fits and is accessible", async ({ openContext }) => {
  const page = await (await openContext()).newPage();
  const found: string[] = [];
  for (const query of [
    "",
    "?q=wallet",
    "?q=foo:bar+walet",
    "?q=mara&kind=people",
    "?q=qqxxzzyyqq&kind=news",
    "?q=a",
  ]) {
    await page.goto(`/search${query}`);
    await waitUntilInteractive(page);
    found.push(...(await findIssuesAtWidths(page)).map((fault) => `${query}: ${fault}`));
  }
  expect(found).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("search, tabs and further pages work", async ({ page, allowProblem }) => {
    allowProblem(/request failed: .*\.js csp$/);
    await page.goto("/search");
    await page.getByLabel("Search posts, comments, news and members").fill("the wallet key");
    await page.getByLabel("Search posts, comments, news and members").press("Enter");
    await expect(page).toHaveURL("/search?q=the+wallet+key");
    await expect(getResults(page).first()).toBeVisible();
    await page.goto("/search?q=after:2020");
    await expect(getResults(page)).toHaveCount(20);
    const first = await getResults(page).getByRole("heading").allTextContents();
    await page.getByRole("link", { name: "Load More Results" }).click();
    await expect(page).toHaveURL(/after=/);
    await expect(getResults(page)).toHaveCount(20);
    expect(await getResults(page).getByRole("heading").allTextContents()).not.toEqual(first);
    await page.getByRole("link", { name: "Back to the start" }).click();
    await expect(page).not.toHaveURL(/[?&]after=/);
    await getTab(page, "News").click();
    await expect(getResults(page).first()).toContainText("News");
  });
});
