import type { ToolAnswer } from "#core/ai/export.ts";
import { TOOL_IDS, type ToolId } from "#core/ai/tools.ts";

/**
 * Prefix of the storage keys. Inputs and answers are stored for this browser tab, so that they survive reloads,
 * failures and signing in. Signing out removes them.
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

/** The answers in the assistant's conversation before the last one, oldest first. */
export function readStoredEarlierAnswers(): readonly ToolAnswer[] {
  const answers = tryStorage(() => JSON.parse(sessionStorage.getItem(CONVERSATION_KEY) ?? "[]"));
  return Array.isArray(answers) ? answers.filter((answer) => typeof answer?.markdown === "string") : [];
}

export function storeEarlierAnswers(answers: readonly ToolAnswer[]): void {
  tryStorage(() => sessionStorage.setItem(CONVERSATION_KEY, JSON.stringify(answers)));
}

export function removeStoredAnswer(tool: ToolId): void {
  tryStorage(() => sessionStorage.removeItem(`${KEY_PREFIX}${tool}:answer`));
}

/** Whether an answer is saved in this conversation or, if `id` is null, in any conversation. */
export const isSavedIn = ({ saved }: ToolAnswer, id: string | null): boolean =>
  Boolean(saved) && (id === null || saved?.conversation === id);

/**
 * Removes the stored answers of a saved conversation or, if `id` is null, of all saved conversations. Returns the tools
 * that lost their last answer.
 */
export function removeStoredAnswersOfConversation(id: string | null): readonly ToolId[] {
  const tools = TOOL_IDS.filter((tool) => {
    const answer = readStoredAnswer(tool);
    return answer !== null && isSavedIn(answer, id);
  });
  for (const tool of tools) removeStoredAnswer(tool);
  // The last answer may not be saved, or it may have started a new conversation.
  const earlierAnswers = readStoredEarlierAnswers().filter((answer) => !isSavedIn(answer, id));
  storeEarlierAnswers(tools.includes("chatbot") ? [] : earlierAnswers);
  return tools;
}

const OWNER_KEY = `${KEY_PREFIX}owner`;
let ownerChangeCount = 0;

/**
 * How many times the answers were removed because the user changed. A run that began before such a change must not store
 * its answer.
 */
export const getOwnerChangeCount = () => ownerChangeCount;

/**
 * Makes a member, or a visitor (null), the owner of this tab's inputs and answers. Another member's data is removed
 * first; a visitor's answers remain when they sign in.
 */
export function claimStoredAnswers(memberId: string | null): void {
  tryStorage(() => {
    const owner = sessionStorage.getItem(OWNER_KEY);
    if (owner !== null && owner !== memberId) {
      ownerChangeCount += 1;
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith(KEY_PREFIX)) sessionStorage.removeItem(key);
    }
    if (memberId !== null) sessionStorage.setItem(OWNER_KEY, memberId);
  });
}

function tryStorage<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}
