import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { ChartData, Finding } from "#core/ai/analysis.ts";
import type { ToolAnswer } from "#core/ai/export.ts";
import { arrangeAnswer, trimPartialTable } from "./arrange-answer.ts";
import AnswerChart from "./charts/answer-chart.tsx";
import Results from "./results.tsx";

const FINDING: Finding = {
  detector: "reentrancy",
  id: "reentrancy-1",
  title: "State is changed <late>",
  impact: "high",
  confidence: "medium",
  line: 7,
  column: 1,
  code: "a.call();",
  contract: "Vault",
  function: "take",
  explanation: "Because.",
  recommendation: "Update first.",
};

const ANSWER: ToolAnswer = {
  tool: "scanner",
  input: "contract Vault {}",
  markdown: "One thing [1].",
  answeredBy: "model",
  model: "some/model",
  time: "2026-11-21T23:05:09.000Z",
  ending: "complete",
  sources: [1, 2].map((number) => ({
    number,
    title: `Story ${number}`,
    path: `/news/${number}`,
    attribution: "Wire",
    date: "2026-11-20T08:00:00.000Z",
    isSample: number === 1,
  })),
  chart: null,
  findings: [FINDING],
};

/** Returns the server-rendered HTML of an answer. */
function renderAnswer(change: Partial<ToolAnswer>, isGrowing = false): string {
  const results = createElement(Results, {
    answer: { ...ANSWER, ...change },
    isGrowing,
    onShowLine: () => {},
  });
  return renderToStaticMarkup(results);
}

describe("an answer", () => {
  test("states who answered and when, lists the cited sources and collapses the others", () => {
    const html = renderAnswer({});
    expect(html).toContain("Answered by some/model");
    expect(html).toContain("November 21, 2026 at 11:05 PM UTC");
    expect(html).toMatch(
      /Sources<\/h4>.*Story 1.*Sample.*<details.*1 other source found on this site.*Story 2/s,
    );
  });
  test("states which part was not written by a model", () => {
    expect(renderAnswer({})).toContain("not by the model");
    expect(renderAnswer({ answeredBy: "analyzer", model: null })).not.toContain("not by the model");
    expect(renderAnswer({ findings: [] })).not.toContain("not by the model");
  });
  test("shows findings as text, with impact, confidence, location, line, explanation and recommendation", () => {
    const html = renderAnswer({});
    for (const text of [
      "1 high",
      "high impact",
      "medium confidence",
      "Vault.take",
      "line 7",
      "Because.",
      "Update first.",
    ])
      expect(html).toContain(text);
    expect(html).toContain("State is changed &lt;late&gt;");
  });
  test("that doesn't contain all findings shows how many there are, by impact and in total", () => {
    const findings = [FINDING, { ...FINDING, id: "reentrancy-2" }];
    const html = renderAnswer({
      findings,
      findingCounts: { high: 600, medium: 300, low: 0, informational: 1 },
    });
    for (const text of ["600 high", "300 medium", "1 informational"]) expect(html).toContain(text);
    expect(html).toContain("901 findings in total; the 2 most severe are shown.");
    expect(renderAnswer({})).not.toContain("in total");
  });
  test("from the scanner shows each finding once, in place of the Findings section or after the text", () => {
    const markdown = "**1 finding**\n\n## Findings\n\n### 1. State\n\nBecause.\n\n## Basic checks\n\n- None";
    const html = renderAnswer({ answeredBy: "analyzer", markdown });
    expect(html.match(/Because\./g)).toHaveLength(1);
    expect(html).toMatch(/1 finding<\/strong>.*Update first\..*Basic checks<\/h4>/s);
    expect(renderAnswer({ answeredBy: "analyzer", markdown: "Words alone" })).toMatch(
      /Words alone.*Update first/s,
    );
  });
  test("from an analyzer shows its chart after the first paragraphs; one from a model, after all text", () => {
    const chart = {
      kind: "drivers",
      drivers: [{ quote: "fees fall", weight: 0.5, source: null }],
    } as const;
    const chartAnswer = { markdown: "Positive.\n\n### Why\n\nFees.", findings: [], chart };
    const { before, after } = arrangeAnswer({ ...ANSWER, ...chartAnswer, answeredBy: "analyzer" });
    expect([before, after]).toEqual(["Positive.\n\n", "### Why\n\nFees."]);
    expect(arrangeAnswer({ ...ANSWER, ...chartAnswer })).toEqual({
      before: chartAnswer.markdown,
      after: "",
      collapsed: null,
      end: "",
    });
  });
  test("about sentiment shows its drivers only in the chart", () => {
    const chart = {
      kind: "drivers",
      drivers: [{ quote: "fees fall", weight: 0.5, source: null }],
    } as const;
    const markdown = "**Positive**.\n\n### Key drivers\n\n- **+** “fees fall”\n\n### Counterpoints\n\nNone.";
    const answer = { ...ANSWER, answeredBy: "analyzer", markdown, findings: [], chart } as const;
    const { before, after } = arrangeAnswer(answer);
    expect([before, after]).toEqual(["**Positive**.\n\n", "### Counterpoints\n\nNone."]);
  });
  test("from an analyzer has one section collapsed, before the disclaimer", () => {
    const markdown = `80% chance.\n\n### Key factors\n\n- Trend\n\n### How this was calculated\n\nBacktest.\n\n#### Assumptions\n\n- One\n\nThis is not advice.`;
    const answer = { answeredBy: "analyzer", markdown, findings: [] } as const;
    expect(arrangeAnswer({ ...ANSWER, ...answer })).toEqual({
      before: "80% chance.\n\n### Key factors\n\n- Trend\n\n",
      after: "",
      collapsed: {
        title: "How this was calculated",
        markdown: "Backtest.\n\n#### Assumptions\n\n- One\n\n",
      },
      end: "This is not advice.",
    });
    expect(renderAnswer(answer)).toMatch(
      /<details.*<summary.*How this was calculated<\/summary>.*Backtest.*<\/details>.*This is not advice/,
    );
    expect(renderAnswer({ ...answer, answeredBy: "model" })).not.toMatch(
      /<summary[^>]*>(?:<svg.*?<\/svg>)?How/,
    );
  });
  test("isn't split within code that looks like a heading", () => {
    const code = "```\n## Findings\n\n### How this was calculated\n```\n\n";
    const markdown = `One.\n\n${code}## Findings\n\nBecause.\n\n${code}## Basic checks\n\n- None`;
    expect(arrangeAnswer({ ...ANSWER, answeredBy: "analyzer", markdown })).toEqual({
      before: `One.\n\n${code}`,
      after: "## Basic checks\n\n- None",
      collapsed: null,
      end: "",
    });
  });
  test("shows what the model looked up", () => {
    const lookups = [
      { name: "search_site", subject: "rollups", state: "done" },
      { name: "get_news", subject: "", state: "failed" },
      { name: "get_prices", subject: "BTC, ETH", state: "running" },
    ] as const;
    const html = renderAnswer({ lookups }, true);
    expect(html).toContain("Searched the site for “rollups”");
    expect(html).toContain("Couldn&#x27;t read the latest news");
    expect(html).toContain("Checking the prices of BTC, ETH...");
    expect(renderAnswer({ lookups, ending: "stopped" })).not.toContain("Checking");
  });
  test("that is incomplete is labeled as such, except while it grows", () => {
    expect(renderAnswer({ ending: "stopped" })).toContain("Stopped before it was complete.");
    expect(renderAnswer({ ending: "failed" })).toContain("Interrupted before it was complete.");
    expect(renderAnswer({ ending: "failed" }, true)).not.toMatch(
      /Interrupted|Answered by|found on this site/,
    );
  });
});

