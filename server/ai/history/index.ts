import type { Viewer } from "#core/accounts/member.ts";
import type {
  HistoryPage,
  HistoryQuery,
  HistorySettings,
  StoredConversation,
} from "#core/ai/history/types.ts";
import { AppError } from "#core/errors.ts";
import { createBatchedLimit } from "#server/rate-limits/index.ts";
import { deleteConversation, deleteConversations, renameConversation } from "./change-conversations.ts";
import type { HistoryDeps } from "./deps.ts";
import { listConversations } from "./list-conversations.ts";
import { readConversation } from "./read-conversation.ts";
import { readSettings, setSaving } from "./saving.ts";

/** A member's own saved conversations. No operation reads or changes another member's. All throw not_signed_in. */
export interface AiHistory {
  readSettings(viewer: Viewer): Promise<HistorySettings>;
  setSaving(viewer: Viewer, isSaving: boolean): Promise<void>;
  /** Throws invalid_input; too_many_requests after 60 searches in a minute. */
  listConversations(viewer: Viewer, query: HistoryQuery): Promise<HistoryPage>;
  /**
   * The conversation's last turns, or those before `before`, a cursor. Throws conversation_not_found, invalid_input.
   */
  readConversation(viewer: Viewer, id: string, before?: string | null): Promise<StoredConversation>;
  /** Throws conversation_not_found, missing_information. */
  renameConversation(viewer: Viewer, id: string, title: string): Promise<void>;
  /** Throws conversation_not_found. */
  deleteConversation(viewer: Viewer, id: string): Promise<void>;
  deleteConversations(viewer: Viewer): Promise<void>;
}

const SEARCHES = { points: 60, durationSeconds: 60 } as const;

export function createHistory(deps: HistoryDeps): AiHistory {
  const countSearch = createBatchedLimit(deps, "ai-history-searches", SEARCHES);
  return {
    readSettings: (viewer) => readSettings(deps, viewer),
    setSaving: (viewer, isSaving) => setSaving(deps, viewer, isSaving),
    async listConversations(viewer, query) {
      if (viewer && query.search && !(await countSearch(viewer.id)).allowed)
        throw new AppError("too_many_requests");
      return listConversations(deps, viewer, query);
    },
    readConversation: (viewer, id, before = null) => readConversation(deps, viewer, id, before),
    renameConversation: (viewer, id, title) => renameConversation(deps, viewer, id, title),
    deleteConversation: (viewer, id) => deleteConversation(deps, viewer, id),
    deleteConversations: (viewer) => deleteConversations(deps, viewer),
  };
}
