import type { Page } from "@playwright/test";
import { confirmDeletion, getConversations, getInput, getResults, openTool } from "./ai-tools.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { createMember, type TestMember } from "./members.ts";
import { showScreen } from "./screens.ts";

/** A member's saved conversations, as the tools' pages show them. */

const getSwitch = (page: Page) => page.getByRole("switch", { name: "Save my conversations" });
const getConversation = (page: Page, title: string) =>
  getConversations(page).getByRole("link", { name: new RegExp(`^${title.replace("?", "\\?")}`) });
const getSearch = (page: Page) => page.getByRole("searchbox", { name: "Search your conversations" });

async function ask(page: Page, input: string) {
  await getInput(page).fill(input);
  await page.getByRole("button", { name: "Analyze" }).click();
  const toast = getToast(page, "Analysis Complete");
  await expect(toast).toBeVisible();
  await toast.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast).toHaveCount(0);
}

async function openPanel(page: Page) {
  await page.getByRole("link", { name: "History", exact: true }).click();
  await expect(getConversations(page)).toBeVisible();
}

async function signOut(page: Page, { username }: TestMember) {
  await page.getByRole("button", { name: `Account menu: ${username}` }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
}

const listStoredKeys = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("lattice-ai:")));

test("a member saves conversations, and finds, continues, renames and deletes them in a panel", async ({
  page,
  plain,
  member: _,
}) => {
  await openTool(page, "chatbot");

  await test.step("nothing is saved until the member turns saving on", async () => {
    await expect(getSwitch(page)).toHaveAttribute("aria-checked", "false");
    await ask(page, "What is impermanent loss?");
    await expect(getResults(page)).toContainText("The conversation stays in this tab.");
    await openPanel(page);
    await expect(getConversations(page)).toContainText("Nothing saved. Turn on “Save my conversations”");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "History" })).toHaveCount(0);
    await getSwitch(page).click();
    await expect(getToast(page, "History turned on")).toBeVisible();
    await expect(getSwitch(page)).toHaveAttribute("aria-checked", "true");
  });

  await test.step("a conversation is found, and opens with its saved answer", async () => {
    await page.getByRole("button", { name: "New conversation" }).click();
    await ask(page, "What is a rollup?");
    const answer = await getResults(page).locator(".prose").first().innerText();
    await page.getByRole("button", { name: "New conversation" }).click();
    await ask(page, "What is impermanent loss?");
    await openPanel(page);
    await expect(getConversations(page).getByRole("listitem")).toHaveCount(2);
    await getSearch(page).fill("rollups");
    await expect(getConversations(page).getByRole("listitem")).toHaveCount(1);
    await expect(getConversations(page).locator("mark").first()).toHaveText("rollup");
    await getSearch(page).fill("nothing like it");
    await expect(getConversations(page)).toContainText("No conversations contain all of these words.");
    await getSearch(page).fill("layer roll");
    await getConversation(page, "What is a rollup?").click();
    await expect(page).toHaveURL(/conversation=[\w-]+#results$/);
    await expect(getResults(page).getByRole("heading", { name: "Results" })).toBeFocused();
    await expect(page.getByRole("dialog", { name: "History" })).toHaveCount(0);
    await expect(getResults(page).locator(".prose").first()).toHaveText(answer, { useInnerText: true });
    await expect(getInput(page)).toHaveValue("");
  });
  const { pathname, search } = new URL(page.url());
  const path = `${pathname}${search}`;

  await test.step("the conversation is continued, here and in another tab", async () => {
    await ask(page, "Explain it more simply");
    await expect(getResults(page)).toContainText("shorter answer");
    await expect(getResults(page)).toContainText("The conversation is saved in your history.");
    await plain.goto(path);
    expect(plain.find("region", "Results").text).toContain("shorter answer");
    await plain.submit("Analyze", { Input: "What is a sequencer?" });
    await ask(page, "What is a bridge?");
    await plain.goto(path);
    for (const question of [
      "What is a rollup?",
      "Explain it more simply",
      "What is a sequencer?",
      "What is a bridge?",
    ])
      expect(plain.find("region", "Results").text).toContain(question);
  });

  await test.step("the conversation is renamed with the keyboard", async () => {
    await openPanel(page);
    await getConversations(page).getByRole("link", { name: "Rename What is a rollup?" }).click();
    await page.getByRole("textbox", { name: "New title for What is a rollup?" }).fill("Scaling");
    await page.keyboard.press("Enter");
    await expect(getToast(page, "Conversation renamed")).toBeVisible();
    await expect(getConversations(page).getByRole("link", { name: "Rename Scaling" })).toBeFocused();
  });

  await test.step("a deleted conversation disappears from the page behind the panel too, and its own page says that it's gone", async () => {
    await getConversations(page).getByRole("button", { name: "Delete Scaling" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this conversation?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(getConversation(page, "Scaling")).toBeVisible();
    await getConversations(page).getByRole("button", { name: "Delete Scaling" }).click();
    await confirmDeletion(page, "Delete this conversation?");
    await expect(getToast(page, "Conversation deleted")).toBeVisible();
    await expect(getConversation(page, "Scaling")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/ai-tools\?tool=chatbot$/);
    await expect(getResults(page)).toContainText("Your answer will appear here");
    await plain.goto(path);
    expect(plain.status).toBe(404);
    expect(plain.text).toContain("This conversation doesn't exist or was deleted.");
  });

  await test.step("editing a question replaces its saved turn, and removes the later ones", async () => {
    await plain.goto("/ai-tools/history");
    await plain.submit("Delete your history");
    await ask(page, "What is impermanent loss?");
    await ask(page, "Explain it more simply");
    await page.getByRole("button", { name: "Edit the question: What is impermanent loss?" }).click();
    await ask(page, "What is a rollup?");
    await plain.goto("/ai-tools/history");
    // Nothing remains of the earlier question, not even in the title.
    const list = plain.find("region", "Conversations").findAll("listitem");
    expect(list.map(({ text }) => text)).toEqual([expect.stringMatching(/^What is a rollup\?/)]);
    await plain.follow(plain.find("region", "Conversations").find("link", /^What is a rollup\?/));
    expect(plain.find("region", "Results").text).toContain("A layer 2 that runs transactions elsewhere");
    expect(plain.find("region", "Conversation").findAll("listitem")).toHaveLength(0);
  });
});

test("signing out removes the member's answers from the tab, and a visitor's answers stay when they sign in", async ({
  page,
}) => {
  await openTool(page, "chatbot");
  await ask(page, "What is a rollup?");
  const member = await createMember(page.context());
  await page.reload();
  await expect(getSwitch(page)).toBeVisible();
  await expect(getResults(page)).toContainText("Rollup");
  await waitUntilInteractive(page);
  await signOut(page, member);
  await expect(getResults(page)).toContainText("Your answer will appear here");
  await expect(getInput(page)).toHaveValue("");
  await expect(getSwitch(page)).toHaveCount(0);

  await test.step("signing out on another page also removes the answers from the tab", async () => {
    const otherMember = await createMember(page.context());
    await openTool(page, "chatbot");
    await expect(getResults(page)).toContainText("Your answer will appear here");
    await ask(page, "What is a rollup?");
    await showScreen(page, "/terms");
    expect(await listStoredKeys(page)).not.toEqual([]);
    await signOut(page, otherMember);
    await expect.poll(() => listStoredKeys(page)).toEqual([]);
  });
});
