import { data, type RouterContextProvider } from "react-router";
import type { StoredConversation } from "#core/ai/history/types.ts";
import { attempt } from "#web/operation.ts";

/** A page of a saved conversation; "missing" if it was deleted or isn't the viewer's. */
export async function loadConversation(
  context: Readonly<RouterContextProvider>,
  id: string,
  before: string | null = null,
): Promise<StoredConversation | "missing"> {
  const result = await attempt(context, ({ ai }, viewer) => ai.history.readConversation(viewer, id, before));
  if (result.ok) return result.value;
  if (result.refusal.code !== "conversation_not_found") throw data(result.refusal, { status: result.status });
  return "missing";
}
