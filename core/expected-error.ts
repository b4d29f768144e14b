/** An error that is part of normal use. A page shows it or a protocol sends it. Any other error is a bug. */
export abstract class ExpectedError<Code extends string = string> extends Error {
  readonly code: Code;
  /** An HTTP status. */
  readonly status: number;

  constructor(code: Code, entry: { readonly status: number; readonly message: string }, cause?: unknown) {
    super(entry.message, { cause });
    this.code = code;
    this.status = entry.status;
  }
}
