import type { WeakPasswordReason } from "./auth-errors.ts";

export interface PasswordRules {
  /** In characters as JavaScript counts them. */
  readonly minLength: number;
  /** Of each set, one character is needed. */
  readonly characterSets: readonly string[];
}

/** A reason as a sentence. */
export function weakness(reason: WeakPasswordReason, { minLength, characterSets }: PasswordRules): string {
  switch (reason) {
    case "length":
      return `Password should be at least ${minLength} characters.`;
    case "characters":
      return `Password should contain at least one character of each: ${characterSets.join(", ")}.`;
    case "pwned":
      return "Password is known to be weak and easy to guess, please choose a different one.";
    case "personal":
      return "Password should not be your own name or email address.";
  }
}
