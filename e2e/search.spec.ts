import type { Page } from "@playwright/test";
import { findIssuesAtWidths, findViolationsInThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, sendForm, waitUntilInteractive } from "./forum.ts";
import type { HtmlElement } from "./html-element.ts";
import { createMember, generateName } from "./members.ts";
import type { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

const HEADER_PLACEHOLDER = "Search posts, news, users...";
const getHeaderBox = (page: Page) => page.getByPlaceholder(HEADER_PLACEHOLDER);
const findResults = (page: PlainPage) => page.find("main").findAll("article");
const findTab = (page: PlainPage, name: string) => page.find("navigation", "Search in").find("link", name);
const isNews = (link: HtmlElement) => link.attribute("href")?.startsWith("/news/") === true;

/** Returns a word that occurs nowhere else. */
const generateWord = () =>
  generateName("zq")
    .replace("_", "")
    .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "");

test("a search finds posts, comments, news and members, with tabs, a URL and highlighted matches", async ({
  plain,
}) => {
  const word = generateWord();
  const { username } = await createMember(plain.context());
  const path = await createPost(plain, {
    title: `About ${word}`,
    content: "Nothing <b>else</b>.",
    tags: [word],
  });
  await sendForm(
    plain,
    path,
    new URLSearchParams({ intent: "comment", content: `So ${word} it is`, parentId: "" }),
  );
  await plain.context().clearCookies();

  await plain.goto("/");
  const box = plain.find("banner").find("field", "Search");
  expect(box.attribute("dir")).toBe("auto");
  await plain.goto(`${box.form.attribute("action")}?${box.attribute("name")}=${word}`);
  expect(plain.path).toBe(`/search?q=${word}`);
  expect(plain.find("title").text).toContain(word);
  expect(
    plain
      .find("main")
      .find("field", /^Search/)
      .attribute("dir"),
  ).toBe("auto");
  expect(
    plain.findAll("meta").map((meta) => [meta.attribute("name"), meta.attribute("content")]),
  ).toContainEqual(["robots", "noindex"]);
  const [firstResult, ...otherResults] = findResults(plain);
  expect(otherResults).toHaveLength(1);
  expect(firstResult?.find("heading").text).toBe(`About ${word}`);
  expect(firstResult?.find("mark").text).toBe(word);
  expect(firstResult?.text).toContain("Nothing <b>else</b>.");

  await plain.follow(findTab(plain, "Comments"));
  expect(plain.path).toBe(`/search?q=${word}&kind=comments`);
  expect(findTab(plain, "Comments").attribute("aria-current")).toBe("page");
  expect(findResults(plain)).toHaveLength(1);
  await plain.follow(plain.find("article").find("link", `On About ${word}`));
  expect(plain.path).toMatch(new RegExp(`^${path}/comments/`));
  expect(plain.text).toContain(`So ${word} it is`);

  await plain.goto(`/search?q=${username}&kind=people`);
  await plain.follow(plain.find("article").find("link"));
  expect(plain.find("h1").text).toContain(username);

  // News articles are listed among the other results, and also have their own tab.
  await plain.goto("/search?q=qubits");
  expect(findResults(plain).some((result) => isNews(result.find("heading").find("link")))).toBe(true);
  await plain.follow(findTab(plain, "News"));
  expect(plain.path).toBe("/search?q=qubits&kind=news");
  await plain.follow(plain.find("article").find("heading").find("link"));
  expect(plain.path).toMatch(/^\/news\/[\da-f-]{36}$/);

  await plain.goto(`/search?q=tag:${word}+before:today`);
  expect(plain.text).toContain("Nothing found for");
  await plain.submit(plain.find("main").find("button", "Search"), {
    "Search posts, comments, news and members": `tag:${word} after:yesterday`,
  });
  expect(findResults(plain)).toHaveLength(1);
});

test("unrecognized parts of a search are reported below the box, and the rest still finds results", async ({
  plain,
}) => {
  await plain.goto("/search?q=wallet+color:red+before:2024-13+author:nosuchmember");
  for (const note of [
    "color:red was ignored: there is no “color:” filter",
    "before:2024-13 was ignored: “2024-13” isn't a date",
    "there is no member or source named “nosuchmember”",
  ])
    expect(plain.text).toContain(note);
  await plain.goto("/search?q=wallet+color:red");
  expect(plain.find("article").text).toMatch(/wallet/i);
  await plain.goto("/search?q=walet");
  expect(plain.text).toContain("No results contain “walet”");
  expect(plain.find("article").find("mark").text).toMatch(/wallet/i);
  await plain.goto("/search?q=a");
  expect(plain.text).toContain("Your search is too short");
  await plain.goto("/search");
  expect(plain.find("heading", "How to search")).toBeTruthy();
});

