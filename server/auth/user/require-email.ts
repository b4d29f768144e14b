import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import type { AuthDeps } from "../deps.ts";
import { requireValid } from "../request-body.ts";

/** Returns the normalized email address of a request. Throws AuthError: email_provider_disabled, validation_failed. */
export function requireEmail({ config }: AuthDeps, input: string | undefined, message?: string): string {
  if (!config.auth.email)
    throw new AuthError("email_provider_disabled", message ? { status: 400, message } : { status: 400 });
  return requireValid(parseEmail(input ?? "")).email;
}
