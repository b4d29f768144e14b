import type { PasswordRules } from "./password-rules.ts";

/** The options on the sign-in screens, according to the site's settings. */
export interface SignInOptions {
  /** Whether this browser can't sign up, because the site is closed or requires an invitation. */
  readonly signupDisabled: boolean;
  /** Set if only people with an invitation can sign up. */
  readonly isInvitedOnly?: boolean;
  /** Set if an invitation is required, and the one that this browser has accepted no longer works. */
  readonly hasUnusableInvitation?: boolean;
  /** The invitation that this browser has accepted. */
  readonly invitation?: AcceptedInvitation;
  /** Whether users sign up and sign in with an email address. */
  readonly email: boolean;
  /** False without an email server. Emails then stay in the outbox, where administrators can read them. */
  readonly isEmailConfigured: boolean;
  /** Whether users sign in with codes in text messages. Needs a gateway that sends them. */
  readonly phone: boolean;
  /** Whether guests can sign in. */
  readonly anonymous: boolean;
  /** Whether an organization's identity provider is connected. */
  readonly sso: boolean;
  /**
   * Whether members can sign in with a passkey, if the browser supports it. "local" means that they can only if the
   * page's URL has a name of this machine, such as localhost, and not its IP address.
   */
  readonly passkeys: "on" | "local" | "off";
  readonly providers: readonly SignInProviderOption[];
  /** Whether users sign in with an Ethereum wallet. */
  readonly ethereum: boolean;
  /** Number of digits of an emailed code. */
  readonly codeLength: number;
  readonly password: PasswordRules;
}

/** The invitation accepted by the browser, as shown by the sign-up form. */
export interface AcceptedInvitation {
  readonly inviter: string;
  readonly email: string | null;
}

/** Another site whose accounts can be used to sign in here. */
export interface SignInProviderOption {
  /** For example "github", or "custom:acme". */
  readonly id: string;
  readonly label: string;
}

/** A factor to verify with. All recovery codes together count as one, as do all passkeys. */
export interface VerifiableFactor {
  readonly id: string;
  /** Chosen by the member; may be empty. */
  readonly name: string;
  readonly type: "totp" | "recovery_code" | "webauthn";
}

/** The purpose of an emailed code or link. */
export const EMAIL_PURPOSES = ["signup", "recovery", "magic-link", "invite", "email-change"] as const;
export type EmailPurpose = (typeof EMAIL_PURPOSES)[number];

export const parseEmailPurpose = (text: string | null | undefined): EmailPurpose | undefined =>
  EMAIL_PURPOSES.find((purpose) => purpose === text);

/** The protocol's `type` for a typed code. A magic link also confirms a new account's email address. */
export const VERIFY_TYPES = {
  signup: "signup",
  recovery: "recovery",
  "magic-link": "email",
  invite: "invite",
  "email-change": "email_change",
} as const satisfies Record<EmailPurpose, string>;
