import type { SignInProviderOption, VerifiableFactor } from "./sign-in-options.ts";

/** How long a sign-in counts as recent. After that, sensitive changes require a step-up. */
export const STEP_UP_MINUTES = 10;

/** How a signed-in member can confirm their identity. */
export interface RequiredProof {
  /**
   * The password, or an emailed code if the account has no password. "none" means that neither is possible or
   * needed, because the account uses two-factor authentication or can't receive codes.
   */
  readonly first: "password" | "code" | "none";
  /** How a code is sent. */
  readonly codeBy: "email" | "text";
  /** Whether an emailed code may replace the password. */
  readonly allowsEmailedCode: boolean;
  /** The factors with a code. Empty without two-factor authentication. */
  readonly factors: readonly VerifiableFactor[];
  /** A new sign-in to any of these providers is also sufficient. Empty with two-factor authentication. */
  readonly providers: readonly SignInProviderOption[];
  /** A token in the links to these providers. */
  readonly providerToken: string;
  /** One of the member's passkeys, which replaces all of the above; null if there are none. */
  readonly passkeyId: string | null;
}

export interface Proof {
  readonly password: string;
  /** The code from an email, instead of the password. */
  readonly emailedCode: string;
  readonly factorId: string;
  /** The code from the authenticator app, or a recovery code. */
  readonly code: string;
}

/** Form field names. Responses never echo their values. */
export const PROOF_FIELDS = {
  password: "proof-password",
  emailedCode: "proof-emailed-code",
  factorId: "proof-factor",
  code: "proof-code",
} as const satisfies Record<keyof Proof, string>;
