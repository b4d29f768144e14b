import type { ToolAnswer } from "#core/ai/export.ts";

/** The words of an answer, parted by what there is to look at. */
export interface ArrangedAnswer {
  readonly before: string;
  readonly after: string;
}

/**
 * Where picture and findings stand among the words. An analyst's are there at once: its picture follows what it says
 * first, and its findings take the place of the words that say the same. What a model says comes slowly: nothing is
 * put into it that would move what is being read.
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

/** What of a growing answer can be shown: the head of a table is none until the line below it says so. */
export function withoutHalfTable(markdown: string): string {
  const end = markdown.lastIndexOf("\n\n");
  const at = end < 0 ? 0 : end + 2;
  const tail = markdown.slice(at);
  return tail.startsWith("|") && tail.split("\n").length < 3 ? markdown.slice(0, at) : markdown;
}

/** Where the first such heading stands; the end where there is none. */
function headingIn(text: string, heading: RegExp): number {
  const at = text.search(heading);
  return at < 0 ? text.length : at;
}
