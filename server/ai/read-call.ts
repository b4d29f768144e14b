import { chatRequest } from "#core/ai/chat-stream.ts";
import type { SaveRequest } from "#core/ai/history/types.ts";
import { DEFAULT_MODEL, describeTooLong, INPUT_LIMIT } from "#core/ai/limits.ts";
import { parseToolCall, type ToolId, type Turn } from "#core/ai/tools.ts";
import { ChatError } from "./chat-errors.ts";

export interface ToolCall {
  readonly tool: ToolId;
  readonly input: string;
  /** The assistant's conversation so far, oldest first; empty for the other tools. */
  readonly turns: readonly Turn[];
  /** The models in the order in which they are tried. */
  readonly models: readonly string[];
  /** Where to save the answer; null if it isn't to be saved. */
  readonly history: SaveRequest | null;
}

/**
 * Accepts only the tools' own messages, so that clients can't supply a persona, and only configured models or
 * DEFAULT_MODEL, which means all configured models in order. Throws ChatError.
 */
export function readCall(body: unknown, models: readonly string[]): ToolCall {
  const parsed = chatRequest.safeParse(body);
  if (!parsed.success) throw new ChatError("invalid_request");
  const call = parseToolCall(parsed.data.messages);
  if (call === null) throw new ChatError("unknown_tool");
  if (call.input.trim() === "") throw new ChatError("empty_input");
  if (call.input.length > INPUT_LIMIT)
    throw new ChatError("input_too_long", { message: describeTooLong(call.input.length) });
  const { model = DEFAULT_MODEL, history = null } = parsed.data;
  if (model !== DEFAULT_MODEL && !models.includes(model)) throw new ChatError("model_unavailable");
  return { ...call, models: model === DEFAULT_MODEL ? models : [model], history };
}
