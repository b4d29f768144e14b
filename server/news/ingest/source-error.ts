import { SafeFetchError, type SafeFetchProblem } from "#server/platform/safe-fetch-error.ts";
import { FeedError } from "../feed/feed-error.ts";

/** A source failed. `message` is a clause shown to administrators. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  /** Retry-After, in seconds. */
  readonly requestedSeconds: number | null;
  /** Whether no complete response arrived, because of DNS, the connection or a timeout. */
  readonly isNetworkError: boolean;

  constructor(
    message: string,
    options: { requestedSeconds?: number | null; isNetworkError?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.requestedSeconds = options.requestedSeconds ?? null;
    this.isNetworkError = options.isNetworkError ?? false;
  }
}

const MESSAGES: Readonly<Record<SafeFetchProblem, string>> = {
  bad_url: "its URL can't be used",
  forbidden_address: "its URL isn't publicly reachable",
  too_many_redirects: "it redirects too often",
  too_large: "it is too large",
  bad_response: "its response can't be read",
  unreachable: "the server can't be reached",
  timeout: "it took too long to respond",
};

/** Converts an expected error to a SourceError. Any other error is a bug and is returned unchanged. */
export function toSourceError(error: unknown): unknown {
  if (error instanceof SourceError) return error;
  if (error instanceof FeedError) return new SourceError(error.message, { cause: error });
  if (error instanceof SafeFetchError) {
    const isNetworkError = error.problem === "unreachable" || error.problem === "timeout";
    return new SourceError(MESSAGES[error.problem], { isNetworkError, cause: error });
  }
  return error;
}
