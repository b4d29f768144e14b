import { chatRequest, DEFAULT_MODEL, INPUT_LIMIT } from "#core/ai/chat-stream.ts";
import { readToolCall, type ToolId } from "#core/ai/tools.ts";
import { ChatRefusal } from "./chat-refusal.ts";

/** A validated request. */
export interface ToolCall {
  readonly tool: ToolId;
  readonly input: string;
  /** The models to try, in order. */
  readonly models: readonly string[];
}

const EMPTY = "Please enter some text to analyze";
export const TOO_LONG = `This text is too long: at most ${INPUT_LIMIT.toLocaleString("en-US")} characters can be analyzed at a time.`;

/**
 * Validates a request. Accepts only the tools' own messages, as built by writeToolCall, so that clients can't supply
 * their own persona, and only configured models. Throws ChatRefusal.
 */
export function readCall(body: unknown, models: readonly string[]): ToolCall {
  const parsed = chatRequest.safeParse(body);
  if (!parsed.success) {
    const isTooLong = parsed.error.issues.some(
      ({ code, path }) => code === "too_big" && path.at(-1) === "content",
    );
    throw isTooLong
      ? new ChatRefusal(413, TOO_LONG)
      : new ChatRefusal(400, "Send JSON with a tool's messages, as {messages: [{role, content}], model}.");
  }
  const call = readToolCall(parsed.data.messages);
  if (call === null)
    throw new ChatRefusal(400, "Only this site's own tools can be called here, with their own messages.");
  if (call.input.trim() === "") throw new ChatRefusal(400, EMPTY);
  if (call.input.length > INPUT_LIMIT) throw new ChatRefusal(413, TOO_LONG);
  const { model = DEFAULT_MODEL } = parsed.data;
  if (model !== DEFAULT_MODEL && !models.includes(model))
    throw new ChatRefusal(400, "This model is not available here.");
  return { ...call, models: model === DEFAULT_MODEL ? models : [model] };
}
