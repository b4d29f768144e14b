import type { ServerResponse } from "node:http";
import type { Page } from "@playwright/test";
import type { Program } from "#server/testing/program.ts";
import { getInput, getResults } from "./ai-tools.ts";
import {
  sendAnswer,
  sendError,
  sendTokens,
  startTestProvider,
  type TestProvider,
} from "./ai-tools-provider.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { startOwnProgram } from "./global-setup.ts";

/** The tests share a separate instance with a fake model provider, which each test controls. */
test.describe.configure({ mode: "serial" });

let provider: TestProvider;
let program: Program;

test.beforeAll(async () => {
  provider = await startTestProvider();
  program = await startOwnProgram({
    DEMO: "on",
    AUTH_RATE_LIMITS: "off",
    AI_BASE_URL: provider.baseUrl,
    // No token in these tests may end with the first characters of the key, because such text is withheld.
    AI_API_KEY: "0123456789abcdef",
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

async function submitInput(page: Page, text: string) {
  await getInput(page).fill(text);
  await page.getByRole("button", { name: "Analyze" }).click();
}

const startConversation = (page: Page) => page.getByRole("button", { name: "New conversation" }).click();

/** Waits for an error, and dismisses it, so that it isn't mistaken for the next one. */
async function expectError(page: Page, message: string) {
  const toast = getToast(page, "Error");
  await expect(toast).toContainText(message);
  await toast.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast).toHaveCount(0);
}

/** Begins the answer to the next call with these tokens, and resolves with the response, which stays open. */
function beginNextAnswer(...tokens: string[]): Promise<ServerResponse> {
  return new Promise((resolve) => {
    provider.handler = (response) => {
      sendTokens(response, ...tokens);
      resolve(response);
    };
  });
}

test("the page names the model but doesn't mention the expired offer", async ({ plain }) => {
  await plain.goto(`${program.url}/ai-tools`);
  expect(plain.text).toContain("Powered by Gemini 2.5 Flash");
  expect(plain.text).not.toContain("Free until");
});

test("an answer is shown as it grows, without active content, and if it is stopped or interrupted, the part that has arrived remains", async ({
  page,
}) => {
  await openAssistant(page);

  await test.step("an answer is shown as it grows; the input and the button are disabled until it is complete", async () => {
    const responsePromise = beginNextAnswer("The first ", "words **of");
    await submitInput(page, "What is a nonce?");
    const response = await responsePromise;
    await expect(getResults(page).getByText("The first words **of")).toBeVisible();
    await expect(getResults(page).getByText("AI is thinking...")).toBeVisible();
    await expect(getResults(page)).toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
    await expect(getInput(page)).toBeDisabled();
    await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Stop" })).toBeFocused();

    sendAnswer(response, " it** and the last.");
    await expect(getToast(page, "Analysis Complete")).toContainText(
      "AI-powered analysis generated successfully",
    );
    await expect(getResults(page).locator("strong")).toHaveText("of it");
    await expect(getResults(page).getByText(/^Answered by google\/gemini-2\.5-flash/)).toBeVisible();
    await expect(page.getByText("AI is thinking...")).toHaveCount(0);
    await expect(getResults(page)).toHaveAttribute("aria-busy", "false");
    await expect(page.getByRole("button", { name: "Analyze" })).toBeEnabled();
    await expect(getInput(page)).toHaveValue("What is a nonce?");
    await expect(page.getByRole("heading", { name: "Results" })).toBeFocused();
    await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
  });

  await test.step("stopping ends the call to the model, and the partial answer remains", async () => {
    await startConversation(page);
    const responsePromise = beginNextAnswer("Half a ", "thought");
    await submitInput(page, "Tell me more");
    await responsePromise;
    await expect(getResults(page).getByText("Half a thought")).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(getResults(page).getByText("Stopped before it was complete.")).toBeVisible();
    await expect(getResults(page).getByText("Half a thought")).toBeVisible();
    await expect(page.getByRole("button", { name: "Analyze" })).toBeEnabled();
    await expect.poll(() => provider.countOpenCalls()).toBe(0);
    await expect(page.getByRole("region", { name: "Messages" }).getByText("Error")).toHaveCount(0);
  });

  await test.step("the received part of an interrupted answer remains", async () => {
    await startConversation(page);
    const responsePromise = beginNextAnswer("As far as ", "this");
    await submitInput(page, "Go on");
    const response = await responsePromise;
    await expect(getResults(page).getByText("As far as this")).toBeVisible();
    response.destroy();
    await expectError(page, "Failed to connect to AI service");
    await expect(getResults(page).getByText("As far as this")).toBeVisible();
    await expect(getResults(page).getByText("Interrupted before it was complete.")).toBeVisible();
  });

  await test.step("model output can't load resources, link to other sites or run scripts", async () => {
    await startConversation(page);
    const requestedUrls: string[] = [];
    page.on("request", (request) => requestedUrls.push(request.url()));
    provider.handler = (response) =>
      sendAnswer(
        response,
        '![pixel](https://evil.example/p.png) <img src=x onerror="window.isCompromised=1"> ',
        "[here](https://evil.example) [there](javascript:window.isCompromised=1) <script>window.isCompromised=1</script>\n\n",
        "`code <b>` and [the forum](//evil.example) [9]",
      );
    await submitInput(page, "Be hostile");
    await expect(getResults(page).getByText("code <b>")).toBeVisible();
    await expect(getResults(page)).toHaveAttribute("aria-busy", "false");
    expect(await page.evaluate(() => (window as { isCompromised?: number }).isCompromised)).toBeUndefined();
    await expect(getResults(page).locator("img, script, .prose a")).toHaveCount(0);
    expect(requestedUrls.filter((url) => !url.startsWith(program.url) && !url.startsWith("blob:"))).toEqual(
      [],
    );
  });

  await test.step("another tool can be used at the same time, and each still shows its answer; leaving the page ends the call", async () => {
    await startConversation(page);
    const responsePromise = beginNextAnswer("Slowly");
    await submitInput(page, "A slow one");
    const response = await responsePromise;
    await expect(getResults(page).getByText("Slowly")).toBeVisible();
    await page.getByRole("link", { name: /^Content Generator/ }).click();
    await expect(page.getByRole("link", { name: /^Crypto Assistant/ })).toContainText("Processing...");
    provider.handler = (otherResponse) => sendAnswer(otherResponse, "- A point");
    await getInput(page).fill("Fees");
    await page.keyboard.press("Control+Enter");
    await expect(getResults(page).locator(".prose li")).toHaveText("A point");
    await page.goBack();
    await expect(getInput(page)).toHaveValue("A slow one");
    await expect(getResults(page).getByText("Slowly")).toBeVisible();
    sendTokens(response, " on");
    await expect(getResults(page).getByText("Slowly on")).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Forum" }).click();
    await expect.poll(() => provider.countOpenCalls()).toBe(0);
    await page.goBack();
    await expect(getResults(page).getByText("Slowly on")).toBeVisible();
    await expect(getResults(page).getByText("Stopped before it was complete.")).toBeVisible();
  });
});

test("errors are explained, and nothing typed is lost", async ({ page, allowProblem }) => {
  allowProblem(/functions\/v1\/chat/);
  await openAssistant(page);

  await test.step("a provider's error is shown in a toast, and nothing typed is lost", async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    for (const [name, handler, message] of [
      [
        "429",
        (r) => sendError(r, 429, { message: "Slow down" }),
        "Rate limits exceeded. Please try again later.",
      ],
      [
        "402",
        (r) => sendError(r, 402, { message: "Pay" }),
        "Payment required. Please add funds to your AI provider workspace.",
      ],
      [
        "a wrong key",
        (r) => sendError(r, 401, { message: "Incorrect key." }),
        "Failed to connect to AI service. Please contact an administrator.",
      ],
      [
        "an error of the provider's own",
        (r) => sendError(r, 500, { message: "upstream broke" }),
        "Failed to connect to AI service. Please try again later.",
      ],
    ] as [string, TestProvider["handler"], string][]) {
      await test.step(`${name} is shown in a toast`, async () => {
        provider.handler = handler;
        const question = `A carefully written question, answered with ${name}`;
        await submitInput(page, question);
        await expect(getToast(page, "Error")).toBeVisible();
        await expect(getInput(page)).toHaveValue(question);
        await expect(page.getByRole("button", { name: "Analyze" })).toBeEnabled();
        await expect(getInput(page)).toBeFocused();
        await expect(getInput(page)).toBeInViewport();
        await expectError(page, message);
      });
    }
    await test.step("the question is still there after a reload", async () => {
      await page.reload();
      await waitUntilInteractive(page);
      await expect(getInput(page)).toHaveValue(/^A carefully written question, answered with an error of/);
    });
  });

  await test.step("an empty response body and a failed connection are reported", async () => {
    await page.route("**/functions/v1/chat", (route) => route.fulfill({ status: 200, body: "" }), {
      times: 1,
    });
    await submitInput(page, "Is anyone there?");
    await expectError(page, "No response body received");
    await page.route("**/functions/v1/chat", (route) => route.abort("connectionrefused"), { times: 1 });
    await page.getByRole("button", { name: "Analyze" }).click();
    await expectError(page, "We can't reach the server. Please try again in a moment.");
    await expect(getInput(page)).toHaveValue("Is anyone there?");
  });
});

test("without JavaScript, the form returns a page with the model's answer", async ({ plain }) => {
  const findResults = () => plain.find("region", "Results");
  provider.handler = (response) => sendAnswer(response, "A **complete** answer.");
  await plain.goto(`${program.url}/ai-tools?tool=chatbot`);
  await plain.submit("Analyze", { Input: "Line one\nline two" });
  expect(findResults().find("strong").text).toBe("complete");
  expect(plain.find("field", "Input").value).toBe("Line one\nline two");
  provider.handler = (response) => sendError(response, 429, null);
  await plain.submit("Analyze");
  // The page opens at the results, so the error is shown there.
  expect(findResults().text).toContain("Rate limits exceeded. Please try again later.");
  expect(plain.find("field", "Input").value).toBe("Line one\nline two");
});
