import type { ToolAnswer } from "#core/ai/export.ts";
import type { ToolId } from "#core/ai/tools.ts";

/**
 * Each tool's input and last answer are stored for this browser tab, so that they survive reloads, failures, leaving
 * the page and signing out.
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

function tryStorage<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}
