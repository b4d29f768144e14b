import { AppError } from "#core/errors.ts";

export function createRateLimitError(retryAfterSeconds: number): AppError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes <= 1 ? "a minute" : `${minutes} minutes`;
  return new AppError("too_many_requests", {
    message: `You're doing this too often. Please try again in ${wait}.`,
  });
}
