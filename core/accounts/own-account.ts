import type { PasswordRules } from "./password-rules.ts";

/** What the settings show of a member's own account. Times are RFC 3339. */
export interface AccountOverview {
  /** Null for an account without one. */
  readonly email: string | null;
  /** Kept by an identity provider: address and password change there. */
  readonly isSsoUser: boolean;
  readonly hasPassword: boolean;
  /** Whether a code can reach the member. */
  readonly takesCodes: boolean;
  readonly emailChange: PendingEmailChange | null;
  /** What a new password takes besides itself. */
  readonly passwordAsks: { readonly current: boolean; readonly code: boolean };
  readonly passwordRules: PasswordRules;
  readonly mayEnrollFactor: boolean;
  readonly factors: readonly OwnFactor[];
  readonly recoveryCodes: { readonly total: number; readonly remaining: number } | null;
}

export interface PendingEmailChange {
  readonly newEmail: string;
  /** The addresses that have still to agree. */
  readonly waitingFor: readonly string[];
  readonly sentAt: string | null;
}

export interface OwnFactor {
  readonly id: string;
  readonly name: string;
  /** Begun and not proved yet: it guards nothing. */
  readonly isVerified: boolean;
  readonly createdAt: string;
}

export interface OwnSession {
  readonly id: string;
  /** In plain words: "Firefox on Windows". */
  readonly device: string;
  readonly address: string | null;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  /** The one that asks. */
  readonly isThis: boolean;
}

/** How the end of an account is asked for. */
export interface AccountDeletion {
  /** The member's own name, typed. */
  readonly username: string;
  /** For an account with a password. */
  readonly password: string;
  /** For one without: the code that was sent. */
  readonly code: string;
}
