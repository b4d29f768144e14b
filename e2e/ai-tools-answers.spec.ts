import { exported, input, open, results, tryExample } from "./ai-tools.ts";
import { AXE_CONTEXT, faultsAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { toastWith } from "./forum.ts";

/** How the built-in analysts' answers are shown, printed and exported. */

test("a topic's answer cites the site's content, and its drivers are charted", async ({ page }) => {
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

test("an answer can be copied, and exported as Markdown and JSON", async ({ page, context }) => {
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

test("a printout has the answer under its tool's name and the input", async ({ page }) => {
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

test("the scanner's findings link to their lines, and can be exported as SARIF", async ({ page }) => {
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

test("a portfolio is charted as it is and as proposed, with the frontier", async ({ page }) => {
  await open(page, "optimizer");
  await tryExample(page);
  const allocation = results(page).getByRole("figure", { name: /^Allocation/ });
  await expect(allocation.locator("ul").last().getByRole("listitem").first()).toContainText("%");
  await allocation.getByText("Show as a table").click();
  await expect(allocation.getByRole("columnheader")).toHaveText(["Asset", "Now", "Proposed", "Change"]);
  await expect(
    results(page).getByRole("img", {
      name: /^The best return for each level of risk\. .*risk \d+\.\d%, return/,
    }),
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

test("no accessibility or layout fault at any width, for any answer", async ({ openContext }) => {
  const context = await openContext(AXE_CONTEXT);
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
