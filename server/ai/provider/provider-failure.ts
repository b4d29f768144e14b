export type FailureKind =
  /** The provider responded with a status other than 200. */
  | "status"
  /** The provider sent an error instead of an answer, or in the middle of one. */
  | "error"
  | "unreachable"
  | "timeout"
  /** The response isn't a valid answer: it is empty or too long, for example. */
  | "unreadable"
  /** The model looked things up but wrote no answer. */
  | "unanswered"
  /** The announced function calls can't be read, or the model called functions that it wasn't offered. */
  | "calls";

/** Matches messages such as "does not support tools" and "tool_choice is not supported". */
const FUNCTION_MENTION = /\btools?\b|\btool[_-]|\bfunction[ _-]?call/i;
/** Statuses that never mean that functions are unsupported, even if the message mentions them. */
const UNRELATED_STATUSES: readonly (number | null)[] = [401, 402, 403, 408, 429];

/**
 * `status` and `detail` come from the provider, so they are untrusted: `toLoggedDetail` decides whether the detail may
 * be logged.
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

  /** Whether the failure suggests that the provider rejects function calls for this model. */
  get isAboutFunctions(): boolean {
    if (this.kind !== "status" && this.kind !== "error") return false;
    return !UNRELATED_STATUSES.includes(this.status) && FUNCTION_MENTION.test(this.detail ?? "");
  }

  /** Whether another model may succeed: the request is valid, but this model is missing, busy, failing or unpaid. */
  get canTryNextModel(): boolean {
    if (this.kind !== "status" && this.kind !== "error") return true;
    return this.status === null || [402, 404, 408, 429].includes(this.status) || this.status >= 500;
  }
}
