import type { ToolId } from "#core/ai/tools.ts";

/** A refused call, with the status and message for the client. */
export class ChatError extends Error {
  override readonly name = "ChatError";
  readonly status: number;
  /** Whole seconds until a retry may succeed, if known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = status;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** For an input whose analysis didn't finish in time. */
export const createTooLongError = (tool: ToolId, cause: Error): ChatError =>
  new ChatError(
    422,
    tool === "scanner"
      ? "This source takes too long to scan. Scan its contracts one at a time, or remove the most deeply nested code."
      : "This takes too long to analyze. Try a shorter text.",
    { cause },
  );
