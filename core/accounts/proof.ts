import type { SignInProviderOption, VerifiableFactor } from "./sign-in-options.ts";

/** How long a sign-in counts as recent. After that, sensitive changes require a step-up. */
export const STEP_UP_MINUTES = 10;

export interface RequiredProof {
  /**
   * What to enter first: the password or, without one, an emailed or texted code. "none" if neither is possible, or if
   * only an authenticator app or passkey is accepted.
   */
  readonly first: "password" | "code" | "none";
  readonly codeBy: "email" | "text";
  readonly allowsEmailedCode: boolean;
  /** The factors with codes. Empty without two-factor authentication. */
  readonly factors: readonly VerifiableFactor[];
  /** A new sign-in to any of these providers is also sufficient. Empty with two-factor authentication. */
  readonly providers: readonly SignInProviderOption[];
  readonly providerToken: string;
  /** Replaces all of the above. Null if the member has no passkey. */
  readonly passkeyId: string | null;
}

export interface Proof {
  readonly password: string;
  /** Replaces the password. */
  readonly emailedCode: string;
  readonly factorId: string;
  /** From the authenticator app, or a recovery code. */
  readonly code: string;
}

/** Form field names. Responses never echo their values. */
export const PROOF_FIELDS = {
  password: "proof-password",
  emailedCode: "proof-emailed-code",
  factorId: "proof-factor",
  code: "proof-code",
} as const satisfies Record<keyof Proof, string>;
