import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import type { AuthDeps } from "../deps.ts";

/**
 * Returns the normalized email address of a request. Throws AuthError: email_provider_disabled,
 * validation_failed.
 */
export function requireEmail({ config }: AuthDeps, input: string | undefined): string {
  if (!config.auth.email) throw new AuthError("email_provider_disabled", { status: 400 });
  const parsed = parseEmail(input ?? "");
  if ("problem" in parsed) throw new AuthError("validation_failed", { message: parsed.problem });
  return parsed.email;
}
