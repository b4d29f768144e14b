import type { Locator, Page } from "@playwright/test";
import { findViolationsInThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import {
  createPost,
  getPostCard,
  getScore,
  getToast,
  getVoteArrow,
  sendForm,
  waitUntilInteractive,
} from "./forum.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

const UNDO_BUTTON = { name: "Undo your vote on this post" };

/** Casts or takes back a vote, and waits for the server's response, because the score changes before it arrives. */
async function sendVote(page: Page, button: Locator): Promise<void> {
  const responsePromise = page.waitForResponse((response) => response.url().endsWith("/vote.data"));
  await button.press("Enter");
  expect((await responsePromise).ok()).toBe(true);
}

const readScore = async (plain: PlainPage, path: string) =>
  (await plain.goto(path)).find("article").find("output", "Score").text;

test("a member has one vote on a post, and votes cast in quick succession are each sent once", async ({
  page,
  plain,
  member: _,
  allowProblem,
  openContext,
}) => {
  const title = `A slip ${generateName()}`;
  const path = await createPost(page, { title, content: "Some text." });

  await test.step("a second vote is refused, and Undo takes the first one back", async () => {
    allowProblem(/status of 409 /);
    await page.goto(path);
    await waitUntilInteractive(page);
    const article = page.getByRole("article");
    const undoButton = article.getByRole("button", UNDO_BUTTON);
    await expect(undoButton).toHaveCount(0);
    const initialBox = await article.boundingBox();
    await sendVote(page, getVoteArrow(article, "down"));
    await expect(getScore(article)).toHaveText("-1");
    await getVoteArrow(article, "up").click();
    await expect(getToast(page, "Already Voted")).toContainText("You've already voted on this post.");
    await expect(getScore(article)).toHaveText("-1");
    expect((await article.boundingBox())?.height).toBe(initialBox?.height);
    expect(await findViolationsInThemes(page), "accessibility of Undo").toEqual([]);

    await sendVote(page, undoButton);
    await expect(getScore(article)).toHaveText("0");
    await expect(undoButton).toHaveCount(0);
    await expect(getVoteArrow(article, "down")).toBeFocused();
    await sendVote(page, getVoteArrow(article, "up"));
    expect(await readScore(plain, path)).toBe("1");
    expect(plain.find("article").find("button", UNDO_BUTTON.name)).toBeTruthy();
  });

  await test.step("a list that is loaded after the vote includes other members' later votes", async () => {
    const other = new PlainPage(await openContext());
    await createMember(other.context());
    await sendForm(other, `${path}/vote`, new URLSearchParams({ vote: "1" }));
    // Wait for the live update, which would otherwise correct the list's score.
    await expect(getScore(page.getByRole("article"))).toHaveText("2");
    await showScreen(page, `/forum?q=${encodeURIComponent(title)}`);
    await expect(getScore(getPostCard(page, title))).toHaveText("2");
  });

  await test.step("a vote is shown when a second one is refused, even if the first one's response never arrived", async () => {
    allowProblem(/status of 409 /);
    await showScreen(
      page,
      await createPost(page, { title: `Lost ${generateName()}`, content: "Some text." }),
    );
    const article = page.getByRole("article");
    // The vote on the previous post isn't shown on this one.
    await expect(getScore(article)).toHaveText("0");
    await expect(article.getByRole("button", UNDO_BUTTON)).toHaveCount(0);
    allowProblem(/request failed: .*\/vote\.data/);
    allowProblem(/Failed to load resource: net::ERR_CONNECTION_RESET/);
    // The first vote is counted, but its response is lost.
    await page.route(
      /\/vote\.data/,
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    // The score isn't checked, because a live update may already include the vote.
    await getVoteArrow(article, "down").click();
    await expect(getVoteArrow(article, "down")).toHaveAttribute("aria-pressed", "false");
    await getVoteArrow(article, "up").click();
    await expect(getToast(page, "Already Voted")).toBeVisible();
    await expect(getScore(article)).toHaveText("-1");
    await expect(article.getByRole("button", UNDO_BUTTON)).toBeVisible();
  });

  await test.step("a double click on an arrow counts as one vote, and isn't refused as a second vote", async () => {
    const sentVotes: string[] = [];
    page.on("requestfinished", (request) => {
      if (request.url().endsWith("/vote.data"))
        sentVotes.push(new URLSearchParams(request.postData() ?? "").get("vote") ?? "");
    });
    await showScreen(
      page,
      await createPost(page, { title: `Twice ${generateName()}`, content: "Some text." }),
    );
    const article = page.getByRole("article");
    await getVoteArrow(article, "up").dblclick();
    await expect(getToast(page, "Vote Recorded")).toBeVisible();
    await expect(getScore(article)).toHaveText("1");
    // Votes are sent in order, so a vote by the second click would arrive before this Undo.
    await article.getByRole("button", { name: "Undo your vote on this post" }).press("Enter");
    await expect.poll(() => sentVotes.at(-1)).toBe("0");
    expect(sentVotes).toEqual(["1", "0"]);
  });

  await test.step("votes cast in quick succession are each sent once and counted one after the other", async () => {
    const title = `Quick ${generateName()}`;
    const path = await createPost(page, { title, content: "Some text." });
    await showScreen(page, `/forum?q=${encodeURIComponent(title)}`);
    const post = getPostCard(page, title);
    await test.step("votes cast before the first one is rendered are each sent once", async () => {
      const sentVotes: (string | null | undefined)[] = [];
      page.on("request", (request) => {
        if (request.url().includes("/vote.data"))
          sentVotes.push(new URLSearchParams(request.postData() ?? "").get("vote"));
      });
      let responseCount = 0;
      page.on("response", (response) => {
        if (response.url().includes("/vote.data")) responseCount++;
      });
      const arrows = await post.getByRole("button", { name: /^(?:Up|Down)vote / }).elementHandles();
      await page.evaluate(async ([up, down]) => {
        (up as HTMLElement).click();
        (down as HTMLElement).click();
        // Microtasks are enough to send the first vote, but rendering it takes a new task.
        for (let count = 0; count < 20; count += 1) await null;
        (down as HTMLElement).click();
      }, arrows);
      await expect.poll(() => responseCount).toBe(3);
      expect(sentVotes).toEqual(["1", "-1", "-1"]);
      await expect(getScore(post)).toHaveText("0");
      expect(await readScore(plain, path)).toBe("0");
    });

    await test.step("votes cast while the first one is still being sent are counted one after the other", async () => {
      const { promise: releasePromise, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/vote\.data/, async (route) => {
        await releasePromise;
        await route.continue();
      });
      const readShownScore = () => getScore(post).textContent();
      await getVoteArrow(post, "up").click();
      expect(await readShownScore()).toBe("1");
      await getVoteArrow(post, "down").click();
      expect(await readShownScore()).toBe("-1");
      await getVoteArrow(post, "down").click();
      expect(await readShownScore()).toBe("0");
      await getVoteArrow(post, "up").click();
      expect(await readShownScore()).toBe("1");
      let responseCount = 0;
      page.on("response", (response) => {
        if (response.url().includes("/vote.data")) responseCount++;
      });
      release();
      await expect.poll(() => responseCount).toBe(4);
      expect(await readScore(plain, path)).toBe("1");
    });

    await test.step("a vote that is still waiting when the page is left is counted", async () => {
      await page.unrouteAll();
      const { promise: sendPromise, resolve: sendFirst } = Promise.withResolvers<void>();
      const { promise: countPromise, resolve: markCounted } = Promise.withResolvers<void>();
      // The first vote is counted, but its response never arrives.
      await page.route(
        /\/vote\.data/,
        async (route) => {
          await sendPromise;
          await route.fetch();
          markCounted();
        },
        { times: 1 },
      );
      await getVoteArrow(post, "down").click();
      await expect(getScore(post)).toHaveText("-1");
      await getVoteArrow(post, "down").click();
      await expect(getScore(post)).toHaveText("0");
      sendFirst();
      await countPromise;
      await page.goto("about:blank");
      await expect.poll(() => readScore(plain, path)).toBe("0");
    });
  });
});

test("without JavaScript, Undo is a form that returns to the post", async ({ plain, member: _ }) => {
  const path = await createPost(plain, { title: `By hand ${generateName()}`, content: "Some text." });
  const press = (name: string | RegExp) => plain.submit(plain.find("article").find("button", name));
  const readShownScore = () => plain.find("article").find("output", "Score").text;
  await plain.goto(path);
  await press(/^Upvote /);
  expect(plain.notice).toContain("Vote Recorded");
  await press(UNDO_BUTTON.name);
  expect(plain.path).toBe(path);
  expect(readShownScore()).toBe("0");
  expect(plain.findAll("button", UNDO_BUTTON.name)).toEqual([]);
  await press(/^Downvote /);
  expect(readShownScore()).toBe("-1");
});
