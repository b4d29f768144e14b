import type { ChatEvent } from "./chat-stream.ts";
import type { ToolAnswer } from "./export.ts";

/** Creates an empty answer. `time` is when it was requested. */
export function createToolAnswer({
  tool,
  input,
  time,
}: Pick<ToolAnswer, "tool" | "input" | "time">): ToolAnswer {
  return {
    tool,
    input,
    time,
    markdown: "",
    answeredBy: "model",
    model: null,
    ending: "complete",
    sources: [],
    chart: null,
    findings: [],
  };
}

/** Adds one stream event to the answer. Events from third-party endpoints have no `analysis`. */
export function applyChatEvent(answer: ToolAnswer, { choices, model, analysis = {} }: ChatEvent): ToolAnswer {
  const { answeredBy, sources, lookups, chart, findings, findingCounts, saved } = analysis;
  return {
    ...answer,
    markdown: answer.markdown + (choices?.[0]?.delta?.content ?? ""),
    answeredBy: answeredBy ?? answer.answeredBy,
    model: analysis.model === undefined ? (answer.model ?? model ?? null) : analysis.model,
    sources: sources ?? answer.sources,
    ...(lookups ? { lookups } : {}),
    chart: chart === undefined ? answer.chart : chart,
    findings: findings ?? answer.findings,
    ...(findingCounts ? { findingCounts } : {}),
    ...(saved === undefined ? {} : { saved }),
  };
}
