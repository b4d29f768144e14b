import type { PasswordRules } from "./password-rules.ts";

export interface SignInOptions {
  /** Whether sign-ups are closed, or require an invitation that this browser lacks. */
  readonly signupDisabled: boolean;
  readonly isInviteOnly?: boolean;
  /** Set if an invitation is required, and the one that this browser has accepted no longer works. */
  readonly hasUnusableInvitation?: boolean;
  readonly invitation?: AcceptedInvitation;
  readonly email: boolean;
  /** False without an email server. Emails then stay in the outbox, where administrators can read them. */
  readonly isEmailConfigured: boolean;
  /** Whether users can sign in with codes from text messages. */
  readonly phone: boolean;
  readonly anonymous: boolean;
  readonly sso: boolean;
  /** Whether browsers can use passkeys at this URL's host. */
  readonly passkeys: boolean;
  readonly providers: readonly SignInProviderOption[];
  readonly ethereum: boolean;
  readonly codeLength: number;
  readonly password: PasswordRules;
}

export interface AcceptedInvitation {
  readonly inviter: string;
  readonly email: string | null;
}

export interface SignInProviderOption {
  /** For example "github", or "custom:acme". */
  readonly id: string;
  readonly label: string;
}

/** A factor to verify with. All recovery codes together count as one, as do all passkeys. */
export interface VerifiableFactor {
  readonly id: string;
  readonly name: string;
  readonly type: "totp" | "recovery_code" | "webauthn";
}

export const EMAIL_PURPOSES = ["signup", "recovery", "magic-link", "invite", "email-change"] as const;
export type EmailPurpose = (typeof EMAIL_PURPOSES)[number];

export const parseEmailPurpose = (text: string | null | undefined): EmailPurpose | undefined =>
  EMAIL_PURPOSES.find((purpose) => purpose === text);

/** The protocol's `type` for a code that the user enters. A magic link also confirms a new account's email address. */
export const VERIFY_TYPES = {
  signup: "signup",
  recovery: "recovery",
  "magic-link": "email",
  invite: "invite",
  "email-change": "email_change",
} as const satisfies Record<EmailPurpose, string>;
