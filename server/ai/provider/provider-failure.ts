/** The kind of a provider's failure. */
export type FailureKind =
  /** It responded with a status other than 200. */
  | "status"
  /** It sent an error instead of an answer, or midway. */
  | "error"
  | "unreachable"
  | "timeout"
  /** It sent something that isn't an answer: nothing, or without end. */
  | "unreadable"
  /** It announced function calls but sent none that can be read. */
  | "calls";

/**
 * Matches messages that a model can't call functions: "does not support tools", "tool_choice is not
 * supported".
 */
const NAMES_FUNCTIONS = /\btools?\b|\btool[_-]|\bfunction[ _-]?call/i;
/** Statuses that have another cause, regardless of the message. */
const OTHER_STATUSES: readonly (number | null)[] = [401, 402, 403, 408, 429];

/**
 * A provider that didn't answer, or whose answer is incomplete. `status` is the provider's own, if any. `detail` is the
 * provider's message and untrusted: `toPublicFailure` decides what may be shown.
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

  /** Whether the provider rejects function calls for this model. */
  get isAboutFunctions(): boolean {
    if (this.kind !== "status" && this.kind !== "error") return false;
    return !OTHER_STATUSES.includes(this.status) && NAMES_FUNCTIONS.test(this.detail ?? "");
  }

  /** Whether another model may succeed: the request is valid, but this model is busy, unpaid, broken or silent. */
  get canTryNextModel(): boolean {
    if (this.kind !== "status" && this.kind !== "error") return true;
    return this.status === null || [402, 404, 408, 429].includes(this.status) || this.status >= 500;
  }
}
