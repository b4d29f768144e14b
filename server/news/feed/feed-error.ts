export type FeedProblem = "unreadable" | "hostile" | "too_slow";

/** The message is a clause shown to administrators after a colon, as in "We can't use this feed: it is malformed." */
export class FeedError extends Error {
  override readonly name = "FeedError";
  readonly problem: FeedProblem;

  constructor(problem: FeedProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}

/** A FeedError in the form in which it is passed between threads, where errors lose their class. */
export interface FeedErrorData {
  readonly problem: FeedProblem;
  readonly message: string;
}
