import type { Locator, Page } from "@playwright/test";
import { findViolationsInThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getScore, getToast, getVoteArrow, waitUntilInteractive } from "./forum.ts";
import { createMember, generateName } from "./members.ts";

const UNDO = { name: "Undo your vote on this post" };

/** Votes and waits until the vote is counted: the score changes before, and a next vote would cancel the request. */
async function voteAndWait(page: Page, arrow: Locator): Promise<void> {
  const responsePromise = page.waitForResponse((response) => response.url().endsWith("/vote.data"));
  await arrow.click();
  expect((await responsePromise).ok()).toBe(true);
}

test("a second vote is refused, and Undo next to the vote takes it back", async ({
  page,
  member: _,
  allowProblem,
}) => {
  allowProblem(/status of 409 /);
  await page.goto(await createPost(page, { title: `A slip ${generateName()}`, content: "Words." }));
  await waitUntilInteractive(page);
  const article = page.getByRole("article");
  const undo = article.getByRole("button", UNDO);
  await expect(undo).toHaveCount(0);
  const initialBox = await article.boundingBox();
  await voteAndWait(page, getVoteArrow(article, "down"));
  await expect(getScore(article)).toHaveText("-1");
  await getVoteArrow(article, "up").click();
  await expect(getToast(page, "Already Voted")).toContainText("You've already voted on this post.");
  await expect(getScore(article)).toHaveText("-1");
  expect((await article.boundingBox())?.height).toBe(initialBox?.height);

  await undo.press("Enter");
  await expect(getScore(article)).toHaveText("0");
  await expect(undo).toHaveCount(0);
  await expect(getVoteArrow(article, "down")).toBeFocused();
  await voteAndWait(page, getVoteArrow(article, "up"));
  await page.reload();
  await expect(getScore(article)).toHaveText("1");
  await expect(undo).toBeVisible();
});

test("a vote is shown when a second one is refused, even if the first one's response never arrived", async ({
  page,
  member: _,
  allowProblem,
}) => {
  allowProblem(/status of 409 /);
  await page.goto(await createPost(page, { title: `Lost ${generateName()}`, content: "Words." }));
  await waitUntilInteractive(page);
  const article = page.getByRole("article");
  // The first vote is counted, but its response is withheld.
  let isCounted = false;
  await page.route(
    /\/vote\b/,
    async (route) => {
      await route.fetch();
      isCounted = true;
    },
    { times: 1 },
  );
  await getVoteArrow(article, "down").click();
  await expect.poll(() => isCounted).toBe(true);
  await getVoteArrow(article, "up").click();
  await expect(getToast(page, "Already Voted")).toBeVisible();
  await expect(getScore(article)).toHaveText("-1");
  await expect(article.getByRole("button", UNDO)).toBeVisible();
});

test("Undo is accessible", async ({ openContext }) => {
  const page = await (await openContext({ bypassCSP: true, reducedMotion: "reduce" })).newPage();
  await createMember(page.context());
  await page.goto(await createPost(page, { title: `Undone ${generateName()}`, content: "Words." }));
  await waitUntilInteractive(page);
  await getVoteArrow(page.getByRole("article"), "up").click();
  await expect(page.getByRole("button", UNDO)).toBeVisible();
  expect(await findViolationsInThemes(page)).toEqual([]);
});

test("without scripts, Undo is a form that returns to the post", async ({ openContext, allowProblem }) => {
  // A browser with scripts disabled reports blocked scripts like this.
  allowProblem(/request failed: .*\.js csp$/);
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await createMember(page.context());
  const path = await createPost(page, { title: `By hand ${generateName()}`, content: "Words." });
  await page.goto(path);
  const article = page.getByRole("article");
  await getVoteArrow(article, "up").click();
  await expect(getToast(page, "Vote Recorded")).toBeVisible();
  await article.getByRole("button", UNDO).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(getScore(article)).toHaveText("0");
  await expect(article.getByRole("button", UNDO)).toHaveCount(0);
  await getVoteArrow(article, "down").click();
  await expect(getScore(article)).toHaveText("-1");
});
