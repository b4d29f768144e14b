import { parseEmail } from "./email.ts";
import type { PasswordRules } from "./password-rules.ts";
import { ratePassword } from "./password-strength.ts";
import { parseUsername } from "./username.ts";

export interface SignUpProblems {
  readonly username: string | undefined;
  readonly email: string | undefined;
  /** The problems with the password, one sentence each. */
  readonly password: readonly string[];
}

/** Checks all fields of the sign-up form, because the server reports only one invalid field. */
export function findSignUpProblems(
  input: { readonly username: string; readonly email: string; readonly password: string },
  rules: PasswordRules,
): SignUpProblems {
  const getProblem = (result: object) =>
    "problem" in result && typeof result.problem === "string" ? result.problem : undefined;
  return {
    username: getProblem(parseUsername(input.username)),
    email: getProblem(parseEmail(input.email)),
    password: ratePassword(input.password, rules, input).reasons,
  };
}
