import { formatToolCall } from "#core/ai/tools.ts";
import { confirmDeletion, getConversations } from "./ai-tools.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, type Requester, sendForm, waitUntilInteractive } from "./forum.ts";
import { createMember, type TestMember } from "./members.ts";
import { PlainPage } from "./plain-page.ts";

/** The page of a member's saved conversations. */

/** Turns the history on with the form that works without JavaScript. */
async function turnHistoryOn(page: Requester) {
  const response = await sendForm(page, "/ai-tools/history", new URLSearchParams({ intent: "save-on" }));
  expect(response.status()).toBe(302);
  await page.context().clearCookies({ name: "lattice-notice" });
}

/** Sends a question to the API, as a member's page does, and returns the ID of the saved conversation. */
async function askDirectly(
  page: Requester,
  { session }: TestMember,
  messages: ReturnType<typeof formatToolCall>,
  conversationId: string | null,
) {
  const response = await page.request.post("/functions/v1/chat", {
    headers: { Authorization: `Bearer ${session.access_token}` },
    data: { messages, history: { conversation: conversationId } },
  });
  return /"conversation":"([\w-]+)"/.exec(await response.text())?.[1] ?? null;
}

test("no one else can open a conversation, and visitors have no history", async ({
  plain,
  member,
  openContext,
}) => {
  await turnHistoryOn(plain);
  const id = await askDirectly(plain, member, formatToolCall("chatbot", "What is a rollup?"), null);
  const path = `/ai-tools?tool=chatbot&conversation=${id}`;
  await plain.goto(path);
  const answer = "A layer 2 that runs transactions elsewhere";
  expect(plain.find("region", "Results").text).toContain(answer);

  const visitor = new PlainPage(await openContext());
  await visitor.goto("/ai-tools");
  expect(visitor.find("h1").text).toBe("AI Tools Suite");
  expect(visitor.text).not.toContain("Save my conversations");
  expect(visitor.findAll("link", "History")).toHaveLength(0);
  const transcriptPath = `/ai-tools/history?conversation=${id}`;
  for (const url of [path, "/ai-tools/history", transcriptPath]) {
    await visitor.goto(url);
    expect(visitor.path).toMatch(/^\/auth\?next=%2Fai-tools/);
  }
  await createMember(visitor.context());
  for (const url of [path, transcriptPath]) {
    await visitor.goto(url);
    expect(visitor.status).toBe(404);
    expect(visitor.find("main").text).toContain("This conversation doesn't exist or was deleted.");
    expect(visitor.source).not.toContain(answer);
  }
  const response = await visitor.request.get("/ai-tools/history");
  expect(response.headers()["cache-control"]).toMatch(/no-store|private/);
});

test("a long history is loaded page by page, and can be deleted all at once", async ({
  page,
  plain,
  member,
}) => {
  await turnHistoryOn(page);
  for (let number = 1; number <= 33; number += 1)
    await askDirectly(page, member, formatToolCall("optimizer", `BTC ${number}\nETH 4`), null);
  await page.goto("/ai-tools/history");
  await waitUntilInteractive(page);
  await expect(getConversations(page).getByRole("listitem")).toHaveCount(30);
  await getConversations(page).getByRole("link", { name: "Load more" }).click();
  await expect(getConversations(page).getByRole("listitem")).toHaveCount(33);
  await test.step("two deletions in a row both take effect, even if the first is still being sent when the second begins", async () => {
    const { promise: releasePromise, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/ai-tools\/history\.data/, async (route) => {
      if (route.request().method() === "POST") await releasePromise;
      await route.continue();
    });
    for (const name of ["BTC 33 ETH 4", "BTC 32 ETH 4"]) {
      await getConversations(page)
        .getByRole("button", { name: `Delete ${name}` })
        .click();
      await confirmDeletion(page, "Delete this conversation?");
    }
    release();
    await expect(getToast(page, "Conversation deleted").first()).toBeVisible();
    await expect(getConversations(page).getByRole("listitem")).toHaveCount(31);
    await expect
      .poll(async () => {
        await plain.goto("/ai-tools/history");
        return plain.findAll("button", /^Delete BTC 3[23] /).length;
      })
      .toBe(0);
  });
  await getConversations(page).getByText("Delete all").click();
  await confirmDeletion(page, "Delete your history?");
  await expect(getToast(page, "History deleted")).toBeVisible();
  await expect(getConversations(page)).toContainText("Nothing saved yet.");
  await plain.goto("/ai-tools/history");
  expect(plain.find("region", "Conversations").text).toContain("Nothing saved yet.");
});

