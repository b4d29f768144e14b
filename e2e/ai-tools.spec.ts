import type { Page } from "@playwright/test";
import { getInput, getResults, openTool, tryExample } from "./ai-tools.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { showScreen } from "./screens.ts";

/** Tests the page of a site without a model provider, where the built-in analyzers answer. */

const CARDS = [
  ["Sentiment Analysis", "Analyze market sentiment from social media and news", "Analytics"],
  ["Price Prediction", "AI-powered cryptocurrency price forecasting", "Trading"],
  ["Crypto Assistant", "Ask questions about blockchain and crypto", "Assistant"],
  ["Content Generator", "Generate crypto trading insights and analysis", "Content"],
  ["Smart Contract Scanner", "Analyze smart contracts for security vulnerabilities", "Security"],
  ["Portfolio Optimizer", "Optimize your crypto portfolio using AI algorithms", "Trading"],
] as const;

const getMain = (page: Page) => page.getByRole("main");
const getCards = (page: Page) => getMain(page).locator("li > a[href*='tool=']:has(.font-semibold)");

test("the cards can be filtered, one card is selected at a time, and a tool's input is checked before it is sent", async ({
  page,
  plain,
}) => {
  await test.step("the page has six cards and six filters, and says that no model is used", async () => {
    await page.goto("/ai-tools");
    await waitUntilInteractive(page);
    await expect(page.getByRole("heading", { level: 1, name: "AI Tools Suite" })).toBeVisible();
    await expect(page.getByText("No AI model is used.")).toBeVisible();
    await expect(page.getByText(/Powered by/)).toHaveCount(0);
    await expect(getCards(page)).toHaveCount(6);
    for (const [index, texts] of CARDS.entries())
      for (const text of texts) await expect(getCards(page).nth(index)).toContainText(text);

    const filters = page.getByRole("form", { name: "Filter the tools" }).getByRole("button");
    await expect(filters).toHaveText(["All", "Analytics", "Trading", "Assistant", "Content", "Security"]);
    for (const name of ["Analytics", "Trading", "Assistant", "Content", "Security"]) {
      await filters.filter({ hasText: name }).click();
      await expect(page).toHaveURL(`/ai-tools?filter=${name.toLowerCase()}`);
      await expect(filters.filter({ hasText: name })).toHaveAttribute("aria-pressed", "true");
      const toolNames = CARDS.filter(([, , category]) => category === name).map(([tool]) => tool);
      await expect(getCards(page).locator(".font-semibold")).toHaveText(toolNames);
    }
    await page.goBack();
    await expect(page).toHaveURL("/ai-tools?filter=content");
    await expect(getCards(page).locator(".font-semibold")).toHaveText(["Content Generator"]);
  });

  await test.step("one card is selected at a time; the URL says which, and Back works", async () => {
    await showScreen(page, "/ai-tools");
    const selectedCard = getMain(page).locator("a[aria-current=true]");
    await expect(selectedCard).toHaveCount(0);
    await getCards(page).filter({ hasText: "Price Prediction" }).click();
    await expect(selectedCard).toContainText("Price Prediction");
    await expect(page).toHaveURL("/ai-tools?tool=prediction");
    await expect(page).toHaveTitle(/^Price Prediction · AI Tools Suite/);
    await expect(getInput(page)).toHaveAttribute("rows", "4");
    await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
    await getCards(page).filter({ hasText: "Portfolio Optimizer" }).click();
    await expect(selectedCard).toHaveCount(1);
    await expect(selectedCard).toContainText("Portfolio Optimizer");
    await page.goBack();
    await expect(selectedCard).toContainText("Price Prediction");
    await plain.goto("/ai-tools?tool=prediction");
    plain.find("region", "Price Prediction");
  });

  await test.step("empty and oversized inputs are reported at the field, and nothing is sent", async () => {
    await showScreen(page, "/ai-tools?tool=sentiment");
    let requestCount = 0;
    page.on("request", (request) => {
      if (request.url().includes("/functions/")) requestCount += 1;
    });
    await getInput(page).fill("   \n ");
    await page.getByRole("button", { name: "Analyze" }).click();
    await expect(getToast(page, "Error")).toContainText("Please enter some text to analyze");
    await expect(getInput(page)).toHaveAttribute("aria-invalid", "true");
    await expect(getInput(page)).toBeFocused();
    await getInput(page).fill("word ".repeat(13_000));
    await page.keyboard.press("Control+Enter");
    await expect(
      page.getByText("Enter at most 60,000 characters. This text has 65,000.").first(),
    ).toBeVisible();
    await expect(getInput(page)).toHaveValue("word ".repeat(13_000));
    expect(requestCount).toBe(0);
  });

  await test.step("undo restores what an example replaced", async () => {
    await showScreen(page, "/ai-tools?tool=chatbot");
    await getInput(page).fill("My own words");
    await page.getByRole("link", { name: "What is a rollup?" }).click();
    await expect(getInput(page)).toHaveValue("What is a rollup?");
    await page.keyboard.press("Control+z");
    await expect(getInput(page)).toHaveValue("My own words");
  });
});

