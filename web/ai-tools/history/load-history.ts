import type { RouterContextProvider } from "react-router";
import { SEARCH_MAX } from "#core/ai/history/limits.ts";
import type { HistoryPage, HistorySettings } from "#core/ai/history/types.ts";
import { operation } from "#web/operation.ts";
import { loadForMember } from "#web/session/guard.tsx";

export interface HistoryData {
  readonly search: string;
  /** Whether this is a later page, reached without JavaScript. */
  readonly isContinued: boolean;
  /** The conversation to rename, without JavaScript. */
  readonly renaming: string | null;
  readonly settings: HistorySettings;
  readonly page: HistoryPage;
}

export function loadHistory(context: Readonly<RouterContextProvider>, url: URL): Promise<HistoryData | null> {
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, SEARCH_MAX);
  const cursor = url.searchParams.get("after") || null;
  return loadForMember(context, url, async () => ({
    search,
    isContinued: cursor !== null,
    renaming: url.searchParams.get("rename"),
    settings: await operation(context, ({ ai }, viewer) => ai.history.readSettings(viewer)),
    page: await operation(context, ({ ai }, viewer) =>
      ai.history.listConversations(viewer, { search, cursor }),
    ),
  }));
}
