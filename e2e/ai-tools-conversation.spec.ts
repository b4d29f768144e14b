import type { ServerResponse } from "node:http";
import type { Page } from "@playwright/test";
import type { Program } from "#server/testing/program.ts";
import { getInput, getResults } from "./ai-tools.ts";
import {
  type ReceivedCall,
  sendAnswer,
  sendError,
  sendTokens,
  sendToolCalls,
  startTestProvider,
  type TestProvider,
} from "./ai-tools-provider.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { startOwnProgram } from "./global-setup.ts";

/** The tests share a separate instance with two models of a fake provider, which each test controls. */
test.describe.configure({ mode: "serial" });

let provider: TestProvider;
let program: Program;

test.beforeAll(async () => {
  provider = await startTestProvider();
  program = await startOwnProgram({
    DEMO: "on",
    AUTH_RATE_LIMITS: "off",
    AI_BASE_URL: provider.baseUrl,
    AI_MODEL: "first/alpha-1,second/beta-2",
  });
});
test.afterAll(async () => {
  await program?.stop();
  provider?.close();
});

async function openAssistant(page: Page) {
  await page.goto(`${program.url}/ai-tools?tool=chatbot`);
  await waitUntilInteractive(page);
}

const sendQuestion = (page: Page) => page.getByRole("button", { name: "Analyze" }).click();

/** Asks a question, which the model answers with `answer`, and waits until the answer is complete. */
async function ask(page: Page, question: string, answer: string) {
  provider.handler = (response) => sendAnswer(response, answer);
  await getInput(page).fill(question);
  await sendQuestion(page);
  await expect(getAnswer(page)).toHaveText(answer);
  await expect(page.getByRole("button", { name: "Analyze" })).toBeEnabled();
}

// Both are longer than a line on a phone.
const QUESTION = "First question that is quite a bit longer than one line on a phone can be?";
const QUERY = "a query that is long ".repeat(6).trim();

const getAnswer = (page: Page) => getResults(page).locator(".tool-answer .prose");
const getConversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
const getQuestions = (page: Page) => getConversation(page).locator("summary");

/** The earlier questions and answers that a call to the model contains, without the sources. */
const getTurnsText = (call: ReceivedCall | undefined) =>
  /<conversation>\n([\s\S]*)\n<\/conversation>/.exec(call?.messages.at(1)?.content ?? "")?.[1] ?? "";

/** Records the calls to the provider from now on, and answers them with `handle`. */
function recordCalls(handle: (response: ServerResponse, call: ReceivedCall) => void): ReceivedCall[] {
  const calls: ReceivedCall[] = [];
  provider.handler = (response, call) => {
    calls.push(call);
    handle(response, call);
  };
  return calls;
}

test("the selected model answers, is named and remembered; if it has been removed, another one answers", async ({
  page,
  allowProblem,
}) => {
  allowProblem(/functions\/v1\/chat/);
  await openAssistant(page);
  const model = page.getByLabel("Model");
  await expect(model.locator("option")).toHaveText(["Automatic", "Alpha 1", "Beta 2"]);
  await expect(model).toHaveValue("");
  const calls = recordCalls((response) => sendAnswer(response, "Hello."));
  await getInput(page).fill("Who are you?");
  await model.selectOption("Beta 2");
  await sendQuestion(page);
  await expect(getResults(page).getByText(/^Answered by second\/beta-2/)).toBeVisible();
  expect(calls.map((call) => call.model)).toEqual(["second/beta-2"]);
  await page.reload();
  await waitUntilInteractive(page);
  await expect(model).toHaveValue("second/beta-2");

  // Simulates an operator removing a model while the page is open.
  await page.route("**/functions/v1/chat", async (route) => {
    const body = route.request().postDataJSON();
    await route.continue({
      postData: JSON.stringify({
        ...body,
        model: body.model === "second/beta-2" ? "third/gone" : body.model,
      }),
    });
  });
  await sendQuestion(page);
  await expect(getResults(page).getByText(/^Answered by first\/alpha-1/)).toBeVisible();
  await page.unroute("**/functions/v1/chat");
  await page.evaluate(() => localStorage.setItem("lattice-ai-model", "third/gone"));
  await page.reload();
  await waitUntilInteractive(page);
  await expect(model).toHaveValue("");
});

test("without JavaScript, the selected model answers too, and stays selected", async ({ plain }) => {
  provider.handler = (response, call) => sendAnswer(response, `I am ${call.model}.`);
  await plain.goto(`${program.url}/ai-tools?tool=chatbot`);
  await plain.submit("Analyze", { Input: "Who are you?", Model: "Beta 2" });
  expect(plain.find("region", "Results").text).toContain("I am second/beta-2.");
  expect(plain.find("field", "Model").value).toBe("second/beta-2");
});