test("a long conversation opens at its end, and earlier turns are loaded on demand", async ({
  page,
  plain,
  member,
}) => {
  await turnHistoryOn(page);
  let conversationId: string | null = null;
  for (let number = 1; number <= 6; number += 1) {
    const question = `Question ${number}: what is a rollup?${" And a bridge?".repeat(1200)}`;
    const id: string | null = await askDirectly(
      page,
      member,
      formatToolCall("chatbot", question),
      conversationId,
    );
    conversationId ??= id;
  }
  const path = `/ai-tools?tool=chatbot&conversation=${conversationId}`;
  const questions = page.getByRole("region", { name: "Conversation", exact: true }).locator("summary");
  const expectQuestions = (numbers: readonly number[]) =>
    expect(questions).toHaveText(numbers.map((number) => new RegExp(`^Question ${number}:`)));
  await page.goto(path);
  await waitUntilInteractive(page);
  await expectQuestions([4, 5]);
  const earlierLink = page.getByRole("link", { name: "Show earlier answers" });
  await earlierLink.click();
  await expectQuestions([1, 2, 3, 4, 5]);
  await expect(questions.first()).toBeFocused();
  await expect(earlierLink).toHaveCount(0);
  await questions.first().press("Enter");
  await expect(
    page.getByRole("region", { name: "Conversation", exact: true }).locator(".prose").first(),
  ).toBeVisible();

  const readQuestions = () =>
    plain
      .find("region", "Conversation")
      .findAll("summary")
      .map(({ text }) => Number(/^Question (\d):/.exec(text)?.[1]));
  await plain.goto(path);
  expect(readQuestions()).toEqual([4, 5]);
  await plain.follow("Show earlier answers");
  expect(readQuestions()).toEqual([1, 2, 3]);
  expect(plain.findAll("link", "Show earlier answers")).toHaveLength(0);
  await plain.follow("Back to the latest answer");
  expect(readQuestions()).toEqual([4, 5]);
});

test("without JavaScript, the history is a page with forms and one list for all tools", async ({
  plain,
  member: _,
}) => {
  const readSection = (title: string) => plain.find("region", title).text;
  const readItems = () =>
    plain
      .find("region", "Conversations")
      .findAll("listitem")
      .map(({ text }) => text);
  await plain.goto("/ai-tools?tool=chatbot");
  await plain.submit("Save my conversations");
  expect(plain.path).toBe("/ai-tools?tool=chatbot");
  expect(plain.notice).toContain("History turned on");
  await plain.submit("Analyze", { Input: "What is a rollup?" });
  expect(readSection("Results")).toContain("The conversation is saved in your history.");
  await plain.submit("Analyze", { Input: "Explain it more simply" });
  expect(readSection("Results")).toContain("shorter answer");

  await plain.follow("History");
  expect(plain.path).toBe("/ai-tools/history");
  expect(plain.findAll("meta").some((meta) => /noindex/.test(meta.attribute("content") ?? ""))).toBe(true);
  expect(readItems()).toEqual([expect.stringMatching(/What is a rollup\?.*2 answers/)]);
  const search = plain.find("field", "Search your conversations");
  await plain.submit(search.form, { [search.name]: "simply" });
  expect(plain.path).toBe("/ai-tools/history?q=simply");
  await plain.follow("Rename What is a rollup?");
  await plain.submit("Save", { "New title": "Scaling" });
  expect(plain.path).toBe("/ai-tools/history");
  await plain.follow(plain.find("region", "Conversations").find("link", /^Scaling/));
  expect(readSection("Results")).toContain("shorter answer");
  expect(readSection("Results")).toContain("What is a rollup?");

  await plain.goto("/ai-tools?tool=sentiment");
  await plain.submit("Analyze", { Input: "Bitcoin rallies after a strong week" });
  expect(readSection("Results")).toContain("Saved in your history");
  await plain.goto("/ai-tools?tool=scanner");
  const contract = "pragma solidity 0.7.0; contract Vault { address a = tx.origin; }";
  await plain.submit("Analyze", { Input: contract });
  await plain.goto("/ai-tools/history");
  expect(readItems()).toEqual([
    expect.stringMatching(/^Vault\s*Smart Contract Scanner/),
    expect.stringMatching(/^Bitcoin rallies after a strong week\s*Sentiment Analysis/),
    expect.stringMatching(/^Scaling/),
  ]);
  await plain.submit("Save my conversations");
  expect(plain.notice).toContain("History turned off");
  await plain.goto("/ai-tools?tool=sentiment");
  await plain.submit("Analyze", { Input: "Ethereum falls" });
  expect(readSection("Results")).not.toContain("Saved in your history");

  await plain.goto("/ai-tools/history");
  await plain.submit("Delete Scaling");
  expect(plain.notice).toContain("Conversation deleted");
  expect(readItems()).toHaveLength(2);
  await plain.submit("Delete your history");
  expect(plain.notice).toContain("History deleted");
  expect(readSection("Conversations")).toContain("Nothing saved");
});
