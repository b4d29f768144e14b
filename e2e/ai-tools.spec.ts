import { readFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { AXE_CONTEXT, faultsAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { alive, toastWith } from "./forum.ts";

/** The tools as they are without a provider: the built-in analysts answer. */

const CARDS = [
  ["Sentiment Analysis", "Analyze market sentiment from social media and news", "Analytics"],
  ["Price Prediction", "AI-powered cryptocurrency price forecasting", "Trading"],
  ["Crypto Assistant", "Ask questions about blockchain and crypto", "Assistant"],
  ["Content Generator", "Generate crypto trading insights and analysis", "Content"],
  ["Smart Contract Scanner", "Analyze smart contracts for security vulnerabilities", "Security"],
  ["Portfolio Optimizer", "Optimize your crypto portfolio using AI algorithms", "Trading"],
] as const;

const main = (page: Page) => page.getByRole("main");
const cards = (page: Page) => main(page).locator("li > a[href*='tool=']:has(.font-semibold)");
const input = (page: Page) => page.getByLabel("Input");
const results = (page: Page) => page.getByRole("region", { name: "Results" });

async function open(page: Page, tool: string) {
  await page.goto(`/ai-tools?tool=${tool}`);
  await alive(page);
}

/** Tries the first of a tool's examples, and waits for the answer. */
async function tryExample(page: Page, at = 0) {
  await page.getByRole("list", { name: "Examples to try" }).getByRole("link").nth(at).click();
  await page.getByRole("button", { name: "Analyze" }).click();
  const done = toastWith(page, "Analysis Complete");
  await expect(done).toContainText("AI-powered analysis generated successfully");
  await done.getByRole("button", { name: "Dismiss" }).click();
}

async function exported(page: Page, form: string): Promise<{ file: Download; text: string }> {
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: form, exact: true }).click(),
  ]);
  return { file, text: readFileSync(await file.path(), "utf8") };
}

test("six cards, six filters that narrow them, and the page says that no model is asked", async ({
  page,
}) => {
  await page.goto("/ai-tools");
  await alive(page);
  await expect(page.getByRole("heading", { level: 1, name: "AI Tools Suite" })).toBeVisible();
  await expect(page.getByText("No AI model is asked.")).toBeVisible();
  await expect(page.getByText(/Powered by/)).toHaveCount(0);
  await expect(cards(page)).toHaveCount(6);
  for (const [at, texts] of CARDS.entries())
    for (const text of texts) await expect(cards(page).nth(at)).toContainText(text);

  const filters = page.getByRole("form", { name: "Filter the tools" }).getByRole("button");
  await expect(filters).toHaveText(["All", "Analytics", "Trading", "Assistant", "Content", "Security"]);
  for (const name of ["Analytics", "Trading", "Assistant", "Content", "Security"]) {
    await filters.filter({ hasText: name }).click();
    await expect(page).toHaveURL(`/ai-tools?filter=${name.toLowerCase()}`);
    await expect(filters.filter({ hasText: name })).toHaveAttribute("aria-pressed", "true");
    const shown = CARDS.filter(([, , category]) => category === name).map(([tool]) => tool);
    await expect(cards(page).locator(".font-semibold")).toHaveText(shown);
  }
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL("/ai-tools?filter=content");
  await expect(cards(page).locator(".font-semibold")).toHaveText(["Content Generator"]);
});

test("one card is selected at a time; the address says which, and Back goes back", async ({ page }) => {
  await page.goto("/ai-tools");
  await alive(page);
  const selected = main(page).locator("a[aria-current=true]");
  await expect(selected).toHaveCount(0);
  await cards(page).filter({ hasText: "Price Prediction" }).click();
  await expect(selected).toContainText("Price Prediction");
  await expect(page).toHaveURL("/ai-tools?tool=prediction");
  await expect(page).toHaveTitle(/^Price Prediction · AI Tools Suite/);
  await expect(input(page)).toHaveAttribute("rows", "4");
  await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
  await cards(page).filter({ hasText: "Portfolio Optimizer" }).click();
  await expect(selected).toHaveCount(1);
  await expect(selected).toContainText("Portfolio Optimizer");
  await page.goBack();
  await expect(selected).toContainText("Price Prediction");
  await page.reload();
  await expect(page.getByRole("region", { name: "Price Prediction" })).toBeVisible();
});

