import { SafeFetchError, type SafeFetchProblem } from "#server/platform/safe-fetch-error.ts";
import { FeedError } from "../feed/feed-error.ts";

/** Why a source brought nothing this time. `message` is a clause that an administrator reads. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  /** Seconds for which the server asked to be left alone. */
  readonly askedSeconds: number | null;
  /** Whether nothing was reached at all: no name, no connection, no answer in time. */
  readonly isNetwork: boolean;

  constructor(
    message: string,
    options: { askedSeconds?: number | null; isNetwork?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.askedSeconds = options.askedSeconds ?? null;
    this.isNetwork = options.isNetwork ?? false;
  }
}

const WORDS: Readonly<Record<SafeFetchProblem, string>> = {
  bad_address: "its address cannot be used",
  forbidden_address: "its address is not on the public network",
  too_many_redirects: "it redirects too often",
  too_large: "it is too large",
  bad_answer: "its answer cannot be read",
  unreachable: "it cannot be reached",
  timeout: "it took too long to answer",
};

/** The failure of a fetch or of reading in an administrator's words; any other error is a bug and comes back as it is. */
export function asSourceError(error: unknown): unknown {
  if (error instanceof SourceError) return error;
  if (error instanceof FeedError) return new SourceError(error.message, { cause: error });
  if (error instanceof SafeFetchError) {
    const isNetwork = error.problem === "unreachable" || error.problem === "timeout";
    return new SourceError(WORDS[error.problem], { isNetwork, cause: error });
  }
  return error;
}
