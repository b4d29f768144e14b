/** A call that is not answered, with the status and the sentence that its caller is told. */
export class ChatRefusal extends Error {
  override readonly name = "ChatRefusal";
  readonly status: number;
  /** Whole seconds, where it is known when asking again may help. */
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
