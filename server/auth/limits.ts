import { isIP } from "node:net";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { RELEASED_USERNAME_DAYS } from "#core/accounts/username.ts";
import { toAddressGroup, toAddressNetwork } from "#server/platform/client-address.ts";
import type { Limit } from "#server/rate-limits/index.ts";
import type { AuthDeps } from "./deps.ts";

/** Requests per client. For tokens, 30 a minute is the protocol's limit. */
const CLIENT_LIMITS = {
  token: { points: 30, durationSeconds: 60 },
  signup: { points: 30, durationSeconds: 300 },
  user: { points: 30, durationSeconds: 300 },
  otp: { points: 30, durationSeconds: 300 },
  recover: { points: 30, durationSeconds: 300 },
  resend: { points: 30, durationSeconds: 300 },
  verify: { points: 30, durationSeconds: 300 },
  anonymous: { points: 30, durationSeconds: 3600 },
  sso: { points: 30, durationSeconds: 300 },
  oauth: { points: 30, durationSeconds: 300 },
  oauth_callback: { points: 30, durationSeconds: 300 },
  // Every sign-in page that offers passkeys in its email field requests a challenge.
  passkey_options: { points: 60, durationSeconds: 300 },
  passkey_verify: { points: 30, durationSeconds: 300 },
  oauth_server: { points: 30, durationSeconds: 60 },
  // An app's server refreshes the tokens of all its users from one IP address.
  oauth_token: { points: 600, durationSeconds: 60 },
  oauth_register: { points: 10, durationSeconds: 3600 },
  web3: { points: 30, durationSeconds: 300 },
  web3_nonce: { points: 30, durationSeconds: 300 },
  web3_signup: { points: 30, durationSeconds: 3600 },
  factor_challenge: { points: 15, durationSeconds: 60 },
  factor_verify: { points: 15, durationSeconds: 60 },
} as const satisfies Record<string, Limit>;

/** Clients of one IPv6 /48 share five times one client's limit, because one customer often owns a whole /48. */
const NETWORK_FACTOR = 5;

/** Counts a client's request. Throws AuthError("over_request_rate_limit"). */
export async function countRequest(auth: AuthDeps, name: keyof typeof CLIENT_LIMITS, ip: string) {
  const limit = CLIENT_LIMITS[name];
  const consume = async (key: string, points: number) => {
    const { allowed } = await auth.limits.consume(`auth.${name}`, key, { ...limit, points });
    if (!allowed) throw new AuthError("over_request_rate_limit");
  };
  await consume(toAddressGroup(ip), limit.points);
  if (isIP(ip) === 6) await consume(toAddressNetwork(ip), limit.points * NETWORK_FACTOR);
}

/** Wrong codes per user, from all clients together. */
const FACTOR_ATTEMPTS: Limit = { points: 20, durationSeconds: 60 * 60 };
/** Wrong recovery codes per set of codes, from all clients together. */
const RECOVERY_ATTEMPTS: Limit = { points: 10, durationSeconds: 15 * 60 };

/** Counts an attempt before it is checked, so that parallel attempts all count. The caller can refund it. */
async function countAttempt(
  { limits }: AuthDeps,
  name: string,
  key: string,
  limit: Limit,
  refusal: "over_request_rate_limit" | "mfa_recovery_codes_locked" = "over_request_rate_limit",
) {
  const { allowed } = await limits.consume(name, key, limit);
  if (!allowed) throw new AuthError(refusal);
  return { refund: () => limits.refund(name, key, limit) };
}

/** Counts an attempt with an authenticator app's code. Throws AuthError("over_request_rate_limit"). */
export const countFactorAttempt = (auth: AuthDeps, userId: string) =>
  countAttempt(auth, "auth.factor_try", userId, FACTOR_ATTEMPTS);

/** Counts an attempt with a recovery code. Throws AuthError("mfa_recovery_codes_locked"). */
export const countRecoveryAttempt = (auth: AuthDeps, codeSet: string) =>
  countAttempt(auth, "auth.recovery_try", codeSet, RECOVERY_ATTEMPTS, "mfa_recovery_codes_locked");

/** Each new passkey is reported by email, so a member must not be able to add and remove passkeys all day. */
const PASSKEY_ADDITIONS: Limit = { points: 30, durationSeconds: 60 * 60 };

