import type { PasswordRules } from "./password-rules.ts";

/** The member's own account as the settings show it. Times are RFC 3339. */
export interface AccountOverview {
  readonly email: string | null;
  /** Managed by an identity provider: email and password change there. */
  readonly isSsoUser: boolean;
  readonly hasPassword: boolean;
  /** Whether we can send the member a code. */
  readonly canReceiveCodes: boolean;
  readonly emailChange: PendingEmailChange | null;
  /** What else is required to change the password. */
  readonly passwordChangeRequires: { readonly current: boolean; readonly code: boolean };
  readonly passwordRules: PasswordRules;
  readonly canEnrollFactor: boolean;
  readonly factors: readonly OwnFactor[];
  readonly recoveryCodes: { readonly total: number; readonly remaining: number } | null;
}

export interface PendingEmailChange {
  readonly newEmail: string;
  /** Addresses that haven't confirmed the change yet. */
  readonly unconfirmedAddresses: readonly string[];
  readonly sentAt: string | null;
}

export interface OwnFactor {
  readonly id: string;
  readonly name: string;
  /** False while enrollment is unfinished. Such a factor protects nothing. */
  readonly isVerified: boolean;
  readonly createdAt: string;
}

export interface OwnSession {
  readonly id: string;
  /** For example "Firefox on Windows". */
  readonly device: string;
  readonly address: string | null;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  /** The current session. */
  readonly isCurrent: boolean;
}

/** What a member sends to delete their account. */
export interface AccountDeletion {
  /** Typed by the member as a confirmation. */
  readonly username: string;
  /** If the account has a password. */
  readonly password: string;
  /** Otherwise, the code we sent. */
  readonly code: string;
}