test("an answer can be stopped and regenerated, its question can be edited, and it shows what the model looked up; the conversation survives a reload", async ({
  page,
  allowProblem,
}) => {
  allowProblem(/functions\/v1\/chat/);
  await openAssistant(page);

  await test.step("Escape stops an answer; the part that has arrived remains, and the answer can be regenerated", async () => {
    provider.handler = (response) => sendTokens(response, "Half an answer");
    await getInput(page).fill("Tell me more");
    await sendQuestion(page);
    await expect(getAnswer(page)).toHaveText("Half an answer");
    await page.keyboard.press("Escape");
    await expect(getResults(page).getByText("Stopped before it was complete.")).toBeVisible();
    await expect(getAnswer(page)).toHaveText("Half an answer");
    await expect(page.getByRole("heading", { name: "Results" })).toBeFocused();
    await expect.poll(() => provider.countOpenCalls()).toBe(0);

    const calls = recordCalls((response) => sendAnswer(response, "A whole answer."));
    await page.getByRole("button", { name: "Regenerate" }).click();
    await expect(getAnswer(page)).toHaveText("A whole answer.");
    await expect(getQuestions(page)).toHaveCount(0);
    expect(calls.map(getTurnsText)).toEqual([""]);
  });

  await test.step("regenerating replaces the last answer; if it fails, the last answer stays", async () => {
    await page.getByRole("button", { name: "New conversation" }).click();
    await ask(page, QUESTION, "First answer.");
    await ask(page, "Second question?", "Second answer.");
    await expect(getQuestions(page)).toHaveText([QUESTION]);
    await getInput(page).fill("Not sent yet");
    const calls = recordCalls((response) => sendAnswer(response, "Another answer."));
    await page.getByRole("button", { name: "Regenerate" }).click();
    await expect(getAnswer(page)).toHaveText("Another answer.");
    await expect(getQuestions(page)).toHaveText([QUESTION]);
    await expect(getInput(page)).toHaveValue("Not sent yet");
    expect(calls).toHaveLength(1);
    expect(getTurnsText(calls[0])).toBe(`Question: ${QUESTION}\nAnswer: First answer.`);
    expect(calls[0]?.messages.at(1)?.content).toContain("<request>\nSecond question?\n</request>");

    provider.handler = (response) => sendError(response, 500, null);
    await page.getByRole("button", { name: "Regenerate" }).click();
    const toast = getToast(page, "Error");
    await expect(toast).toContainText("Failed to connect to AI service");
    await toast.getByRole("button", { name: "Dismiss" }).click();
    await expect(toast).toHaveCount(0);
    await expect(getAnswer(page)).toHaveText("Another answer.");
    await expect(getQuestions(page)).toHaveText([QUESTION]);
  });

  await test.step("editing a question drops its answer and all later turns, but not before the new answer has begun", async () => {
    await ask(page, "Third question?", "Third answer.");
    await getInput(page).fill("A draft");

    const editButton = page.getByRole("button", { name: "Edit the question: Second question?" });
    await editButton.click();
    await expect(getInput(page)).toBeFocused();
    await expect(getInput(page)).toHaveValue("Second question?");
    await expect(
      page.getByText("Your edited question will replace the original, its answer and everything after it."),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(getInput(page)).toHaveValue("A draft");
    await expect(page.getByText("Your edited question will replace")).toHaveCount(0);

    await editButton.click();
    await getInput(page).fill("Second question, edited?");
    provider.handler = (response) => sendError(response, 500, null);
    await sendQuestion(page);
    await expect(getToast(page, "Error")).toContainText("Failed to connect to AI service");
    await expect(getInput(page)).toHaveValue("Second question, edited?");
    await expect(getQuestions(page)).toHaveText([QUESTION, "Second question?"]);
    await expect(getAnswer(page)).toHaveText("Third answer.");

    const calls = recordCalls((response) => sendAnswer(response, "New answer."));
    await sendQuestion(page);
    await expect(getAnswer(page)).toHaveText("New answer.");
    expect(calls.map(getTurnsText)).toEqual([`Question: ${QUESTION}\nAnswer: First answer.`]);
    await expect(getQuestions(page)).toHaveText([QUESTION]);
    await expect(getInput(page)).toHaveValue("A draft");

    // Edits the last question.
    await getResults(page)
      .getByRole("button", { name: "Edit the question: Second question, edited?" })
      .click();
    await expect(getInput(page)).toHaveValue("Second question, edited?");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(getInput(page)).toBeFocused();
    await expect(getInput(page)).toHaveValue("A draft");
  });

  await test.step("lookups are shown as the model makes them, and the answer cites a result; the page is accessible at any width", async () => {
    let openResponse: ServerResponse | undefined;
    provider.handler = (response, { messages }) => {
      if (messages.at(-1)?.role !== "tool")
        return sendToolCalls(
          response,
          ["search_site", { query: QUERY }],
          ["get_prices", { assets: ["BTC"] }],
        );
      const [, number] = /\[(\d+)\] prices/.exec(messages.at(-1)?.content ?? "") ?? [];
      sendTokens(response, `It costs something [${number}].`);
      openResponse = response;
    };
    await getInput(page).fill("What does cold storage cost?");
    await sendQuestion(page);
    const lookups = getResults(page).getByRole("list", { name: "Lookups" });
    await expect(lookups.getByRole("listitem")).toHaveText([
      /^Searched the site for “a query that is long .*…”$/,
      "Checked the prices of BTC",
    ]);
    await expect(getAnswer(page)).toContainText("It costs something");
    await expect.poll(() => openResponse !== undefined).toBe(true);
    if (openResponse) sendAnswer(openResponse, " Really.");
    await expect(getAnswer(page)).toContainText("Really.");
    await expect(getResults(page).getByRole("region", { name: "Sources" })).toContainText(
      "Prices on this site, in US dollars",
    );
    await getAnswer(page).getByRole("link").click();
    await expect(
      getResults(page).getByRole("region", { name: "Sources" }).getByRole("listitem"),
    ).toBeFocused();
    await page.reload();
    await waitUntilInteractive(page);
    await expect(lookups.getByRole("listitem")).toHaveCount(2);
    await expect(getQuestions(page)).toHaveText([QUESTION, "Second question, edited?"]);
    await page.getByRole("button", { name: `Edit the question: ${QUESTION}` }).click();
    expect(await findIssuesAtWidths(page)).toEqual([]);
  });
});
