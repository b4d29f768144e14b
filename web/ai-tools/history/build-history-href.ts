import type { ConversationCard } from "#core/ai/history/types.ts";
import { TOOLS } from "#core/ai/tools.ts";
import { buildToolsHref } from "#web/ai-tools/tools-query.ts";

export const HISTORY_PATH = "/ai-tools/history";

export function buildHistoryHref(params: {
  readonly search?: string;
  readonly after?: string;
  readonly rename?: string;
}): string {
  const query = new URLSearchParams();
  if (params.search) query.set("q", params.search);
  if (params.after) query.set("after", params.after);
  if (params.rename) query.set("rename", params.rename);
  return `${HISTORY_PATH}${query.size > 0 ? `?${query}` : ""}`;
}

export const buildConversationHref = ({ id, tool }: Pick<ConversationCard, "id" | "tool">): string =>
  `${buildToolsHref({ tool: TOOLS.find((candidate) => candidate.id === tool) ?? null, conversation: id })}#results`;