test("an empty input and one that is too long are told in their place, and nothing is sent", async ({
  page,
}) => {
  await open(page, "sentiment");
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().includes("/functions/")) sent += 1;
  });
  await input(page).fill("   \n ");
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect(toastWith(page, "Error")).toContainText("Please enter some text to analyze");
  await expect(input(page)).toHaveAttribute("aria-invalid", "true");
  await expect(input(page)).toBeFocused();
  await input(page).fill("word ".repeat(13_000));
  await page.keyboard.press("Control+Enter");
  await expect(
    page.getByText("This is 65,000 characters long; at most 60,000 can be analyzed at once.").first(),
  ).toBeVisible();
  await expect(input(page)).toHaveValue("word ".repeat(13_000));
  expect(sent).toBe(0);
});

test("an example is analyzed; answer and input outlive a reload, another tool and signing out", async ({
  page,
  member,
}) => {
  await open(page, "sentiment");
  await tryExample(page, 1);
  await expect(results(page)).toContainText("Positive");
  await expect(results(page).getByText(/^Answered by the built-in analyst, \d{4}-/)).toBeVisible();
  await expect(page.getByText(/^[\d,]+ left today$/)).toBeVisible();
  const words = await input(page).inputValue();
  const answer = await results(page).locator(".prose").first().innerText();

  await cards(page).filter({ hasText: "Crypto Assistant" }).click();
  await expect(input(page)).toHaveValue("");
  await input(page).fill("A question that is not asked yet");
  await cards(page).filter({ hasText: "Sentiment Analysis" }).click();
  await expect(input(page)).toHaveValue(words);
  await page.reload();
  await expect(input(page)).toHaveValue(words);
  await expect(results(page).locator(".prose").first()).toHaveText(answer, { useInnerText: true });

  await page.getByRole("button", { name: `Account menu of ${member.username}` }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(input(page)).toHaveValue(words);
  await cards(page).filter({ hasText: "Crypto Assistant" }).click();
  await expect(input(page)).toHaveValue("A question that is not asked yet");
});

test("what an example replaced comes back by undo", async ({ page }) => {
  await open(page, "chatbot");
  await input(page).fill("My own words");
  await page.getByRole("link", { name: "What is a rollup?" }).click();
  await expect(input(page)).toHaveValue("What is a rollup?");
  await page.keyboard.press("Control+z");
  await expect(input(page)).toHaveValue("My own words");
});

test("a topic's answer cites what the site says of it, and its drivers are drawn", async ({ page }) => {
  await open(page, "sentiment");
  await tryExample(page);
  const citation = results(page)
    .getByRole("link", { name: /^Source \d+: / })
    .first();
  const name = await citation.innerText();
  await citation.click();
  const source = page.locator(`#source-${name.slice(1, -1)}`);
  await expect(source).toBeFocused();
  await expect(page).toHaveURL("/ai-tools?tool=sentiment");
  await expect(source.getByRole("link")).toHaveAttribute("href", /^\/(news|forum)\//);
  const figure = results(page).getByRole("figure", { name: "What drives it" });
  await figure.getByText("Show as a table").click();
  await expect(figure.getByRole("columnheader")).toHaveText(["Quote", "Weight", "Source"]);
  expect(await figure.getByRole("row").count()).toBeGreaterThan(1);
});

test("a forecast is drawn with its bands, labelled as sample, with its table", async ({ page }) => {
  await open(page, "prediction");
  await tryExample(page);
  const figure = results(page).getByRole("figure", { name: /^BTC in US dollars/ });
  await expect(figure.getByRole("img", { name: /^BTC until \d{4}-\d\d-\d\d: forecast \$/ })).toBeVisible();
  await expect(figure.getByText("Sample", { exact: true })).toBeVisible();
  await figure.getByText("Show as a table").click();
  await expect(figure.getByRole("row").nth(1)).toContainText("(forecast)");
  await expect(results(page)).toContainText("This is not advice.");
});

test("an answer is copied, and exported as Markdown and JSON", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "sentiment");
  await tryExample(page, 1);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(toastWith(page, "Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("**Positive**");

  const markdown = await exported(page, "Markdown");
  expect(markdown.file.suggestedFilename()).toMatch(/^sentiment-analysis-\d{4}-\d\d-\d\d\.md$/);
  expect(markdown.text).toContain("# Sentiment Analysis\n\n- Answered by: the built-in analyst\n- Time: 2");
  expect(markdown.text).toContain(await input(page).inputValue());

  const { file, text } = await exported(page, "JSON");
  expect(file.suggestedFilename()).toMatch(/\.json$/);
  expect(JSON.parse(text)).toMatchObject({
    tool: "sentiment",
    input: await input(page).inputValue(),
    answeredBy: "analyst",
    model: null,
    ending: "whole",
    answer: expect.stringContaining("**Positive**"),
    picture: { kind: "drivers" },
    findings: [],
  });
});

test("on paper there is the answer, under its tool's name and what was asked", async ({ page }) => {
  await open(page, "sentiment");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await tryExample(page, 1);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe("light");
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await expect(page.getByRole("button", { name: "Analyze" })).toBeHidden();
  await expect(page.locator(".print-only")).toContainText("Sentiment Analysis");
  await expect(page.locator(".print-only")).toContainText("institutional inflows surge");
  await expect(page.locator("#tool .prose").first()).toContainText("Positive");
});

test("without scripts a tool is chosen, tried and answered by links and the form", async ({
  openContext,
  allowProblem,
}) => {
  allowProblem(/request failed: .*\.js csp$/);
  allowProblem(/status of 422 /);
  const context = await openContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/ai-tools");
  await page.getByRole("button", { name: "Trading" }).click();
  await expect(page).toHaveURL("/ai-tools?filter=trading");
  await expect(cards(page)).toHaveCount(2);
  await cards(page).filter({ hasText: "Price Prediction" }).click();
  await expect(page).toHaveURL("/ai-tools?tool=prediction&filter=trading#tool");
  await page.getByRole("link", { name: "Bitcoin, 30 days" }).click();
  await expect(input(page)).toHaveValue("BTC for the next 30 days");
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect(results(page)).toContainText("This is not advice.");
  await expect(page.getByRole("heading", { name: "Results" })).toBeInViewport();
  await expect(results(page).getByRole("img", { name: /^BTC until/ })).toBeVisible();
  await expect(input(page)).toHaveValue("BTC for the next 30 days");
  await input(page).fill("  ");
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect(page.getByText("Please enter some text to analyze")).toBeVisible();
});

test("the scanner's findings lead to their lines, and are exported as SARIF", async ({ page }) => {
  await open(page, "scanner");
  await tryExample(page);
  const findings = results(page).getByRole("region", { name: /^Findings/ });
  await expect(findings.getByText("high impact").first()).toBeVisible();
  const toLine = findings.getByRole("button", { name: /^Go to line \d+$/ }).first();
  const line = Number(/\d+/.exec((await toLine.textContent()) ?? "")?.[0]);
  await toLine.click();
  await expect(input(page)).toBeFocused();
  const [selected, wanted] = await input(page).evaluate(
    (field: HTMLTextAreaElement, at) => [
      field.value.slice(field.selectionStart, field.selectionEnd),
      field.value.split("\n")[at - 1],
    ],
    line,
  );
  expect(selected).toBe(wanted);

  const { file, text } = await exported(page, "SARIF");
  expect(file.suggestedFilename()).toMatch(/^smart-contract-scanner-.*\.sarif$/);
  const sarif = JSON.parse(text);
  expect(sarif.version).toBe("2.1.0");
  expect(sarif.runs[0].results.length).toBe(await findings.getByRole("listitem").count());
});

test("a portfolio is drawn as it is and as proposed, with the frontier", async ({ page }) => {
  await open(page, "optimizer");
  await tryExample(page);
  const allocation = results(page).getByRole("figure", { name: /^Allocation/ });
  await expect(allocation.locator("ul").last().getByRole("listitem").first()).toContainText("%");
  await allocation.getByText("Show as a table").click();
  await expect(allocation.getByRole("columnheader")).toHaveText(["Asset", "Now", "Proposed", "Change"]);
  await expect(
    results(page).getByRole("img", { name: /^The best return for each risk\. .*risk \d+\.\d%, return/ }),
  ).toBeVisible();
});

for (const [tool, expected] of [
  ["chatbot", /rollup/i],
  ["generator", /Bitcoin/],
] as const) {
  test(`${tool}: its example is answered with sources`, async ({ page }) => {
    await open(page, tool);
    await tryExample(page);
    await expect(results(page).locator(".prose").first()).toContainText(expected);
    await expect(results(page).getByRole("region", { name: "Sources" })).toBeVisible();
  });
}

for (const theme of ["dark", "light"] as const) {
  test(`no fault at any width, whatever the answer: ${theme}`, async ({ openContext, baseURL }) => {
    test.setTimeout(180_000);
    const context = await openContext(AXE_CONTEXT);
    await context.addCookies([{ name: "theme", value: theme, url: baseURL ?? "" }]);
    const page = await context.newPage();
    const found: string[] = [];
    for (const tool of ["sentiment", "prediction", "scanner", "optimizer"]) {
      await open(page, tool);
      await tryExample(page);
      for (const summary of await results(page).locator("summary").all()) await summary.click();
      found.push(...(await faultsAtWidths(page)).map((fault) => `${tool}: ${fault}`));
    }
    await page.getByRole("button", { name: "Export" }).click();
    found.push(...(await faultsAtWidths(page)).map((fault) => `export menu: ${fault}`));
    expect(found).toEqual([]);
  });
}
