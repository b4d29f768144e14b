import { MODEL_UNAVAILABLE, TOOLS_OFF } from "#core/ai/limits.ts";
import type { ToolId } from "#core/ai/tools.ts";
import { ExpectedError } from "#core/expected-error.ts";

/** The chat function's own errors. Clients get the status and the message. */
const CHAT_ERRORS = {
  invalid_json: { status: 400, message: "The request body is not valid JSON." },
  invalid_request: {
    status: 400,
    message: "Send JSON with a tool's messages, as {messages: [{role, content}], model}.",
  },
  unknown_tool: {
    status: 400,
    message: "Only this site's tools can be called here. Send a tool's messages unchanged.",
  },
  empty_input: { status: 400, message: "Please enter some text to analyze" },
  model_unavailable: { status: 400, message: MODEL_UNAVAILABLE },
  tools_off: { status: 403, message: TOOLS_OFF },
  unknown_function: { status: 404, message: "Function not found." },
  method_not_allowed: { status: 405, message: "Use POST." },
  input_too_long: { status: 413, message: "This text is too long." },
  request_too_large: { status: 413, message: "Your request is too large." },
  takes_too_long: { status: 422, message: "This takes too long to analyze. Try a shorter text." },
  failed: { status: 500, message: "Failed to process your request" },
  // From the specification, section 8, like the messages of `empty_input` and `failed`.
  rate_limited: { status: 429, message: "Rate limits exceeded. Please try again later." },
  payment_required: {
    status: 402,
    message: "Payment required. Please add funds to your AI provider workspace.",
  },
  provider_failed: { status: 502, message: "Failed to connect to AI service. Please try again later." },
  provider_misconfigured: {
    status: 502,
    message: "Failed to connect to AI service. Please contact an administrator.",
  },
  provider_refused: {
    status: 502,
    message: "The AI service can't answer this. Please try a different or shorter text.",
  },
  provider_unanswered: {
    status: 502,
    message: "The model looked things up but didn't answer. Please try again.",
  },
  provider_timeout: { status: 504, message: "The answer took too long. Please try again." },
} as const satisfies Record<string, { status: number; message: string }>;

type ChatErrorCode = keyof typeof CHAT_ERRORS;

interface ChatErrorOptions {
  message?: string;
  retryAfterSeconds?: number;
  cause?: unknown;
}

export class ChatError extends ExpectedError<ChatErrorCode> {
  override readonly name = "ChatError";
  /** Whole seconds until a retry may succeed, if known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ChatErrorCode, { message, retryAfterSeconds, cause }: ChatErrorOptions = {}) {
    const entry = CHAT_ERRORS[code];
    super(code, { status: entry.status, message: message ?? entry.message }, cause);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const createTakesTooLongError = (tool: ToolId, cause: Error): ChatError =>
  new ChatError("takes_too_long", {
    ...(tool === "scanner" && {
      message:
        "This source code takes too long to scan. Scan its contracts one at a time, or remove the most deeply nested code.",
    }),
    cause,
  });
