import type { ProvableFactor } from "./sign-in-options.ts";

/** How long after a sign-in what touches accounts, roles and settings asks for no other. */
export const FRESH_MINUTES = 10;

/** What somebody who is signed in shows to prove it once more. */
export interface ProofAsked {
  /** A mailed code stands for the password of an account without one; "none" has neither. */
  readonly first: "password" | "code" | "none";
  /** Empty where no second factor is enrolled. */
  readonly factors: readonly ProvableFactor[];
}

export interface Proof {
  readonly password: string;
  /** Of a mail. */
  readonly mailedCode: string;
  readonly factorId: string;
  /** Of the second factor. */
  readonly code: string;
}

/** The names of a form's fields that carry a proof; no answer brings what was typed in them back. */
export const PROOF_FIELDS = {
  password: "proof-password",
  mailedCode: "proof-mailed-code",
  factorId: "proof-factor",
  code: "proof-code",
} as const satisfies Record<keyof Proof, string>;
