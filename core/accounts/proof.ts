import type { SignInProviderOption, VerifiableFactor } from "./sign-in-options.ts";

/** How long a sign-in counts as recent. After that, sensitive changes require a step-up. */
export const STEP_UP_MINUTES = 10;

export interface RequiredProof {
  /**
   * What is verified first: the password, or a one-time code if the account has no password. "none" if neither is
   * possible, or if an authenticator app or passkey is needed instead.
   */
  readonly first: "password" | "code" | "none";
  /** How one-time codes are sent. */
  readonly codeBy: "email" | "text";
  readonly allowsOneTimeCode: boolean;
  /** The factors that are verified with a code. Empty without two-factor authentication. */
  readonly factors: readonly VerifiableFactor[];
  /** Signing in again with any of these providers is also sufficient. Empty with two-factor authentication. */
  readonly providers: readonly SignInProviderOption[];
  readonly providerToken: string;
  /** One of the member's passkeys, which can replace all of the above. Null if there is none. */
  readonly passkeyId: string | null;
}

export interface Proof {
  readonly password: string;
  /** The code from an email or text message, instead of the password. */
  readonly oneTimeCode: string;
  readonly factorId: string;
  /** The code from the authenticator app, or a recovery code. */
  readonly code: string;
}

/** Form field names. Responses never echo their values. */
export const PROOF_FIELDS = {
  password: "proof-password",
  oneTimeCode: "proof-one-time-code",
  factorId: "proof-factor",
  code: "proof-code",
} as const satisfies Record<keyof Proof, string>;
