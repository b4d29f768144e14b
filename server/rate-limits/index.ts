/**
 * Rate limits and allowances, counted in auth.rate_limits and shared by every process on the database. No other
 * code uses the table, except that server/auth deletes its expired rows.
 */
export { type Allowances, type ConsumeResult, type Count, createAllowances } from "./allowance.ts";
export { createBatchedLimit } from "./batched-rate-limit.ts";
export { createRateLimits, type Limit, type LimitResult, type RateLimits } from "./rate-limit.ts";
export { createRateLimitError } from "./rate-limit-error.ts";
