/** All limits are counted in auth.rate_limits. Other code only deletes its expired rows (server/auth). */
export { type Allowances, type ConsumeResult, type Counter, createAllowances } from "./allowance.ts";
export { createBatchedLimit } from "./batched-rate-limit.ts";
export {
  createRateLimitError,
  createRateLimits,
  type Limit,
  type LimitResult,
  type RateLimits,
} from "./rate-limit.ts";