test("a table is shown once its separator line is complete", () => {
  const header = "Words.\n\n| Coin | Price |\n|---|---|";
  expect(trimPartialTable(header)).toBe("Words.\n\n");
  expect(trimPartialTable(`${header}\n| B`)).toBe(`${header}\n| B`);
  expect(trimPartialTable("| Coin")).toBe("");
  expect(trimPartialTable("Words |")).toBe("Words |");
});

describe("charts include a table for screen readers, and plots also include a description:", () => {
  const renderChart = (chart: ChartData) => renderToStaticMarkup(createElement(AnswerChart, { chart }));
  const countBodyRows = (html: string) =>
    [...html.matchAll(/<tr[ >]/g)].length - [...html.matchAll(/<thead/g)].length;

  test("drivers", () => {
    const html = renderChart({
      kind: "drivers",
      drivers: [
        { quote: "fees fall", weight: 0.5, source: 1 },
        { quote: "SEC sues", weight: -2, source: null },
      ],
    });
    expect(countBodyRows(html)).toBe(2);
    expect(html).toContain("−2.00");
    // A weight beyond the scale stays within the chart.
    expect(html).toContain('x="0.00%" width="50.00%"');
  });

  test("a forecast, with or without forecast days; a single day has no chart", () => {
    const day = { date: "2026-11-23", price: 105, band80: [100, 110], band95: [95, 115] } as const;
    const history = [
      { date: "2026-11-21", price: 99 },
      { date: "2026-11-22", price: 100 },
    ];
    const forecast = { kind: "forecast", symbol: "BTC", isSample: true, history, forecast: [day] } as const;
    const html = renderChart(forecast);
    expect(html).toContain(
      'aria-label="BTC through Nov 23, 2026: forecast $105.00, 95% range $95.00 to $115.00"',
    );
    expect(countBodyRows(html)).toBe(3);
    const pastChart = renderChart({ ...forecast, forecast: [] });
    expect(pastChart).toContain('aria-label="BTC: past prices"');
    expect(pastChart).not.toMatch(/NaN|Infinity/);
    expect(renderChart({ ...forecast, history: [] })).toBe("");
  });

  test("a portfolio; without a frontier, only its allocation is shown", () => {
    const portfolio = {
      kind: "portfolio",
      isSample: false,
      allocations: [{ symbol: "BTC", current: 1, proposed: 0.4 }],
      frontier: [
        { risk: 0.2, annualReturn: 0.1 },
        { risk: 0.4, annualReturn: 0.2 },
      ],
      portfolios: [{ label: "Now", risk: 0.5, annualReturn: 0.1 }],
    } as const;
    const html = renderChart(portfolio);
    expect(html).toContain("−60.0%");
    expect(html).toContain("Now: risk 50.0%, return 10.0%");
    expect(countBodyRows(html)).toBe(1 + 3);
    expect(renderChart({ ...portfolio, frontier: [], portfolios: [] })).not.toMatch(/<path|NaN/);
  });
});
