import { SafeFetchError, type SafeFetchProblem } from "#server/platform/safe-fetch-error.ts";
import { FeedError } from "../feed/feed-error.ts";

/** A source failed. `message` is a clause shown to administrators. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  /** Seconds until the server wants to be asked again. */
  readonly requestedSeconds: number | null;
  /** Whether no response arrived at all: DNS, connection or timeout. */
  readonly isNetwork: boolean;

  constructor(
    message: string,
    options: { askedSeconds?: number | null; isNetwork?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.requestedSeconds = options.askedSeconds ?? null;
    this.isNetwork = options.isNetwork ?? false;
  }
}

const MESSAGES: Readonly<Record<SafeFetchProblem, string>> = {
  bad_address: "its address can't be used",
  forbidden_address: "its address is not on the public network",
  too_many_redirects: "it redirects too often",
  too_large: "it is too large",
  bad_answer: "its response can't be read",
  unreachable: "it can't be reached",
  timeout: "it took too long to answer",
};

/** Converts an expected failure to a SourceError; any other error is a bug and is returned unchanged. */
export function toSourceError(error: unknown): unknown {
  if (error instanceof SourceError) return error;
  if (error instanceof FeedError) return new SourceError(error.message, { cause: error });
  if (error instanceof SafeFetchError) {
    const isNetwork = error.problem === "unreachable" || error.problem === "timeout";
    return new SourceError(MESSAGES[error.problem], { isNetwork, cause: error });
  }
  return error;
}
