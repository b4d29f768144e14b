import { type AuthFailure, toAuthFailure } from "#core/accounts/auth-failure.ts";
import type { PasswordRules } from "#core/accounts/password-rules.ts";

interface FailureOptions {
  readonly rules: PasswordRules;
  readonly fallback: string;
  readonly usesServerMessage?: boolean;
}

export function toFormFailure(error: unknown, { fallback, ...options }: FailureOptions): AuthFailure {
  const { name, code, message, reasons } = (error ?? {}) as Record<string, unknown>;
  // The client has already retried: the server is unreachable.
  const isUnreachable = name === "AuthRetryableFetchError" || error instanceof TypeError;
  return toAuthFailure(
    {
      code: isUnreachable ? "unreachable" : typeof code === "string" ? code : "",
      message: (typeof message === "string" && message) || fallback,
      reasons: Array.isArray(reasons) ? reasons : [],
    },
    options,
  );
}
