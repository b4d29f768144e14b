import type { ServerResponse } from "node:http";
import type { Page } from "@playwright/test";
import type { Program } from "#server/testing/program.ts";
import { begin, refuse, say, startTestProvider, type TestProvider } from "./ai-tools-provider.ts";
import { expect, test } from "./fixtures.ts";
import { toastWith, waitUntilInteractive } from "./forum.ts";
import { startOwnProgram } from "./global-setup.ts";

/** A separate program with a fake model provider that each test controls. */
test.describe.configure({ mode: "serial" });

let provider: TestProvider;
let program: Program;

test.beforeAll(async () => {
  provider = await startTestProvider();
  program = await startOwnProgram({
    DEMO: "on",
    AUTH_RATE_LIMITS: "off",
    AI_BASE_URL: provider.baseUrl,
    // No token in these tests may end like the start of the key, because such text is held back.
    AI_API_KEY: "0123456789abcdef",
  });
});
test.afterAll(async () => {
  await program?.stop();
  provider?.close();
});

const input = (page: Page) => page.getByLabel("Input");
const results = (page: Page) => page.getByRole("region", { name: "Results" });

async function ask(page: Page, words: string, tool = "chatbot") {
  await page.goto(`${program.url}/ai-tools?tool=${tool}`);
  await waitUntilInteractive(page);
  await input(page).fill(words);
  await page.getByRole("button", { name: "Analyze" }).click();
}

/** Resolves with the next call's response, which stays open. */
function openNextCall(...tokens: string[]): Promise<ServerResponse> {
  return new Promise((resolve) => {
    provider.handler = (response) => {
      begin(response, ...tokens);
      resolve(response);
    };
  });
}

test("the page names the model without the expired offer", async ({ page }) => {
  await page.goto(`${program.url}/ai-tools`);
  await expect(page.getByText("Powered by Gemini 2.5 Flash", { exact: true })).toBeVisible();
  await expect(page.getByText(/Free until/)).toHaveCount(0);
});