test("results are paged with links", async ({ plain }) => {
  await plain.goto("/search?q=after:2020");
  const firstTitles = findResults(plain).map((result) => result.find("heading").text);
  expect(firstTitles).toHaveLength(20);
  await plain.follow("Load More Results");
  expect(plain.path).toContain("after=");
  const nextTitles = findResults(plain).map((result) => result.find("heading").text);
  expect(nextTitles).toHaveLength(20);
  expect(nextTitles).not.toEqual(firstTitles);
  await plain.follow("Back to the start");
  expect(plain.path).not.toMatch(/[?&]after=/);
  await plain.follow(findTab(plain, "News"));
  expect(plain.find("article").text).toContain("News");
});

test("suggestions can be used with the keyboard, are announced to screen readers, and can be dismissed; every state of the search page is accessible", async ({
  page,
}) => {
  await createMember(page.context());
  const word = generateWord();
  const path = await createPost(page, { title: `${word} first`, content: "x" });
  await createPost(page, { title: `${word} second`, content: "x" });
  await page.goto("/terms");
  await waitUntilInteractive(page);
  const box = getHeaderBox(page);
  await box.pressSequentially(word.slice(0, -1), { delay: 15 });
  const list = page.getByRole("listbox", { name: "Suggestions" });
  const options = list.getByRole("option");
  await expect(options).toHaveCount(3);
  await expect(box).toHaveRole("combobox");
  await expect(box).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("status").filter({ hasText: "2 suggestions" })).toBeAttached();

  await box.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await box.press("ArrowDown");
  await expect(list.locator('[aria-selected="true"]')).toHaveCount(0);
  await box.press("ArrowDown");
  await box.press("ArrowDown");
  const selectedOption = list.locator('[aria-selected="true"]');
  await expect(selectedOption).toContainText(`${word} first`);
  await expect(box).toHaveAttribute(
    "aria-activedescendant",
    (await selectedOption.getAttribute("id")) ?? "none",
  );
  await box.press("Escape");
  await expect(list).toBeHidden();
  await expect(box).toHaveValue(word.slice(0, -1));
  await box.press("ArrowDown");
  await expect(list).toBeVisible();
  await box.press("ArrowDown");
  await box.press("Enter");
  await expect(page).toHaveURL(path);
  await expect(box).toHaveValue("");

  // Neither the suggestions nor their code is requested before the box is used.
  const requestedUrls: string[] = [];
  page.on("request", (request) => void requestedUrls.push(request.url()));
  await page.goto("/terms");
  await waitUntilInteractive(page);
  expect(requestedUrls.filter((url) => url.includes("suggestions"))).toEqual([]);

  await test.step("every state of the search page fits the screen and is accessible", async () => {
    const issues: string[] = [];
    for (const query of [
      "",
      "?q=wallet",
      "?q=foo:bar+walet",
      "?q=mara&kind=people",
      "?q=qqxxzzyyqq&kind=news",
      "?q=a",
    ]) {
      await showScreen(page, `/search${query}`);
      issues.push(...(await findIssuesAtWidths(page)).map((issue) => `${query}: ${issue}`));
    }
    expect(issues).toEqual([]);
  });
});

test("on a phone, the search box fills the header, and a suggestion can be tapped", async ({
  openContext,
}) => {
  const context = await openContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.goto("/terms");
  await waitUntilInteractive(page);
  await getHeaderBox(page).tap();
  await expect.poll(async () => (await getHeaderBox(page).boundingBox())?.width ?? 0).toBeGreaterThan(320);
  await getHeaderBox(page).pressSequentially("wallet", { delay: 15 });
  const option = page.getByRole("option").filter({ hasText: "Post" }).first();
  await expect(option).toBeInViewport({ ratio: 1 });
  expect(await findViolationsInThemes(page)).toEqual([]);
  await option.tap();
  await expect(page).toHaveURL(/\/forum\/[\w-]+$/);
});
