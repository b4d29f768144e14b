/**
 * Rate limits and allowances are counted in auth.rate_limits. The only other code that uses the table is in
 * server/auth, which deletes expired rows.
 */
export { type Allowances, type ConsumeResult, type Counter, createAllowances } from "./allowance.ts";
export { createBatchedLimit } from "./batched-rate-limit.ts";
export {
  createRateLimitError,
  createRateLimits,
  type Limit,
  type LimitResult,
  type RateLimits,
} from "./rate-limit.ts";
