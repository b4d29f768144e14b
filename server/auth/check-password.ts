import { AuthError } from "#core/accounts/auth-errors.ts";
import { passwordProblem } from "#core/accounts/password.ts";

/** Refuses a new password that breaks the rules: validation_failed when too long, weak_password with its reasons. */
export function checkNewPassword(password: string): void {
  const problem = passwordProblem(password);
  if (problem === null) return;
  if (problem.kind === "too_long") throw new AuthError("validation_failed", { message: problem.message });
  throw new AuthError("weak_password", {
    message: problem.message,
    weakPasswordReasons: problem.reasons,
  });
}
