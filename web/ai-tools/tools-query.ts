import { TOOL_FILTERS, TOOLS, type Tool, type ToolFilter } from "#core/ai/tools.ts";

export interface ToolsQuery {
  readonly tool: Tool | null;
  readonly filter: ToolFilter;
  /** Index of the example to put into the input. */
  readonly example: number | null;
  readonly conversation: string | null;
}

export function parseToolsQuery(params: URLSearchParams): ToolsQuery {
  const filter = params.get("filter")?.toLowerCase();
  const example = /^\d$/.exec(params.get("example") ?? "")?.[0];
  return {
    tool: TOOLS.find(({ id }) => id === params.get("tool")) ?? null,
    filter: TOOL_FILTERS.find((name) => name.toLowerCase() === filter) ?? "All",
    example: example === undefined ? null : Number(example),
    conversation: params.get("conversation"),
  };
}

export function buildToolsHref({ tool, filter, example, conversation }: Partial<ToolsQuery>): string {
  const params = new URLSearchParams();
  if (tool) params.set("tool", tool.id);
  if (filter && filter !== "All") params.set("filter", filter.toLowerCase());
  if (typeof example === "number") params.set("example", String(example));
  if (conversation) params.set("conversation", conversation);
  return `/ai-tools${params.size > 0 ? `?${params}` : ""}`;
}

/** The URL of a read-only page of a saved conversation: the turns before a cursor. */
export const buildTranscriptHref = (conversation: string, before: string): string =>
  `/ai-tools/history?${new URLSearchParams({ conversation, before })}`;
