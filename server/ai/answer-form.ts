import { AuthError } from "#core/accounts/auth-errors.ts";
import { applyChatEvent, createToolAnswer } from "#core/ai/build-answer.ts";
import type { ToolAnswer } from "#core/ai/export.ts";
import { INPUT_LIMIT } from "#core/ai/limits.ts";
import type { ToolId } from "#core/ai/tools.ts";
import { findExpectedError } from "#server/database/index.ts";
import { getRequestScope } from "#server/platform/request-scope.ts";
import { beginAnswer, prepareAnswer } from "./answer-chat.ts";
import { ChatError } from "./chat-errors.ts";
import type { AiDeps } from "./deps.ts";
import { readTurns } from "./history/read-conversation.ts";

/** A question from the page's form, for browsers without JavaScript. */
export interface FormQuestion {
  readonly tool: ToolId;
  /** Not blank and at most INPUT_LIMIT characters. */
  readonly input: string;
  /** A configured model. With any other value, all configured models are tried in order. */
  readonly model?: string;
  /** The Authorization header, as in calls to the chat function: "Bearer …". */
  readonly authorization: string;
  readonly address: string;
  /** The ID of the saved conversation to continue; null to start a new one. Only the assistant continues one. */
  readonly conversation: string | null;
}

interface FormAnswer {
  readonly answer: ToolAnswer;
  /** Why the answer is incomplete; null if it is complete. */
  readonly problem: string | null;
}

/** Shorter than the server's request deadline. What has arrived by then is shown. */
const DEADLINE_MS = 12_000;

/**
 * Collects the chat function's answer for a page: the complete answer, or what arrived in time. Throws the errors of the
 * chat function, and a ChatError instead of any other error, because an error page would lose the user's input.
 */
export async function answerForm(deps: AiDeps, question: FormQuestion): Promise<FormAnswer> {
  const { tool, input, model = "", authorization, address, conversation } = question;
  if (input.trim() === "" || input.length > INPUT_LIMIT)
    throw new RangeError("the form must check its input first");
  let answer = createToolAnswer({ tool, input, time: deps.clock.now().toISOString() });
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const { userId, isAnonymous } = await deps.auth.identifyClient(authorization);
    const client = { memberId: isAnonymous ? null : userId, userId, address };
    const turns =
      tool === "chatbot" && userId && conversation ? await readTurns(deps, userId, conversation) : [];
    const history = { conversation: turns.length > 0 ? conversation : null, replaces: [] };
    const { models } = deps.settings;
    const call = { tool, input, turns, models: models.includes(model) ? [model] : models, history };
    const preparedAnswer = await prepareAnswer(deps, client, call, signal);
    for await (const event of await beginAnswer(deps, call, preparedAnswer, signal)) {
      if (event.error !== undefined) return { answer: { ...answer, ending: "failed" }, problem: event.error };
      answer = applyChatEvent(answer, event);
    }
    if (!signal.aborted) return { answer, problem: null };
  } catch (error) {
    if (error instanceof ChatError || error instanceof AuthError || findExpectedError(error)) throw error;
    if (!signal.aborted) {
      deps.log.error({ err: error, requestId: getRequestScope()?.id }, "an answer for a form failed");
      throw new ChatError("failed");
    }
  }
  const timeoutError = new ChatError("provider_timeout");
  if (answer.markdown === "") throw timeoutError;
  return { answer: { ...answer, ending: "failed" }, problem: timeoutError.message };
}
