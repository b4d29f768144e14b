import { AuthError } from "#core/accounts/auth-errors.ts";
import { addressGroup } from "#server/platform/client-address.ts";
import type { Limit } from "#server/platform/rate-limit.ts";
import type { AuthContext } from "./context.ts";

/** Requests per client address. 30 a minute is the protocol's bucket: a burst of 30, refilled 150 times in 5 minutes. */
export const ADDRESS_LIMITS = {
  token: { points: 30, durationSeconds: 60 },
  signup: { points: 30, durationSeconds: 300 },
  user: { points: 30, durationSeconds: 300 },
  otp: { points: 30, durationSeconds: 300 },
  recover: { points: 30, durationSeconds: 300 },
  resend: { points: 30, durationSeconds: 300 },
  verify: { points: 30, durationSeconds: 300 },
  anonymous: { points: 30, durationSeconds: 3600 },
  sso: { points: 30, durationSeconds: 300 },
  factor_challenge: { points: 15, durationSeconds: 60 },
  factor_verify: { points: 15, durationSeconds: 60 },
} as const satisfies Record<string, Limit>;

/** Wrong passwords. */
const TRIES_FROM_ADDRESS: Limit = { points: 10, durationSeconds: 15 * 60 };
const TRIES_AT_ALL: Limit = { points: 100, durationSeconds: 24 * 60 * 60 };

/** Counts one request of an address. Throws AuthError("over_request_rate_limit"). */
export async function countRequest(
  auth: AuthContext,
  name: keyof typeof ADDRESS_LIMITS,
  ip: string,
): Promise<void> {
  const { allowed } = await auth.limits.consume(`auth.${name}`, addressGroup(ip), ADDRESS_LIMITS[name]);
  if (!allowed) throw new AuthError("over_request_rate_limit");
}

/** Wrong codes of a person's factors, and of one set of recovery codes, from wherever they come. */
const FACTOR_TRIES: Limit = { points: 20, durationSeconds: 60 * 60 };
const RECOVERY_TRIES: Limit = { points: 10, durationSeconds: 15 * 60 };

/** Counts a try at a code before it is judged; the right one gives it back. Throws AuthError("over_request_rate_limit"). */
export async function countFactorTry(auth: AuthContext, userId: string) {
  const { allowed } = await auth.limits.consume("auth.factor_try", userId, FACTOR_TRIES);
  if (!allowed) throw new AuthError("over_request_rate_limit");
  return { succeeded: () => auth.limits.refund("auth.factor_try", userId, FACTOR_TRIES) };
}

/** The same for recovery codes. Throws AuthError("mfa_recovery_codes_locked"). */
export async function countRecoveryTry(auth: AuthContext, set: string) {
  const { allowed } = await auth.limits.consume("auth.recovery_try", set, RECOVERY_TRIES);
  if (!allowed) throw new AuthError("mfa_recovery_codes_locked");
  return { succeeded: () => auth.limits.refund("auth.recovery_try", set, RECOVERY_TRIES) };
}

/**
 * Counts a password try before it is judged, so that a hundred tries at once count as a hundred; the right password
 * gives its try back. An unknown account counts like a known one. Throws AuthError("over_request_rate_limit").
 */
export async function countPasswordTry(
  auth: AuthContext,
  account: string,
  ip: string,
): Promise<{ succeeded(): Promise<void> }> {
  const limits = [
    ["auth.password_from", `${account} ${addressGroup(ip)}`, TRIES_FROM_ADDRESS],
    ["auth.password", account, TRIES_AT_ALL],
  ] as const;
  for (const [name, key, limit] of limits) {
    const { allowed } = await auth.limits.consume(name, key, limit);
    if (!allowed) throw new AuthError("over_request_rate_limit");
  }
  return {
    async succeeded() {
      for (const [name, key, limit] of limits) await auth.limits.refund(name, key, limit);
    },
  };
}
