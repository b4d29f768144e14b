import type { Page } from "@playwright/test";
import { exportAnswer, getInput, getResults, openTool, tryExample } from "./ai-tools.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { getToast } from "./forum.ts";
import { showScreen } from "./screens.ts";

/** How the built-in analyzers' answers are shown, printed and exported. */

/** Expands the answer's collapsed parts, such as its tables, and checks its accessibility at several widths. */
async function expectNoIssues(page: Page): Promise<void> {
  for (const summary of await getResults(page).locator("summary").all())
    await summary.evaluate((element) => {
      (element.parentElement as HTMLDetailsElement).open = true;
    });
  expect(await findIssuesAtWidths(page)).toEqual([]);
}

test("answers have sources, findings and charts, can be followed up, and can be printed, copied and exported; the page is accessible at any width", async ({
  page,
  context,
}) => {
  await test.step("a printout shows the answer below the tool's name and the input", async () => {
    await openTool(page, "sentiment");
    await expect(page.getByText("Ctrl+Enter", { exact: true })).toBeVisible();
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
    await page.emulateMedia({ media: "screen", colorScheme: null });
    await expectNoIssues(page);
  });

  await test.step("an answer can be copied, and exported as Markdown and JSON", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy" }).click();
    await expect(getToast(page, "Copied")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("**Positive**");

    await page.getByRole("button", { name: "Export" }).click();
    expect(await findIssuesAtWidths(page), "export menu").toEqual([]);
    await page.keyboard.press("Escape");
    const markdown = await exportAnswer(page, "Markdown");
    expect(markdown.file.suggestedFilename()).toMatch(/^sentiment-analysis-\d{4}-\d\d-\d\d\.md$/);
    expect(markdown.text).toMatch(
      /^# Sentiment Analysis\n\n- Answered by: the built-in analyzer\n- Time: \w+ \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M UTC\n/,
    );
    expect(markdown.text).toContain(await getInput(page).inputValue());

    const { file, text } = await exportAnswer(page, "JSON");
    expect(file.suggestedFilename()).toMatch(/\.json$/);
    expect(JSON.parse(text)).toMatchObject({
      tool: "sentiment",
      input: await getInput(page).inputValue(),
      answeredBy: "analyzer",
      model: null,
      ending: "complete",
      answer: expect.stringContaining("**Positive**"),
      chart: { kind: "drivers" },
      findings: [],
    });
  });

  await test.step("a topic's answer cites the site's content, and its drivers are charted", async () => {
    await getInput(page).fill("quantum");
    await page.getByRole("button", { name: "Analyze" }).click();
    const citation = getResults(page)
      .getByRole("link", { name: /^Source \d+: / })
      .first();
    const citationText = await citation.innerText();
    await citation.click();
    const source = page.locator(`#source-${citationText.slice(1, -1)}`);
    await expect(source).toBeFocused();
    await expect(page).toHaveURL("/ai-tools?tool=sentiment");
    await expect(source.getByRole("link")).toHaveAttribute("href", /^\/(news|forum)\//);
    const figure = getResults(page).getByRole("figure", { name: "Key drivers" });
    await figure.getByText("Show as a table").click();
    await expect(figure.getByRole("columnheader")).toHaveText(["Quote", "Weight", "Source"]);
    expect(await figure.getByRole("row").count()).toBeGreaterThan(1);
  });

  await test.step("the toast leaves the header free, as on other pages, and on phones the input stays visible", async () => {
    const expectToastBelowHeader = async () => {
      // A toast stays while the pointer is over it.
      await toast.hover();
      const [header, box] = await Promise.all([page.getByRole("banner").boundingBox(), toast.boundingBox()]);
      expect(box?.y ?? 0).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
    };
    await page.setViewportSize({ width: 360, height: 780 });
    await showScreen(page, "/ai-tools?tool=scanner");
    // Earlier toasts would push the next one down. They stay while the pointer is over them, so move it away.
    await page.mouse.move(180, 600);
    await expect(page.getByRole("region", { name: "Messages" }).getByRole("status")).toHaveCount(0);
    await page.getByRole("list", { name: "Examples to try" }).getByRole("link").first().click();
    await page.getByRole("button", { name: "Analyze" }).click();
    const toast = getToast(page, "Analysis Complete");
    await expectToastBelowHeader();
    await getResults(page).getByRole("heading", { name: "Basic checks" }).scrollIntoViewIfNeeded();
    await expect(getResults(page).getByRole("button", { name: "Edit the input:" })).toBeInViewport({
      ratio: 1,
    });
    await expectToastBelowHeader();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectToastBelowHeader();
    await toast.getByRole("button", { name: "Dismiss" }).click();
    await expect(toast).toHaveCount(0);
  });

  await test.step("the scanner's findings link to their lines, and can be exported as SARIF", async () => {
    const findings = getResults(page).getByRole("region", { name: /^Findings/ });
    await expect(findings.getByText("high impact").first()).toBeVisible();
    const lineButton = findings.getByRole("button", { name: /^Go to line \d+$/ }).first();
    const line = Number(/\d+/.exec((await lineButton.textContent()) ?? "")?.[0]);
    await lineButton.click();
    await expect(getInput(page)).toBeFocused();
    const [selectedText, expectedLine] = await getInput(page).evaluate(
      (field: HTMLTextAreaElement, lineNumber) => [
        field.value.slice(field.selectionStart, field.selectionEnd),
        field.value.split("\n")[lineNumber - 1],
      ],
      line,
    );
    expect(selectedText).toBe(expectedLine);

    const { file, text } = await exportAnswer(page, "SARIF");
    expect(file.suggestedFilename()).toMatch(/^smart-contract-scanner-.*\.sarif$/);
    const sarif = JSON.parse(text);
    expect(sarif.version).toBe("2.1.0");
    expect(sarif.runs[0].results.length).toBe(await findings.getByRole("listitem").count());
    await expectNoIssues(page);
  });

  await test.step("a portfolio is charted as it is and as proposed, with the efficient frontier", async () => {
    await showScreen(page, "/ai-tools?tool=optimizer");
    await tryExample(page);
    const allocation = getResults(page).getByRole("figure", { name: /^Allocation/ });
    await expect(allocation.locator("ul").last().getByRole("listitem").first()).toContainText("%");
    await allocation.getByText("Show as a table").click();
    await expect(allocation.getByRole("columnheader")).toHaveText(["Asset", "Today", "Proposed", "Change"]);
    await expect(
      getResults(page).getByRole("img", {
        name: /^The best return for each level of risk\. .*risk \d+\.\d%, return/,
      }),
    ).toBeVisible();
    await expectNoIssues(page);
  });

  await test.step("the portfolio's charts show their values on hover, and as text to keyboard users", async () => {
    const frontier = getResults(page).getByRole("slider", { name: "Return by risk" });
    await frontier.focus();
    await page.keyboard.press("Home");
    await expect(frontier).toHaveAttribute("aria-valuetext", /^.+: Risk \d+\.\d%, Return −?-?\d+\.\d%$/);
    const lowestRiskText = await frontier.getAttribute("aria-valuetext");
    await page.keyboard.press("End");
    await expect(frontier).not.toHaveAttribute("aria-valuetext", lowestRiskText ?? "");
    await expect(frontier.getByText("Maximum Sharpe")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(frontier.getByText("Maximum Sharpe")).toHaveCount(0);
    await frontier.hover({ position: { x: 60, y: 100 } });
    await expect(frontier.getByText(/^Risk \d+\.\d%\s+Return/)).toBeVisible();

    await showScreen(page, "/ai-tools?tool=prediction");
    await tryExample(page);
    const prices = getResults(page).getByRole("slider", { name: "Price by day" });
    await prices.focus();
    await page.keyboard.press("End");
    await expect(prices).toHaveAttribute(
      "aria-valuetext",
      /\(forecast\): \$[\d,]+, 80% range \$[\d,]+ to \$[\d,]+, 95% range/,
    );
  });

  await test.step("a forecast is drawn, has a table, and is labeled as sample data", async () => {
    const figure = getResults(page).getByRole("figure", { name: /^BTC in US dollars/ });
    await expect(
      figure.getByRole("img", { name: /^BTC through \w{3} \d+, \d{4}: forecast \$/ }),
    ).toBeVisible();
    await expect(figure.getByText("Sample", { exact: true })).toBeVisible();
    await figure.getByText("Show as a table").click();
    await expect(figure.getByRole("row").nth(1)).toContainText("(forecast)");
    await expect(getResults(page)).toContainText("Not financial advice.");
    await expectNoIssues(page);
  });

  await test.step("a follow-up continues the conversation, a new one can be started, and unanswerable questions get a message", async () => {
    const ask = async (question: string) => {
      await getInput(page).fill(question);
      await page.getByRole("button", { name: "Analyze" }).click();
      const toast = getToast(page, "Analysis Complete");
      await expect(toast).toBeVisible();
      await toast.getByRole("button", { name: "Dismiss" }).click();
    };
    await showScreen(page, "/ai-tools?tool=chatbot");
    const answer = getResults(page).locator(".prose").last();
    await ask("What is the difference between a hot wallet and cold storage?");
    await expect(answer).toContainText("Hot wallet.");
    await ask("What about the second one?");
    await expect(answer).toContainText(/^Cold storage\./);
    const conversation = page.getByRole("region", { name: "Conversation" });
    await expect(conversation.getByRole("listitem")).toHaveText(/hot wallet and cold storage\?/);
    await expect(conversation.getByRole("listitem")).toHaveCount(1);
    await ask("And on Solana?");
    await expect(answer).toContainText(/This site has nothing on “Solana” in connection with “.*hot wallet/);
    await conversation.getByRole("button", { name: "New conversation" }).click();
    await expect(conversation).toHaveCount(0);
    await ask("Explain it more simply");
    await expect(answer).toContainText("This site has nothing on");
  });
});

test("the first examples of the assistant and the generator are answered with sources", async ({ plain }) => {
  for (const [tool, expected] of [
    ["chatbot", /rollup/i],
    ["generator", /Bitcoin/],
  ] as const) {
    await plain.goto(`/ai-tools?tool=${tool}`);
    await plain.follow(plain.find("list", "Examples to try").find("link"));
    await plain.submit("Analyze");
    const results = plain.find("region", "Results");
    expect(results.find(".prose").text).toMatch(expected);
    results.find("region", "Sources");
  }
});