test("an answer is shown as it grows; input and button are disabled until it is complete", async ({
  page,
}) => {
  const held = openNextCall("The first ", "words **of");
  await ask(page, "What is a nonce?");
  const response = await held;
  await expect(results(page).getByText("The first words **of")).toBeVisible();
  await expect(results(page).getByText("AI is thinking...")).toBeVisible();
  await expect(results(page)).toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
  await expect(input(page)).toBeDisabled();
  await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Stop" })).toBeFocused();

  say(response, " it** and the last.");
  await expect(toastWith(page, "Analysis Complete")).toContainText(
    "AI-powered analysis generated successfully",
  );
  await expect(results(page).locator("strong")).toHaveText("of it");
  await expect(results(page).getByText(/^Answered by google\/gemini-2\.5-flash/)).toBeVisible();
  await expect(page.getByText("AI is thinking...")).toHaveCount(0);
  await expect(results(page)).toHaveAttribute("aria-busy", "false");
  await expect(page.getByRole("button", { name: "Analyze" })).toBeEnabled();
  await expect(input(page)).toHaveValue("What is a nonce?");
  await expect(page.getByRole("heading", { name: "Results" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
});

test("stopping ends the model's call and keeps the partial answer", async ({ page }) => {
  const held = openNextCall("Half a ", "thought");
  await ask(page, "Tell me more");
  await held;
  await expect(results(page).getByText("Half a thought")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(results(page).getByText("Stopped before it was complete.")).toBeVisible();
  await expect(results(page).getByText("Half a thought")).toBeVisible();
  await expect(page.getByRole("button", { name: "Analyze" })).toBeEnabled();
  await expect.poll(() => provider.open()).toBe(0);
  await expect(page.getByRole("region", { name: "Messages" }).getByText("Error")).toHaveCount(0);
});

test("another tool can be used at the same time, and each keeps its answer; leaving the page ends the call", async ({
  page,
}) => {
  const held = openNextCall("Slowly");
  await ask(page, "A slow one");
  const response = await held;
  await expect(results(page).getByText("Slowly")).toBeVisible();
  await page.getByRole("link", { name: /^Content Generator/ }).click();
  await expect(page.getByRole("link", { name: /^Crypto Assistant/ })).toContainText("Processing...");
  provider.handler = (other) => say(other, "- A point");
  await input(page).fill("Fees");
  await page.keyboard.press("Control+Enter");
  await expect(results(page).locator(".prose li")).toHaveText("A point");
  await page.goBack();
  await expect(input(page)).toHaveValue("A slow one");
  await expect(results(page).getByText("Slowly")).toBeVisible();
  begin(response, " on");
  await expect(results(page).getByText("Slowly on")).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Forum" }).click();
  await expect.poll(() => provider.open()).toBe(0);
  await page.goBack();
  await expect(results(page).getByText("Slowly on")).toBeVisible();
  await expect(results(page).getByText("Stopped before it was complete.")).toBeVisible();
});

for (const [name, act, words] of [
  ["429", (r) => refuse(r, 429, { message: "Slow down" }), "Rate limits exceeded. Please try again later."],
  [
    "402",
    (r) => refuse(r, 402, { message: "Pay" }),
    "Payment required. Please add funds to your AI provider workspace.",
  ],
  [
    "an error with words",
    (r) => refuse(r, 400, { message: "This text cannot be read." }),
    "This text cannot be read.",
  ],
  ["an error without words", (r) => refuse(r, 500, null), "Failed to connect to AI service"],
] as [string, TestProvider["handler"], string][]) {
  test(`${name} is shown in a toast, and nothing typed is lost`, async ({ page, allowProblem }) => {
    allowProblem(/functions\/v1\/chat/);
    provider.handler = act;
    await ask(page, "Words that were work");
    await expect(toastWith(page, "Error")).toContainText(words);
    await expect(input(page)).toHaveValue("Words that were work");
    await expect(page.getByRole("button", { name: "Analyze" })).toBeEnabled();
    await expect(input(page)).toBeFocused();
    await page.reload();
    await waitUntilInteractive(page);
    await expect(input(page)).toHaveValue("Words that were work");
  });
}

test("an interrupted answer is kept as far as it got", async ({ page }) => {
  const held = openNextCall("As far as ", "this");
  await ask(page, "Go on");
  const response = await held;
  await expect(results(page).getByText("As far as this")).toBeVisible();
  response.destroy();
  await expect(toastWith(page, "Error")).toContainText("Failed to connect to AI service");
  await expect(results(page).getByText("As far as this")).toBeVisible();
  await expect(results(page).getByText("Interrupted before it was complete.")).toBeVisible();
});

test("an empty body and a lost network are reported", async ({ page, allowProblem }) => {
  allowProblem(/functions\/v1\/chat/);
  await page.route("**/functions/v1/chat", (route) => route.fulfill({ status: 200, body: "" }), { times: 1 });
  await ask(page, "Is anybody there?");
  await expect(toastWith(page, "Error")).toContainText("No response body received");
  await page.route("**/functions/v1/chat", (route) => route.abort("connectionrefused"), { times: 1 });
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect(toastWith(page, "Error")).toContainText("Failed to fetch");
  await expect(input(page)).toHaveValue("Is anybody there?");
});

test("model output loads nothing, links nowhere else and runs nothing", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  provider.handler = (response) =>
    say(
      response,
      '![pixel](https://evil.example/p.png) <img src=x onerror="window.hurt=1"> ',
      "[here](https://evil.example) [there](javascript:window.hurt=1) <script>window.hurt=1</script>\n\n",
      "`code <b>` and [the forum](//evil.example) [9]",
    );
  await ask(page, "Be hostile");
  await expect(toastWith(page, "Analysis Complete")).toBeVisible();
  await expect(results(page).getByText("code <b>")).toBeVisible();
  expect(await page.evaluate(() => (window as { hurt?: number }).hurt)).toBeUndefined();
  await expect(results(page).locator("img, script, .prose a")).toHaveCount(0);
  expect(asked.filter((url) => !url.startsWith(program.url) && !url.startsWith("blob:"))).toEqual([]);
});

test("without scripts the form returns the model's answer with the page", async ({
  openContext,
  allowProblem,
}) => {
  allowProblem(/request failed: .*\.js csp$/);
  allowProblem(/status of 429 /);
  const context = await openContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  provider.handler = (response) => say(response, "A **whole** answer.");
  await page.goto(`${program.url}/ai-tools?tool=chatbot`);
  await input(page).fill("Line one\nline two");
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect(results(page).locator("strong")).toHaveText("whole");
  await expect(input(page)).toHaveValue("Line one\nline two");
  provider.handler = (response) => refuse(response, 429, null);
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect(page.getByText("Rate limits exceeded. Please try again later.")).toBeVisible();
  await expect(input(page)).toHaveValue("Line one\nline two");
});
