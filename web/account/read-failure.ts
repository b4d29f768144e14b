import { type AuthFailure, authFailure } from "#core/accounts/auth-failure.ts";
import type { PasswordRules } from "#core/accounts/password-rules.ts";

interface ReadOptions {
  readonly rules: PasswordRules;
  /** Said where the error has no words. */
  readonly fallback: string;
  readonly inOwnWords?: boolean;
}

/** What the auth client refused or could not do, as a form shows it. */
export function readFailure(error: unknown, { fallback, ...options }: ReadOptions): AuthFailure {
  const { name, code, message, reasons } = (error ?? {}) as Record<string, unknown>;
  // The client retries by itself first; what is left is a server that does not answer.
  const unreachable = name === "AuthRetryableFetchError" || error instanceof TypeError;
  return authFailure(
    {
      code: unreachable ? "unreachable" : typeof code === "string" ? code : "",
      message: (typeof message === "string" && message) || fallback,
      reasons: Array.isArray(reasons) ? reasons : [],
    },
    options,
  );
}