/** Counts an attempt to add a passkey when the attempt starts. Throws AuthError("over_request_rate_limit"). */
export const countPasskeyAddition = (auth: AuthDeps, userId: string) =>
  countAttempt(auth, "auth.passkey_add", userId, PASSKEY_ADDITIONS);

/**
 * Two limits: frequent renames confuse other members, and every released name stays reserved for a while, so one
 * account must not be able to reserve hundreds.
 */
const RENAMES: Readonly<Record<string, Limit>> = {
  "auth.rename": { points: 10, durationSeconds: 24 * 60 * 60 },
  "auth.rename_reserved": { points: 30, durationSeconds: RELEASED_USERNAME_DAYS * 24 * 60 * 60 },
};

/** Counts a rename, and returns whether it is allowed. The caller refunds a failed one. */
export async function countRename(auth: AuthDeps, userId: string) {
  const limits = Object.entries(RENAMES);
  let allowed = true;
  for (const [name, limit] of limits)
    allowed = allowed && (await auth.limits.consume(name, userId, limit)).allowed;
  const refund = async () => {
    for (const [name, limit] of limits) await auth.limits.refund(name, userId, limit);
  };
  return { allowed, refund };
}

/** Attempts per recipient or account. Necessary because each new code allows twenty more attempts. */
const CODE_ATTEMPTS: Limit = { points: 100, durationSeconds: 24 * 60 * 60 };

/**
 * Counts an attempt with an emailed or texted code. `key` is the email address or phone number that the code was
 * entered for, even if no account has it, or the ID of the user who confirms their identity. Attempts from a known IP
 * address have their own counter, so that other people can't use up the owner's attempts. Throws
 * AuthError("over_request_rate_limit").
 */
export const countCodeAttempt = (auth: AuthDeps, key: string, knownIp?: string) =>
  countAttempt(
    auth,
    "auth.code_try",
    knownIp === undefined ? key : `${key} ${toAddressGroup(knownIp)}`,
    CODE_ATTEMPTS,
  );

/** Password attempts per account from one client. */
const ATTEMPTS_FROM_CLIENT: Limit = { points: 10, durationSeconds: 15 * 60 };
/** Password attempts per account from one network. */
const ATTEMPTS_FROM_NETWORK: Limit = { points: 30, durationSeconds: 60 * 60 };
/** Password attempts per account: from all its sessions together, and from all unknown IP addresses together. */
const ATTEMPTS_IN_TOTAL: Limit = { points: 100, durationSeconds: 24 * 60 * 60 };
/** Password attempts from unknown IP addresses that are still allowed once the total is reached. */
const SLOW_ATTEMPTS: Limit = { points: 20, durationSeconds: 60 * 60 };

/**
 * Counts a password attempt from a session of the account, a known IP address, or neither. The caller
 * refunds it if the password is correct. Unknown accounts are counted like known ones. Attempts by other people don't
 * count against known IP addresses (docs/decisions/031). Throws AuthError("over_request_rate_limit").
 */
export async function countPasswordAttempt(
  auth: AuthDeps,
  account: string,
  ip: string,
  origin: "session" | "known" | "unknown" = "session",
): Promise<{ refund(): Promise<void> }> {
  const consumedLimits: (readonly [name: string, key: string, limit: Limit])[] = [];
  const consume = async (name: string, key: string, limit: Limit) => {
    const { allowed } = await auth.limits.consume(name, key, limit);
    if (allowed) consumedLimits.push([name, key, limit]);
    return allowed;
  };
  const isAllowed = async () => {
    if (!(await consume("auth.password_from", `${account} ${toAddressGroup(ip)}`, ATTEMPTS_FROM_CLIENT)))
      return false;
    if (origin === "known") return true;
    if (origin === "session") return consume("auth.password_inside", account, ATTEMPTS_IN_TOTAL);
    if (!(await consume("auth.password_near", `${account} ${toAddressNetwork(ip)}`, ATTEMPTS_FROM_NETWORK)))
      return false;
    return (
      (await consume("auth.password", account, ATTEMPTS_IN_TOTAL)) ||
      (await consume("auth.password_slow", account, SLOW_ATTEMPTS))
    );
  };
  if (!(await isAllowed())) throw new AuthError("over_request_rate_limit");
  return {
    async refund() {
      for (const [name, key, limit] of consumedLimits) await auth.limits.refund(name, key, limit);
    },
  };
}
