import type { ToolAnswer } from "#core/ai/export.ts";
import { COLLAPSED_TITLES } from "#core/ai/text/collapsed-sections.ts";

/** An answer's text before and after the chart and the findings. */
export interface ArrangedAnswer {
  readonly before: string;
  readonly after: string;
  /** A section of an analyzer's answer that is shown collapsed, such as its method. */
  readonly collapsed: { readonly title: string; readonly markdown: string } | null;
  /** What follows it: the disclaimer. */
  readonly end: string;
}

/**
 * Splits the text where the chart and the findings go. In an analyzer's answer, the chart follows the first paragraphs,
 * and the findings replace the section with the same content. A model's answer grows slowly, so nothing is inserted
 * into text that is being read.
 */
export function arrangeAnswer(answer: ToolAnswer): ArrangedAnswer {
  const { answeredBy, markdown, ending } = answer;
  const isComplete = answeredBy === "analyzer" && ending === "complete";
  const title = isComplete && COLLAPSED_TITLES.find((title) => markdown.includes(`\n### ${title}\n`));
  if (!title) return { ...placeChart(answer), collapsed: null, end: "" };
  const [text = "", rest = ""] = markdown.split(`### ${title}\n`, 2);
  const endIndex = rest.trimEnd().lastIndexOf("\n\n");
  return {
    ...placeChart({ ...answer, markdown: text }),
    collapsed: { title, markdown: rest.slice(0, endIndex) },
    end: rest.slice(endIndex),
  };
}

function placeChart({
  tool,
  answeredBy,
  markdown,
  chart,
  findings,
}: ToolAnswer): Pick<ArrangedAnswer, "before" | "after"> {
  if (answeredBy === "analyzer" && tool === "scanner" && findings.length > 0) {
    const [before = "", rest] = markdown.split(/^## Findings$/m, 2);
    if (rest !== undefined) return { before, after: rest.slice(findHeading(rest, /^## /m)) };
  }
  if (answeredBy !== "analyzer" || chart === null) return { before: markdown, after: "" };
  const index = findHeading(markdown, /^#{1,6} /m);
  return { before: markdown.slice(0, index), after: markdown.slice(index) };
}

/**
 * Hides an incomplete table at the end of a growing answer: its header isn't a table until the separator line
 * arrives.
 */
export function trimPartialTable(markdown: string): string {
  const end = markdown.lastIndexOf("\n\n");
  const start = end < 0 ? 0 : end + 2;
  const tail = markdown.slice(start);
  return tail.startsWith("|") && tail.split("\n").length < 3 ? markdown.slice(0, start) : markdown;
}

/** Returns the position of the first heading that matches, or the end of the text. */
function findHeading(text: string, heading: RegExp): number {
  const index = text.search(heading);
  return index < 0 ? text.length : index;
}
