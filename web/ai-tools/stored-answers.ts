import type { ToolAnswer } from "#core/ai/export.ts";
import type { ToolId } from "#core/ai/tools.ts";

/**
 * Stores each tool's input and last answer in this tab, so that they survive reloads, failures, leaving the page and
 * signing out. Without session storage they only stay on screen.
 */
const PREFIX = "lattice-ai:";

export function readStoredInput(tool: ToolId): string | null {
  return attempt(() => sessionStorage.getItem(`${PREFIX}${tool}:input`));
}

export function storeInput(tool: ToolId, input: string): void {
  attempt(() => sessionStorage.setItem(`${PREFIX}${tool}:input`, input));
}

export function readStoredAnswer(tool: ToolId): ToolAnswer | null {
  const answer = attempt(() => JSON.parse(sessionStorage.getItem(`${PREFIX}${tool}:answer`) ?? "null"));
  return answer?.tool === tool && typeof answer.markdown === "string" ? (answer as ToolAnswer) : null;
}

export function storeAnswer(answer: ToolAnswer): void {
  const key = `${PREFIX}${answer.tool}:answer`;
  // If the new answer doesn't fit, don't leave an older one in its place.
  attempt(() => sessionStorage.removeItem(key));
  attempt(() => sessionStorage.setItem(key, JSON.stringify(answer)));
}

function attempt<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}
