import type { APIResponse, Page } from "@playwright/test";
import { formatToolCall } from "#core/ai/tools.ts";
import { getInput, getResults, openTool } from "./ai-tools.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, sendForm, waitUntilInteractive } from "./forum.ts";
import { createMember } from "./members.ts";

/** A member's saved conversations with the AI tools. */

const getSwitch = (page: Page) => page.getByRole("switch", { name: "Save my conversations" });
const getList = (page: Page) => page.getByRole("region", { name: "Conversations" });
const getConversation = (page: Page, title: string) =>
  getList(page).getByRole("link", { name: new RegExp(`^${title.replace("?", "\\?")}`) });
const getSearch = (page: Page) => page.getByRole("searchbox", { name: "Search your conversations" });

/** Turns the history on with the form that works without JavaScript. */
async function turnOn(page: Page) {
  const response = await sendForm(page, "/ai-tools/history", new URLSearchParams({ intent: "save-on" }));
  expect(response.status()).toBe(302);
  await page.context().clearCookies({ name: "lattice-notice" });
}

async function ask(page: Page, input: string) {
  await getInput(page).fill(input);
  await page.getByRole("button", { name: "Analyze" }).click();
  const done = getToast(page, "Analysis Complete");
  await expect(done).toBeVisible();
  await done.getByRole("button", { name: "Dismiss" }).click();
  await expect(done).toHaveCount(0);
}

async function askTool(page: Page, tool: string, input: string) {
  await openTool(page, tool);
  await ask(page, input);
}

async function openPanel(page: Page) {
  await page.getByRole("link", { name: "History", exact: true }).click();
  await expect(getList(page)).toBeVisible();
}

const getStored = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("lattice-ai:")));

test("answers are saved once the member turns it on, in one list for all tools", async ({ page, member }) => {
  expect(member.username).toBeTruthy();
  await askTool(page, "chatbot", "What is impermanent loss?");
  await expect(getResults(page)).toContainText("The conversation stays in this tab.");
  await openPanel(page);
  await expect(getList(page)).toContainText("Nothing saved. Turn on “Save my conversations”");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "History" })).toHaveCount(0);

  await page.goto("/ai-tools");
  await waitUntilInteractive(page);
  await expect(getSwitch(page)).toHaveAttribute("aria-checked", "false");
  await getSwitch(page).click();
  await expect(getToast(page, "History turned on")).toBeVisible();
  await expect(getSwitch(page)).toHaveAttribute("aria-checked", "true");
  await page.reload();
  await expect(getSwitch(page)).toHaveAttribute("aria-checked", "true");
  await askTool(page, "sentiment", "Bitcoin rallies after a strong week");
  await expect(getResults(page)).toContainText("Saved in your history");
  await askTool(page, "scanner", "pragma solidity 0.7.0; contract Vault { address a = tx.origin; }");
  await page.goto("/ai-tools/history");
  await expect(getList(page).getByRole("listitem")).toHaveText([
    /^Vault\s*Smart Contract Scanner/,
    /^Bitcoin rallies after a strong week\s*Sentiment Analysis/,
  ]);
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);

  await waitUntilInteractive(page);
  await getSwitch(page).click();
  await expect(getToast(page, "History turned off")).toBeVisible();
  await askTool(page, "sentiment", "Ethereum falls");
  await expect(getResults(page)).not.toContainText("Saved in your history");
  await openPanel(page);
  await expect(getList(page).getByRole("listitem")).toHaveCount(2);
});

