import type { ProvableFactor } from "./sign-in-options.ts";

/** For how long a sign-in counts as recent. Sensitive changes after that ask for proof. Minutes. */
export const FRESH_MINUTES = 10;

/** How a signed-in member can prove who they are. */
export interface ProofAsked {
  /** An account without a password takes an emailed code; "none" has neither. */
  readonly first: "password" | "code" | "none";
  /** Whether an emailed code may replace the password. */
  readonly codeInstead: boolean;
  /** Empty without two-factor authentication. */
  readonly factors: readonly ProvableFactor[];
}

export interface Proof {
  readonly password: string;
  /** Of an email, in place of the password. */
  readonly mailedCode: string;
  readonly factorId: string;
  /** Of the authenticator app, or a recovery code. */
  readonly code: string;
}

/** The names of a form's fields that carry a proof; no answer brings what was typed in them back. */
export const PROOF_FIELDS = {
  password: "proof-password",
  mailedCode: "proof-mailed-code",
  factorId: "proof-factor",
  code: "proof-code",
} as const satisfies Record<keyof Proof, string>;
