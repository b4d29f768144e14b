import { formatDate } from "#core/format-date.ts";
import { formatFullDate } from "#core/full-date.ts";
import type { ChartData, Finding, FindingCounts, Source } from "./analysis.ts";
import { linkCitations } from "./citations.ts";
import { describeLookup, type Lookup } from "./lookups.ts";
import { TOOLS, type ToolId } from "./tools.ts";

export interface ToolAnswer {
  readonly tool: ToolId;
  readonly input: string;
  /** Markdown; cites `sources` as [n]. */
  readonly markdown: string;
  readonly answeredBy: "analyzer" | "model";
  /** The model that answered; null for the analyzers. */
  readonly model: string | null;
  /** When the answer was requested, ISO 8601 in UTC. */
  readonly time: string;
  /** "complete", or why the answer is incomplete. */
  readonly ending: "complete" | "stopped" | "failed";
  readonly sources: readonly Source[];
  readonly lookups?: readonly Lookup[];
  readonly chart: ChartData | null;
  readonly findings: readonly Finding[];
  /** The number of findings by impact, if `findings` doesn't contain all of them. */
  readonly findingCounts?: FindingCounts;
  /** Where the answer is saved in the member's history; missing or null if it isn't. */
  readonly saved?: SavedTurn | null;
}

/** An answer's place in the history: the IDs of its conversation and its turn. */
export interface SavedTurn {
  readonly conversation: string;
  readonly turn: string;
}

export const ENDINGS = {
  complete: null,
  stopped: "Stopped before it was complete.",
  failed: "Interrupted before it was complete.",
} as const satisfies Record<ToolAnswer["ending"], string | null>;

export function getToolName(id: ToolId): string {
  return TOOLS.find((tool) => tool.id === id)?.name ?? id;
}

export function describeAnsweredBy({ answeredBy, model }: Pick<ToolAnswer, "answeredBy" | "model">): string {
  if (answeredBy === "analyzer") return "the built-in analyzer";
  return model ?? "an AI model";
}

export function findCitedSources({ markdown, sources }: Pick<ToolAnswer, "markdown" | "sources">) {
  const citedNumbers = new Set(
    Array.from(markdown.matchAll(/\[(\d{1,4})\]/g), ([, number]) => Number(number)),
  );
  return sources.filter(({ number }) => citedNumbers.has(number));
}

/** Builds the file name of an exported answer: "portfolio-optimizer-2026-11-21.md". */
export function buildExportFileName({ tool, time }: ToolAnswer, extension: string): string {
  return `${getToolName(tool).toLowerCase().replaceAll(" ", "-")}-${time.slice(0, 10)}.${extension}`;
}

/** Formats the answer and the data shown with it as indented JSON. `origin` turns the sources' paths into URLs. */
export function formatAnswerAsJson(answer: ToolAnswer, origin: string): string {
  const { tool, input, answeredBy, model, time, ending, markdown, sources, chart, findings, findingCounts } =
    answer;
  const lookups = listEndedLookups(answer);
  const document = {
    tool,
    name: getToolName(tool),
    input,
    answeredBy,
    model,
    time,
    ending,
    ...(lookups.length > 0 ? { lookups } : {}),
    answer: markdown,
    sources: sources.map(({ path, ...source }) => ({ ...source, url: path && origin + path })),
    chart,
    findings,
    ...(findingCounts && { findingCounts }),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/**
 * Formats the answer as a self-contained Markdown document with the input, who answered, the time, lookups and sources.
 */
export function formatAnswerAsMarkdown(answer: ToolAnswer, origin: string): string {
  const ending = ENDINGS[answer.ending];
  const sources = answer.sources.map((source) => ({ ...source, path: source.path && origin + source.path }));
  const parts = [
    `# ${getToolName(answer.tool)}`,
    [
      `- Answered by: ${escapeText(describeAnsweredBy(answer))}`,
      `- Time: ${formatFullDate(answer.time)}`,
      ...(ending ? [`- ${ending}`] : []),
    ].join("\n"),
    "## Input",
    formatCodeBlock(answer.input),
    ...formatLookups(answer),
    "## Answer",
    linkCitations(answer.markdown, sources).trim(),
  ];
  const citedSources = findCitedSources({ markdown: answer.markdown, sources });
  if (citedSources.length > 0) parts.push("## Sources", citedSources.map(formatSource).join("\n"));
  return `${parts.join("\n\n")}\n`;
}

/** Omits lookups that were still running when the answer was interrupted. */
function listEndedLookups({ lookups = [] }: ToolAnswer): readonly Lookup[] {
  return lookups.filter(({ state }) => state !== "running");
}

function formatLookups(answer: ToolAnswer): string[] {
  const lines = listEndedLookups(answer).map((lookup) => `- ${escapeText(describeLookup(lookup))}`);
  return lines.length === 0 ? [] : ["## Looked up on this site", lines.join("\n")];
}

function formatSource({ number, title, path, attribution, date, isSample }: Source): string {
  const name = path === null ? escapeText(title) : `[${escapeText(title)}](${path})`;
  const details = [
    escapeText(attribution),
    ...(date ? [formatDate(date)] : []),
    ...(isSample ? ["sample"] : []),
  ];
  return `${number}. ${name} (${details.join(", ")})`;
}

/** Escapes untrusted text and puts it on one line. */
function escapeText(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>|#]/g, "\\$&");
}

/** Uses a fence longer than any run of backticks in the text. */
function formatCodeBlock(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
