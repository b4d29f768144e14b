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
