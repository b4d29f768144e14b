import { applyChatEvent, createToolAnswer } from "#core/ai/build-answer.ts";
import type { ChatEvent } from "#core/ai/chat-stream.ts";
import type { ToolAnswer } from "#core/ai/export.ts";
import type { ToolId } from "#core/ai/tools.ts";
import type { HistoryDeps } from "./deps.ts";
import type { PendingTurn } from "./prepare-turn.ts";
import { saveTurn } from "./save-turn.ts";

/**
 * Forwards an answer's events and saves the answer when it ends. If it was stopped or failed, saves the part that was
 * received. The first event says where the answer will be saved. If it isn't saved after all, a later event says so.
 */
export async function* saveAnswer(
  deps: HistoryDeps,
  pendingTurn: PendingTurn,
  { tool, input }: { readonly tool: ToolId; readonly input: string },
  events: AsyncIterable<ChatEvent>,
): AsyncGenerator<ChatEvent, void, void> {
  const { conversation, turn } = pendingTurn;
  let answer = createToolAnswer({ tool, input, time: deps.clock.now().toISOString() });
  let ending: ToolAnswer["ending"] = "stopped";
  let isSaved: boolean | null = null;
  const save = async () => {
    isSaved = false;
    if (answer.markdown === "") return;
    try {
      isSaved = await saveTurn(deps, pendingTurn, { ...answer, ending });
    } catch (error) {
      deps.log.error({ err: error }, "an answer could not be saved");
    }
  };
  try {
    for await (const event of events) {
      answer = applyChatEvent(answer, event);
      if (event.error !== undefined) ending = "failed";
      if (event.choices[0]?.finish_reason === "stop") ending = "complete";
      // Saves before the last event, so that the answer is in the history once the client has all of it.
      if (ending !== "stopped") await save();
      const isFirst = event.analysis?.answeredBy !== undefined;
      const saved = isFirst ? { conversation, turn } : isSaved === false ? null : undefined;
      yield saved === undefined ? event : { ...event, analysis: { ...event.analysis, saved } };
    }
  } finally {
    if (isSaved === null) await save();
  }
}
