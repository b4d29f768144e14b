/** Why a fetch failed. */
export type SafeFetchProblem =
  | "bad_url"
  | "forbidden_address"
  | "too_many_redirects"
  | "too_large"
  | "bad_response"
  | "unreachable"
  | "timeout";

export class SafeFetchError extends Error {
  override readonly name = "SafeFetchError";
  readonly problem: SafeFetchProblem;

  constructor(problem: SafeFetchProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}
