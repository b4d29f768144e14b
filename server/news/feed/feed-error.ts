/** Why a feed's bytes became no articles, in words that an administrator reads after "The feed was refused: ". */
export type FeedProblem = "unreadable" | "hostile" | "too_slow";

export class FeedError extends Error {
  override readonly name = "FeedError";
  readonly problem: FeedProblem;

  constructor(problem: FeedProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}

/** What is told of one between threads, where errors lose their kind. */
export interface FeedRefusal {
  readonly problem: FeedProblem;
  readonly message: string;
}
