import type { ToolAnswer } from "#core/ai/export.ts";

/** An answer's text, split where charts and findings go. */
export interface ArrangedAnswer {
  readonly before: string;
  readonly after: string;
}

/**
 * Places the chart and the findings in the text. For an analyst, the chart follows the first paragraphs, and the
 * findings replace the section with the same content. A model's answer grows slowly, so nothing is inserted that
 * would move what is being read.
 */
export function arrangeAnswer({ tool, answeredBy, markdown, picture, findings }: ToolAnswer): ArrangedAnswer {
  if (answeredBy === "analyst" && tool === "scanner" && findings.length > 0) {
    const [before = "", rest] = markdown.split(/^## Findings$/m, 2);
    if (rest !== undefined) return { before, after: rest.slice(headingIn(rest, /^## /m)) };
  }
  if (answeredBy !== "analyst" || picture === null) return { before: markdown, after: "" };
  const at = headingIn(markdown, /^#{1,6} /m);
  return { before: markdown.slice(0, at), after: markdown.slice(at) };
}

/**
 * Hides an incomplete table at the end of a growing answer: its header isn't a table until the separator line
 * arrives.
 */
export function trimPartialTable(markdown: string): string {
  const end = markdown.lastIndexOf("\n\n");
  const at = end < 0 ? 0 : end + 2;
  const tail = markdown.slice(at);
  return tail.startsWith("|") && tail.split("\n").length < 3 ? markdown.slice(0, at) : markdown;
}

/** The position of the first such heading; the end if there is none. */
function headingIn(text: string, heading: RegExp): number {
  const at = text.search(heading);
  return at < 0 ? text.length : at;
}
