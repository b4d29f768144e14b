import { describe, expect, test } from "vitest";
import {
  buildExportFileName,
  formatAnswerAsJson,
  formatAnswerAsMarkdown,
  type ToolAnswer,
} from "./export.ts";

const ANSWER: ToolAnswer = {
  tool: "generator",
  input: "Layer 2 fees",
  markdown: "Fees fell [1], because rollups share them [2].",
  answeredBy: "analyzer",
  model: null,
  time: "2026-11-21T23:05:09.000Z",
  ending: "complete",
  sources: [
    {
      number: 1,
      title: "Fees at [half] the price",
      path: "/news/a",
      attribution: "Wire",
      date: "2026-11-20T08:00:00.000Z",
      isSample: true,
    },
    { number: 2, title: "Glossary", path: null, attribution: "Lattice", date: null, isSample: false },
    { number: 3, title: "Not cited", path: "/forum/b", attribution: "ann", date: null, isSample: false },
  ],
  chart: null,
  findings: [],
};

test("a file is named after its tool and date", () => {
  expect(buildExportFileName(ANSWER, "md")).toBe("content-generator-2026-11-21.md");
});

describe("an answer exported as Markdown", () => {
  test("has the input, who answered, the time, the answer and the cited sources", () => {
    expect(formatAnswerAsMarkdown(ANSWER, "https://site.test")).toBe(`# Content Generator

- Answered by: the built-in analyzer
- Time: November 21, 2026 at 11:05 PM UTC

## Input

\`\`\`text
Layer 2 fees
\`\`\`

## Answer

Fees fell [[1]](<https://site.test/news/a> "Fees at &#91;half&#93; the price"), because rollups share them [2].

## Sources

1. [Fees at \\[half\\] the price](https://site.test/news/a) (Wire, November 20, 2026, sample)
2. Glossary (Lattice)
`);
  });

  test("contains an input with code fences in a single block", () => {
    const text = formatAnswerAsMarkdown({ ...ANSWER, input: "````\n# Out?" }, "");
    expect(text).toContain("`````text\n````\n# Out?\n`````\n");
  });

  test("says if it is incomplete, and names the model", () => {
    const text = formatAnswerAsMarkdown(
      { ...ANSWER, ending: "stopped", answeredBy: "model", model: "google/gemini-2.5-flash", sources: [] },
      "",
    );
    expect(text).toContain("- Answered by: google/gemini-2.5-flash\n");
    expect(text).toContain("- Stopped before it was complete.\n");
    expect(text).not.toContain("## Sources");
  });
});

describe("what a model looked up", () => {
  const lookups = [
    { name: "search_site", subject: "fees [on](https://evil.example) *L2*", state: "done" },
    { name: "get_prices", subject: "ETH", state: "failed" },
    { name: "get_news", subject: "", state: "running" },
  ] as const;
  const answer: ToolAnswer = { ...ANSWER, answeredBy: "model", lookups };

  test("is listed before the answer, as plain text, without lookups that never ended", () => {
    expect(formatAnswerAsMarkdown(answer, "")).toContain(`## Looked up on this site

- Searched the site for “fees \\[on\\](https://evil.example) \\*L2\\*”
- Couldn't check the prices of ETH

## Answer
`);
    expect(formatAnswerAsMarkdown({ ...answer, lookups: [] }, "")).not.toContain("Looked up");
  });

  test("is in the JSON", () => {
    expect(JSON.parse(formatAnswerAsJson(answer, "")).lookups).toEqual(lookups.slice(0, 2));
  });
});

test("an answer exported as JSON has the tool, the input, the model, the time, the answer, sources, chart and findings", () => {
  const chart = { kind: "drivers", drivers: [{ quote: "moon", weight: 0.5, source: 1 }] } as const;
  const json = JSON.parse(formatAnswerAsJson({ ...ANSWER, chart }, "https://site.test"));
  expect(json).toEqual({
    tool: "generator",
    name: "Content Generator",
    input: "Layer 2 fees",
    answeredBy: "analyzer",
    model: null,
    time: "2026-11-21T23:05:09.000Z",
    ending: "complete",
    answer: "Fees fell [1], because rollups share them [2].",
    sources: [
      expect.objectContaining({ number: 1, url: "https://site.test/news/a", isSample: true }),
      expect.objectContaining({ number: 2, url: null }),
      expect.objectContaining({ number: 3, url: "https://site.test/forum/b" }),
    ],
    chart,
    findings: [],
  });
});
