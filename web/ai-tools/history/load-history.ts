import { data } from "react-router";
import { SEARCH_MAX } from "#core/ai/history/limits.ts";
import type { StoredConversation } from "#core/ai/history/types.ts";
import { attempt } from "#web/operation.ts";
import type { RequestContext } from "#web/server-context.ts";
import { loadForMember } from "#web/session/guard.tsx";

export type HistoryData = NonNullable<Awaited<ReturnType<typeof loadHistory>>>;

export function loadHistory(context: RequestContext, url: URL) {
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, SEARCH_MAX);
  const cursor = url.searchParams.get("after") || null;
  return loadForMember(context, url, async ({ ai: { history } }, viewer) => ({
    search,
    isLaterPage: cursor !== null,
    renamingId: url.searchParams.get("rename"),
    settings: await history.readSettings(viewer),
    page: await history.listConversations(viewer, { search, cursor }),
  }));
}

/** A page of a saved conversation; "missing" if it was deleted or isn't the viewer's. Throws other refusals. */
export async function loadConversation(
  context: RequestContext,
  id: string,
  before: string | null = null,
): Promise<StoredConversation | "missing"> {
  const result = await attempt(context, ({ ai }, viewer) => ai.history.readConversation(viewer, id, before));
  if (result.ok) return result.value;
  if (result.refusal.code !== "conversation_not_found") throw data(result.refusal, { status: result.status });
  return "missing";
}