test("an example is analyzed; answer and input survive a reload and the use of another tool, and signing out clears the input", async ({
  page,
  member,
}) => {
  await openTool(page, "sentiment");
  await tryExample(page, 1);
  await expect(getResults(page)).toContainText("Positive");
  await expect(
    getResults(page).getByText(/^Answered by the built-in analyzer, \w+ \d+, \d{4}/),
  ).toBeVisible();
  await expect(page.getByText(/^Answers left today: \d+$/)).toBeVisible();
  const text = await getInput(page).inputValue();
  const answer = await getResults(page).locator(".prose").first().innerText();

  await getCards(page).filter({ hasText: "Crypto Assistant" }).click();
  await expect(getInput(page)).toHaveValue("");
  await getInput(page).fill("A question that hasn't been asked yet");
  await getCards(page).filter({ hasText: "Sentiment Analysis" }).click();
  await expect(getInput(page)).toHaveValue(text);
  await page.reload();
  await expect(getInput(page)).toHaveValue(text);
  await expect(getResults(page).locator(".prose").first()).toHaveText(answer, { useInnerText: true });

  await getCards(page).filter({ hasText: "Crypto Assistant" }).click();
  await expect(getInput(page)).toHaveValue("A question that hasn't been asked yet");
  await page.getByRole("button", { name: `Account menu: ${member.username}` }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(getInput(page)).toHaveValue("");
});

test("without JavaScript, a tool can be selected and used with links and the form", async ({ plain }) => {
  await plain.goto("/ai-tools");
  await plain.submit("Trading");
  expect(plain.path).toBe("/ai-tools?filter=trading");
  const tools = plain
    .find("main")
    .findAll("link", /^(Price Prediction|Portfolio Optimizer|Crypto Assistant)/);
  expect(tools.map((tool) => tool.attribute("href"))).toEqual([
    "/ai-tools?tool=prediction&filter=trading#tool",
    "/ai-tools?tool=optimizer&filter=trading#tool",
  ]);
  await plain.follow(tools[0] ?? "");
  await plain.follow("Bitcoin, 30 days");
  expect(plain.find("field", "Input").value).toBe("BTC for the next 30 days");
  expect(plain.find("field", "Input").form.attribute("action")).toMatch(/#results$/);
  await plain.submit("Analyze");
  const results = plain.find("region", "Results");
  expect(plain.find("#results").text).toContain("Results");
  expect(results.text).toContain("Not financial advice.");
  results.find("img", /^BTC through/);
  expect(plain.find("field", "Input").value).toBe("BTC for the next 30 days");
  await plain.submit("Analyze", { Input: "  " });
  expect(plain.status).toBe(422);
  expect(plain.find("region", "Results").text).toContain("Please enter some text to analyze");
});
