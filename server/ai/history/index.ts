import type { Viewer } from "#core/accounts/member.ts";
import type { HistoryPage, HistoryQuery } from "#core/ai/history/types.ts";
import { AppError } from "#core/errors.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import { createBatchedLimit } from "#server/rate-limits/index.ts";
import { deleteConversation, deleteConversations, renameConversation } from "./change-conversations.ts";
import type { HistoryDeps } from "./deps.ts";
import { listConversations } from "./list-conversations.ts";
import { readConversation } from "./read-conversation.ts";
import { readSettings, setSaving } from "./saving.ts";

const SEARCH_LIMIT = { points: 60, durationSeconds: 60 } as const;

/** None of the operations reads or changes another member's conversations. All throw not_signed_in. */
export function createHistory(deps: HistoryDeps) {
  const countSearch = createBatchedLimit(deps, "ai-history-searches", SEARCH_LIMIT);
  return {
    ...bindOperations(deps, {
      readSettings,
      setSaving,
      readConversation,
      renameConversation,
      deleteConversation,
      deleteConversations,
    }),
    /** Also throws too_many_requests after 60 searches in a minute. */
    async listConversations(viewer: Viewer, query: HistoryQuery): Promise<HistoryPage> {
      if (viewer && query.search && !(await countSearch(viewer.id)).allowed)
        throw new AppError("too_many_requests");
      return listConversations(deps, viewer, query);
    },
  };
}