test("a conversation is found, opened as it was answered, and continued", async ({
  page,
  member,
  openContext,
}) => {
  await turnOn(page);
  await askTool(page, "chatbot", "What is a rollup?");
  const answer = await getResults(page).locator(".prose").first().innerText();
  await page.getByRole("button", { name: "New conversation" }).click();
  await ask(page, "What is impermanent loss?");
  await openPanel(page);
  await expect(getList(page).getByRole("listitem")).toHaveCount(2);
  await getSearch(page).fill("rollups");
  await expect(getList(page).getByRole("listitem")).toHaveCount(1);
  await expect(getList(page).locator("mark").first()).toHaveText("rollup");
  await getSearch(page).fill("nothing like it");
  await expect(getList(page)).toContainText("No conversations contain all of these words.");
  await getSearch(page).fill("layer roll");
  await getConversation(page, "What is a rollup?").click();
  await expect(page).toHaveURL(/conversation=[\w-]+#results$/);
  await expect(getResults(page).getByRole("heading", { name: "Results" })).toBeFocused();
  await expect(page.getByRole("dialog", { name: "History" })).toHaveCount(0);
  await expect(getResults(page).locator(".prose").first()).toHaveText(answer, { useInnerText: true });
  await expect(getInput(page)).toHaveValue("");

  await ask(page, "Explain it more simply");
  await expect(getResults(page)).toContainText("shorter answer");
  await expect(getResults(page)).toContainText("The conversation is saved in your history.");
  await page.reload();
  await waitUntilInteractive(page);
  await expect(getResults(page)).toContainText("shorter answer");
  await expect(getResults(page).getByText("What is a rollup?")).toBeVisible();

  // The same conversation is opened in another browser, and continued in both.
  const url = page.url();
  const context = await openContext();
  await context.addCookies(await page.context().cookies());
  const other = await context.newPage();
  await other.goto(url);
  await waitUntilInteractive(other);
  await expect(getResults(other)).toContainText("shorter answer");
  await ask(other, "What is a sequencer?");
  await ask(page, "What is a bridge?");
  await page.reload();
  for (const question of ["What is a rollup?", "Explain it more simply", "What is a sequencer?"])
    await expect(getResults(page).getByText(question, { exact: true })).toBeVisible();
  expect(member.username).toBeTruthy();
});

test("a conversation can be renamed and deleted, and all of them can be deleted together", async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy();
  await turnOn(page);
  await askTool(page, "chatbot", "What is a rollup?");
  await askTool(page, "sentiment", "Bitcoin");
  await askTool(page, "generator", "DeFi");
  await openTool(page, "chatbot");
  await openPanel(page);
  await getList(page).getByRole("link", { name: "Rename What is a rollup?" }).click();
  await page.getByRole("textbox", { name: "New title for What is a rollup?" }).fill("Scaling");
  await page.keyboard.press("Enter");
  await expect(getToast(page, "Conversation renamed")).toBeVisible();
  await expect(getConversation(page, "Scaling")).toBeVisible();
  await expect(getList(page).getByRole("link", { name: "Rename Scaling" })).toBeFocused();

  // Deleting it removes it from the page behind the panel, too.
  await getList(page).getByRole("button", { name: "Delete Scaling" }).click();
  const question = page.getByRole("dialog", { name: "Delete this conversation?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(getConversation(page, "Scaling")).toBeVisible();
  await getList(page).getByRole("button", { name: "Delete Scaling" }).click();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(getToast(page, "Conversation deleted")).toBeVisible();
  await expect(getConversation(page, "Scaling")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(getResults(page)).toContainText("Your answer will appear here");
  await page.reload();
  await expect(getResults(page)).toContainText("Your answer will appear here");

  await page.goto("/ai-tools/history");
  await waitUntilInteractive(page);
  await expect(getList(page).getByRole("listitem")).toHaveCount(2);
  await getList(page).getByText("Delete all").click();
  await page
    .getByRole("dialog", { name: "Delete your history?" })
    .getByRole("button", { name: "Delete", exact: true })
    .click();
  await expect(getToast(page, "History deleted")).toBeVisible();
  await expect(getList(page)).toContainText("Nothing saved yet.");
  await page.reload();
  await expect(getList(page)).toContainText("Nothing saved yet.");
  expect(await getStored(page)).not.toContain("lattice-ai:sentiment:answer");
});

test("an edited question replaces its saved answer and the later ones", async ({ page, member }) => {
  expect(member.username).toBeTruthy();
  await turnOn(page);
  await askTool(page, "chatbot", "What is impermanent loss?");
  await ask(page, "Explain it more simply");
  await page.getByRole("button", { name: "Edit the question: What is impermanent loss?" }).click();
  await ask(page, "What is a rollup?");
  await page.goto("/ai-tools/history");
  // No trace of the earlier question is left, not even in the title.
  await expect(getList(page).getByRole("listitem")).toHaveText([/^What is a rollup\?/]);
  await getConversation(page, "What is a rollup?").click();
  await expect(getResults(page)).toContainText("A layer 2 that runs transactions elsewhere");
  await expect(
    page.getByRole("region", { name: "Conversation", exact: true }).getByRole("listitem"),
  ).toHaveCount(0);
});

test("the open conversation's page says that it was deleted", async ({ page, member, allowProblem }) => {
  allowProblem(/status of 404/);
  expect(member.username).toBeTruthy();
  await turnOn(page);
  await askTool(page, "chatbot", "What is a rollup?");
  await openPanel(page);
  await getConversation(page, "What is a rollup?").click();
  await expect(page).toHaveURL(/conversation=/);
  const url = page.url();
  await openPanel(page);
  await getList(page).getByRole("button", { name: "Delete What is a rollup?" }).click();
  await page
    .getByRole("dialog", { name: "Delete this conversation?" })
    .getByRole("button", { name: "Delete", exact: true })
    .click();
  await expect(getToast(page, "Conversation deleted")).toBeVisible();
  await expect(page).toHaveURL(/\/ai-tools\?tool=chatbot$/);
  expect((await page.goto(url))?.status()).toBe(404);
  await expect(page.getByText("This conversation doesn't exist or was deleted.")).toBeVisible();
});

test("no one else can open it, and visitors have no history", async ({
  page,
  member,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 404/);
  expect(member.username).toBeTruthy();
  await turnOn(page);
  await askTool(page, "chatbot", "What is a rollup?");
  await openPanel(page);
  await getConversation(page, "What is a rollup?").click();
  await expect(page).toHaveURL(/conversation=/);
  const url = page.url();

  const context = await openContext();
  const visitor = await context.newPage();
  await visitor.goto("/ai-tools");
  await expect(visitor.getByRole("heading", { level: 1, name: "AI Tools Suite" })).toBeVisible();
  await expect(getSwitch(visitor)).toHaveCount(0);
  await expect(visitor.getByRole("link", { name: "History", exact: true })).toHaveCount(0);
  const transcript = `/ai-tools/history?conversation=${new URL(url).searchParams.get("conversation")}`;
  for (const path of [url, "/ai-tools/history", transcript]) {
    await visitor.goto(path);
    await expect(visitor).toHaveURL(/\/auth\?next=%2Fai-tools/);
  }
  await createMember(context);
  expect((await visitor.goto(url))?.status()).toBe(404);
  await expect(visitor.getByText("This conversation doesn't exist or was deleted.")).toBeVisible();
  await expect(getResults(visitor)).not.toContainText("rollup");
  expect((await visitor.goto(transcript))?.status()).toBe(404);
  await expect(visitor.getByRole("main")).toContainText("This conversation doesn't exist or was deleted.");
  await expect(visitor.getByRole("main")).not.toContainText("rollup");
  const response = await visitor.request.get("/ai-tools/history");
  expect(response.headers()["cache-control"]).toMatch(/no-store|private/);
});

test("signing out removes all of the member's answers from the tab", async ({ page, member }) => {
  await turnOn(page);
  await askTool(page, "chatbot", "What is a rollup?");
  await expect(getResults(page)).toContainText("Rollup");
  await page.getByRole("button", { name: `Account menu: ${member.username}` }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(getResults(page)).toContainText("Your answer will appear here");
  await expect(getInput(page)).toHaveValue("");
  await expect(getSwitch(page)).toHaveCount(0);
  await page.reload();
  await expect(getResults(page)).toContainText("Your answer will appear here");
});

test("signing out on another page also removes the answers from the tab", async ({ page, member }) => {
  await turnOn(page);
  await askTool(page, "chatbot", "What is a rollup?");
  await page.goto("/forum");
  await waitUntilInteractive(page);
  expect(await getStored(page)).not.toEqual([]);
  await page.getByRole("button", { name: `Account menu: ${member.username}` }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect.poll(() => getStored(page)).toEqual([]);
});

test("a long history continues at its end", async ({ page, member }) => {
  await turnOn(page);
  for (let count = 1; count <= 33; count += 1) {
    const response = await page.request.post("/functions/v1/chat", {
      headers: { Authorization: `Bearer ${member.session.access_token}` },
      data: { messages: formatToolCall("optimizer", `BTC ${count}\nETH 4`), history: { conversation: null } },
    });
    expect(await response.text()).toContain("[DONE]");
  }
  await page.goto("/ai-tools/history");
  await waitUntilInteractive(page);
  await expect(getList(page).getByRole("listitem")).toHaveCount(30);
  await getList(page).getByRole("link", { name: "Load more" }).click();
  await expect(getList(page).getByRole("listitem")).toHaveCount(33);
  await getList(page).getByRole("button", { name: "Delete BTC 1 ETH 4" }).click();
  const question = page.getByRole("dialog", { name: "Delete this conversation?" });
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(getToast(page, "Conversation deleted")).toBeVisible();
  await expect(getList(page).getByRole("listitem")).toHaveCount(32);
});

test("a long conversation opens at its end, and earlier turns are loaded on demand", async ({
  page,
  member,
  openContext,
  allowProblem,
}) => {
  allowProblem(/request failed: .*\.js csp$/);
  await turnOn(page);
  let conversation: string | null = null;
  for (let count = 1; count <= 6; count += 1) {
    const response: APIResponse = await page.request.post("/functions/v1/chat", {
      headers: { Authorization: `Bearer ${member.session.access_token}` },
      data: {
        messages: formatToolCall(
          "chatbot",
          `Question ${count}: what is a rollup?${" And a bridge?".repeat(1200)}`,
        ),
        history: { conversation },
      },
    });
    conversation ??= /"conversation":"([\w-]+)"/.exec(await response.text())?.[1] ?? null;
  }
  const path = `/ai-tools?tool=chatbot&conversation=${conversation}`;
  const getQuestions = (page: Page) =>
    page.getByRole("region", { name: "Conversation", exact: true }).locator("summary");
  const expectQuestions = (page: Page, counts: readonly number[]) =>
    expect(getQuestions(page)).toHaveText(counts.map((count) => new RegExp(`^Question ${count}:`)));
  await page.goto(path);
  await waitUntilInteractive(page);
  await expectQuestions(page, [4, 5]);
  const more = page.getByRole("link", { name: "Show earlier answers" });
  await more.click();
  await expectQuestions(page, [1, 2, 3, 4, 5]);
  await expect(getQuestions(page).first()).toBeFocused();
  await expect(more).toHaveCount(0);
  await getQuestions(page).first().press("Enter");
  await expect(
    page.getByRole("region", { name: "Conversation", exact: true }).locator(".prose").first(),
  ).toBeVisible();

  const context = await openContext({ javaScriptEnabled: false });
  await context.addCookies(await page.context().cookies());
  const plain = await context.newPage();
  await plain.goto(path);
  await expectQuestions(plain, [4, 5]);
  await plain.getByRole("link", { name: "Show earlier answers" }).click();
  await expectQuestions(plain, [1, 2, 3]);
  await expect(plain.getByRole("link", { name: "Show earlier answers" })).toHaveCount(0);
  await plain.getByRole("link", { name: "Back to the latest answer" }).click();
  await expectQuestions(plain, [4, 5]);
});

test("what a visitor asked stays on the page when they sign in", async ({ page }) => {
  await askTool(page, "chatbot", "What is a rollup?");
  await createMember(page.context());
  await page.reload();
  await expect(getSwitch(page)).toBeVisible();
  await expect(getResults(page)).toContainText("Rollup");
});

test("without JavaScript the history is a page with forms", async ({ openContext, allowProblem }) => {
  allowProblem(/request failed: .*\.js csp$/);
  const context = await openContext({ javaScriptEnabled: false });
  await createMember(context);
  const page = await context.newPage();
  await page.goto("/ai-tools?tool=chatbot");
  await getSwitch(page).click();
  await expect(page).toHaveURL("/ai-tools?tool=chatbot");
  await expect(page.getByText("History turned on")).toBeVisible();
  await getInput(page).fill("What is a rollup?");
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect(getResults(page)).toContainText("The conversation is saved in your history.");
  await getInput(page).fill("Explain it more simply");
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect(getResults(page)).toContainText("shorter answer");

  await page.getByRole("link", { name: "History", exact: true }).click();
  await expect(page).toHaveURL("/ai-tools/history");
  await expect(getList(page).getByRole("listitem")).toHaveText([/What is a rollup\?.*2 answers/s]);
  await getSearch(page).fill("simply");
  await getSearch(page).press("Enter");
  await expect(page).toHaveURL("/ai-tools/history?q=simply");
  await getList(page).getByRole("link", { name: "Rename What is a rollup?" }).click();
  await page.getByRole("textbox", { name: /^New title/ }).fill("Scaling");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL("/ai-tools/history");
  await getConversation(page, "Scaling").click();
  await expect(getResults(page)).toContainText("shorter answer");
  await expect(getResults(page).getByText("What is a rollup?")).toBeVisible();

  await page.goto("/ai-tools/history");
  await getList(page).getByRole("button", { name: "Delete Scaling" }).click();
  await expect(page.getByText("Conversation deleted")).toBeVisible();
  await expect(getList(page)).toContainText("Nothing saved yet.");

  await page.goto("/ai-tools?tool=sentiment");
  await getInput(page).fill("Bitcoin");
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect(getResults(page)).toContainText("Saved in your history");
  await page.goto("/ai-tools/history");
  await getList(page).getByText("Delete all").click();
  await page.getByRole("button", { name: "Delete your history" }).click();
  await expect(page.getByText("History deleted")).toBeVisible();
  await expect(getList(page)).toContainText("Nothing saved yet.");
});
