import { COLLAPSED_TITLES } from "#core/ai/collapsed-sections.ts";
import type { ToolAnswer } from "#core/ai/export.ts";
import { type Block, parseBlocks, splitLines } from "./markdown/parse-blocks.ts";
import { getText } from "./markdown/render-nodes.tsx";

/**
 * Splits an answer's text into what comes before and after its chart and findings. Findings and a drivers chart replace
 * their section of the text. If an analyzer's complete answer has a heading in COLLAPSED_TITLES, `collapsed` is
 * that section without the text's last block, which is `end`. Otherwise, `collapsed` is null and `end` is empty. A
 * model's answer grows while it's being read, so its chart and findings come last.
 */
export function arrangeAnswer(answer: ToolAnswer) {
  const { tool, answeredBy, markdown, ending, chart, findings } = answer;
  if (answeredBy !== "analyzer") return { before: markdown, after: "", collapsed: null, end: "" };
  const blocks = parseBlocks(markdown);
  const lines = splitLines(markdown);
  const getLine = (index: number) => (index === 0 ? 0 : (blocks[index]?.line ?? lines.length));
  const slice = (from: number, to: number) => lines.slice(getLine(from), getLine(to)).join("");

  const lastIndex = blocks.length - 1;
  const collapsedIndex = blocks.findIndex((block) => matchTitle(block, 3, COLLAPSED_TITLES) !== null);
  const hasCollapsedSection = ending === "complete" && collapsedIndex >= 0 && collapsedIndex < lastIndex;
  const mainEnd = hasCollapsedSection ? collapsedIndex : blocks.length;
  const collapsedHeading = hasCollapsedSection ? blocks[collapsedIndex] : undefined;

  const findIndex = (matches: (block: Block) => boolean, from = 0) => {
    const index = blocks.slice(0, mainEnd).findIndex((block, index) => index >= from && matches(block));
    return index < 0 ? mainEnd : index;
  };
  const hasFindings = tool === "scanner" && findings.length > 0;
  const findingsIndex = hasFindings
    ? findIndex((block) => matchTitle(block, 2, ["Findings"]) !== null)
    : mainEnd;
  const chartIndex = chart === null ? mainEnd : findIndex(({ token }) => token.type === "heading_open");
  const driversIndex =
    chart?.kind === "drivers"
      ? findIndex((block) => matchTitle(block, 3, ["Key drivers"]) !== null)
      : mainEnd;
  const [from, to] =
    findingsIndex < mainEnd
      ? [findingsIndex, findIndex(({ token }) => token.tag === "h2", findingsIndex + 1)]
      : driversIndex < mainEnd
        ? [driversIndex, findIndex(({ token }) => token.tag === "h3", driversIndex + 1)]
        : [chartIndex, chartIndex];
  const title = collapsedHeading && matchTitle(collapsedHeading, 3, COLLAPSED_TITLES);
  return {
    before: slice(0, from),
    after: slice(to, mainEnd),
    collapsed: title ? { title, markdown: slice(collapsedIndex + 1, lastIndex) } : null,
    end: title ? slice(lastIndex, blocks.length) : "",
  };
}

function matchTitle(block: Block, level: number, titles: readonly string[]): string | null {
  const title = block.token.tag === `h${level}` ? block.children.map(getText).join("") : "";
  return titles.includes(title) ? title : null;
}

/** Removes a table that has just begun: until its separator line is complete, it would be rendered as text. */
export function trimPartialTable(markdown: string): string {
  const end = markdown.lastIndexOf("\n\n");
  const start = end < 0 ? 0 : end + 2;
  const tail = markdown.slice(start);
  return tail.startsWith("|") && tail.split("\n").length < 3 ? markdown.slice(0, start) : markdown;
}
