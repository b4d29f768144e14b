/** What went wrong with a model's provider. */
export type FailureKind =
  /** It answered with a status other than 200. */
  | "status"
  /** It sent an error in the place of an answer, or in its middle. */
  | "error"
  | "unreachable"
  | "timeout"
  /** What it sends is no answer: nothing, or without end. */
  | "unreadable";

/**
 * A provider that did not answer, or not to the end. `status` is its own where it gave one; `detail` is its own word,
 * as hostile as any other text from outside: publicWords says what of it may be shown.
 */
export class ProviderFailure extends Error {
  override readonly name = "ProviderFailure";
  readonly kind: FailureKind;
  readonly status: number | null;
  readonly detail: string | null;

  constructor(
    kind: FailureKind,
    message: string,
    options: { status?: number | null; detail?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.status = options.status ?? null;
    this.detail = options.detail ?? null;
  }

  /** Whether another model may do better: this one is busy, unpaid, broken or silent, and not asked the wrong thing. */
  get isAnothersTurn(): boolean {
    if (this.kind !== "status" && this.kind !== "error") return true;
    return this.status === null || [402, 404, 408, 429].includes(this.status) || this.status >= 500;
  }
}
