import type { WeakPasswordReason } from "./auth-errors.ts";

const PASSWORD_MIN_LENGTH = 6;
/** Counted in bytes of UTF-8, as the protocol counts. */
const PASSWORD_MAX_BYTES = 72;

export type PasswordProblem =
  | { kind: "too_long"; message: string }
  | { kind: "weak"; message: string; reasons: readonly WeakPasswordReason[] };

/** What is wrong with a new password; null when nothing is. */
export function passwordProblem(password: string): PasswordProblem | null {
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES)
    return { kind: "too_long", message: "Password cannot be longer than 72 characters" };
  if (password.length < PASSWORD_MIN_LENGTH)
    return {
      kind: "weak",
      message: `Password should be at least ${PASSWORD_MIN_LENGTH} characters.`,
      reasons: ["length"],
    };
  return null;
}
