import { AuthError } from "#core/accounts/auth-errors.ts";
import { checkPassword, type PasswordOwner } from "#core/accounts/password.ts";
import type { AuthDeps } from "../deps.ts";
import { createValidationError } from "../request-body.ts";

/** Checks a new password. Throws AuthError: validation_failed if it is too long; weak_password, with the reasons. */
export function checkNewPassword({ config }: AuthDeps, password: string, owner: PasswordOwner): void {
  const problem = checkPassword(password, config.auth.password, owner);
  if (problem === null) return;
  if (problem.kind === "too_long") throw createValidationError(problem.message);
  throw new AuthError("weak_password", { message: problem.message, reasons: problem.reasons });
}
