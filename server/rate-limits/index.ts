/** Counts in auth.rate_limits. No other code uses it, except that server/auth deletes its expired rows. */
export { type Allowances, type ConsumeResult, type Count, createAllowances } from "./allowance.ts";
export { createBatchedLimit } from "./batched-rate-limit.ts";
export { createRateLimits, type Limit, type LimitResult, type RateLimits } from "./rate-limit.ts";
export { createRateLimitError } from "./rate-limit-error.ts";
