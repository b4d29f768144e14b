/** The protocol's reasons, and one of our own: "personal" (the user's own name or email address). */
export const WEAK_PASSWORD_REASONS = ["length", "characters", "pwned", "personal"] as const;
export type WeakPasswordReason = (typeof WEAK_PASSWORD_REASONS)[number];

export interface PasswordRules {
  /** In UTF-16 code units. */
  readonly minLength: number;
  /** A password needs at least one character of each set. */
  readonly characterSets: readonly string[];
}

export function describeWeakness(reason: WeakPasswordReason, { minLength, characterSets }: PasswordRules) {
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
