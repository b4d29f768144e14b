import type { ToolAnswer } from "#core/ai/export.ts";
import type { ToolId } from "#core/ai/tools.ts";
import type { HighlightedText } from "#core/search/types.ts";

export interface ConversationCard {
  readonly id: string;
  readonly tool: ToolId;
  readonly title: string;
  /** When the last question was answered, ISO 8601 in UTC. */
  readonly updatedAt: string;
  readonly turnCount: number;
  /** The passage that matches the search best; null without a search. */
  readonly excerpt: HighlightedText | null;
}

export interface HistoryQuery {
  readonly search: string;
  readonly cursor: string | null;
}

export interface HistoryPage {
  /** Most recently answered first. */
  readonly items: readonly ConversationCard[];
  readonly nextCursor: string | null;
}

export interface StoredConversation {
  readonly id: string;
  readonly tool: ToolId;
  readonly title: string;
  /** At least one, oldest first. */
  readonly answers: readonly ToolAnswer[];
  /** Cursor of the page with the answers before these; null if there are none. */
  readonly earlierCursor: string | null;
}

export interface SaveRequest {
  /** The ID of the conversation to continue; null for a new one. */
  readonly conversation: string | null;
  /** The IDs of the turns that the answer replaces, because it was regenerated or an earlier question was edited. */
  readonly replaces: readonly string[];
}

export interface HistorySettings {
  readonly isSavingOn: boolean;
}
