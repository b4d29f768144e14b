import type { ToolAnswer } from "#core/ai/export.ts";
import { TOOL_IDS, type ToolId } from "#core/ai/tools.ts";

/**
 * Each tool's input and last answer are stored for this browser tab, so that they survive reloads, failures, leaving
 * the page and signing in. Signing out removes them.
 */
const KEY_PREFIX = "lattice-ai:";
const CONVERSATION_KEY = `${KEY_PREFIX}conversation`;

export function readStoredInput(tool: ToolId): string | null {
  return tryStorage(() => sessionStorage.getItem(`${KEY_PREFIX}${tool}:input`));
}

export function storeInput(tool: ToolId, input: string): void {
  tryStorage(() => sessionStorage.setItem(`${KEY_PREFIX}${tool}:input`, input));
}

export function readStoredAnswer(tool: ToolId): ToolAnswer | null {
  const answer = tryStorage(() =>
    JSON.parse(sessionStorage.getItem(`${KEY_PREFIX}${tool}:answer`) ?? "null"),
  );
  return answer?.tool === tool && typeof answer.markdown === "string" ? (answer as ToolAnswer) : null;
}

export function storeAnswer(answer: ToolAnswer): void {
  const key = `${KEY_PREFIX}${answer.tool}:answer`;
  // Delete the older answer first, in case the new one is too large to store.
  tryStorage(() => sessionStorage.removeItem(key));
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify(answer)));
}

/** The assistant's conversation before its last answer, oldest first. */
export function readStoredConversation(): readonly ToolAnswer[] {
  const stored = tryStorage(() => JSON.parse(sessionStorage.getItem(CONVERSATION_KEY) ?? "[]"));
  return Array.isArray(stored) ? stored.filter((answer) => typeof answer?.markdown === "string") : [];
}

export function storeConversation(answers: readonly ToolAnswer[]): void {
  tryStorage(() => sessionStorage.setItem(CONVERSATION_KEY, JSON.stringify(answers)));
}

export function removeStoredAnswer(tool: ToolId): void {
  tryStorage(() => sessionStorage.removeItem(`${KEY_PREFIX}${tool}:answer`));
}

/** Removes what this tab stores of a saved conversation, or of all. Returns the tools it belonged to. */
export function removeSavedConversation(id: string | null): readonly ToolId[] {
  const tools = TOOL_IDS.filter((tool) => {
    const saved = readStoredAnswer(tool)?.saved;
    return saved && (id === null || saved.conversation === id);
  });
  for (const tool of tools) removeStoredAnswer(tool);
  if (tools.includes("chatbot")) storeConversation([]);
  return tools;
}

const OWNER_KEY = `${KEY_PREFIX}owner`;
let ownerChanges = 0;

/** Counts how often the answers were removed for another user: a run that began before must not store its answer. */
export const getOwnerChanges = () => ownerChanges;

/**
 * Assigns what this tab stores to a member; null for visitors. If it was another member's, it is removed first. What a
 * visitor did stays theirs when they sign in. Returns whether it was removed.
 */
export function claimStoredAnswers(memberId: string | null): boolean {
  return Boolean(
    tryStorage(() => {
      const owner = sessionStorage.getItem(OWNER_KEY);
      const isOthers = owner !== null && owner !== memberId;
      if (isOthers) {
        ownerChanges += 1;
        for (const key of Object.keys(sessionStorage))
          if (key.startsWith(KEY_PREFIX)) sessionStorage.removeItem(key);
      }
      if (memberId !== null) sessionStorage.setItem(OWNER_KEY, memberId);
      return isOthers;
    }),
  );
}

function tryStorage<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}
