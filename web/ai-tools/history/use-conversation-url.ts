import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { buildToolsHref, type ToolsQuery } from "#web/ai-tools/tools-query.ts";
import type { ToolState } from "#web/ai-tools/use-answers.ts";

/** Focuses a newly opened conversation, and removes its ID from the URL once the page shows something else. */
export function useConversationUrl(
  query: ToolsQuery,
  openedConversationId: string | null,
  state: ToolState | null,
) {
  const navigate = useNavigate();
  const focusedConversationId = useRef(openedConversationId);
  useEffect(() => {
    if (focusedConversationId.current === openedConversationId) return;
    focusedConversationId.current = openedConversationId;
    document.getElementById("results")?.focus({ preventScroll: true });
  }, [openedConversationId]);

  const { tool, filter, conversation } = query;
  const isReplaced =
    conversation !== null &&
    conversation === openedConversationId &&
    state !== null &&
    !state.isRunning &&
    state.answer?.saved?.conversation !== conversation;
  useEffect(() => {
    if (!isReplaced) return;
    void navigate(buildToolsHref({ tool, filter }), {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  }, [isReplaced, navigate, tool, filter]);
}
