import type { PasswordRules } from "./password-rules.ts";

/** What the screens of signing in show, as the site's switches say. */
export interface SignInOptions {
  readonly signupDisabled: boolean;
  /** Whether people sign up and in with a mail address. */
  readonly email: boolean;
  /** Whether mails leave this machine; else they wait for an administrator to hand them on. */
  readonly sendsMails: boolean;
  /** Whether one may come in as a guest. */
  readonly anonymous: boolean;
  /** Whether some organization's members sign in at its own identity provider. */
  readonly sso: boolean;
  /** Digits of a mailed code. */
  readonly codeLength: number;
  readonly password: PasswordRules;
}

/** A way to prove a second factor. Recovery codes are one, by whichever of the codes is left. */
export interface ProvableFactor {
  readonly id: string;
  /** As the member named it; may be empty. */
  readonly name: string;
  readonly type: "totp" | "recovery_code";
}

/** What a mailed code or link is for. */
export const MAIL_PURPOSES = ["signup", "recovery", "magic-link", "invite", "email-change"] as const;
export type MailPurpose = (typeof MAIL_PURPOSES)[number];

export const readPurpose = (text: string | null | undefined): MailPurpose | undefined =>
  MAIL_PURPOSES.find((purpose) => purpose === text);

/** The protocol's `type` for a code that is typed. A link to sign in confirms the address of an account that waits. */
export const VERIFY_TYPES = {
  signup: "signup",
  recovery: "recovery",
  "magic-link": "email",
  invite: "invite",
  "email-change": "email_change",
} as const satisfies Record<MailPurpose, string>;
