import type { PasswordRules } from "./password-rules.ts";
import type { SignInProviderOption } from "./sign-in-options.ts";

/** The member's own account, as shown in the settings. Times are RFC 3339. */
export interface AccountOverview {
  readonly email: string | null;
  /** Whether an identity provider manages the account. If so, email and password can only be changed there. */
  readonly isSsoUser: boolean;
  readonly hasPassword: boolean;
  readonly canReceiveCodes: boolean;
  readonly emailChange: PendingEmailChange | null;
  /** Null if the site doesn't send text messages, or if an identity provider manages the account. */
  readonly phone: OwnPhone | null;
  readonly passwordChangeRequires: {
    readonly current: boolean;
    /**
     * What else is required if the session is old; null if nothing is. If the account can't receive codes, the member
     * has to sign in again or, if they have no way to do so, add an email address.
     */
    readonly confirmation: "code" | "sign-in" | "address" | null;
  };
  readonly passwordRules: PasswordRules;
  /** "address": guests must first add an email address. "off": the site doesn't allow new authenticator apps. */
  readonly factorEnrollment: "allowed" | "address" | "off";
  readonly factors: readonly OwnFactor[];
  /** Null if the site or the account doesn't allow passkeys. */
  readonly passkeys: readonly OwnPasskey[] | null;
  /** Null if the site or the account doesn't allow linking and unlinking sign-in methods. */
  readonly signInMethods: SignInMethods | null;
  readonly recoveryCodes: { readonly total: number; readonly remaining: number } | null;
}

export interface OwnPhone {
  /** The digits without "+". */
  readonly number: string | null;
  /** The number that replaces the current one once it is confirmed. */
  readonly newNumber: string | null;
  readonly needsCode: boolean;
}

export interface SignInMethods {
  readonly linked: readonly LinkedMethod[];
  readonly linkable: readonly SignInProviderOption[];
  /** Added to the URLs that link a provider. Proves that the request came from the member's own settings page. */
  readonly linkToken: string;
  readonly canLinkWallet: boolean;
}

export interface LinkedMethod {
  readonly id: string;
  /** "email", "phone", "web3" for a wallet, or a provider's ID. */
  readonly provider: string;
  readonly label: string;
  /** The email address, phone number, wallet address or username at the provider. */
  readonly account: string | null;
  readonly linkedAt: string;
  /** False if the member couldn't sign in with any of the other methods. */
  readonly canUnlink: boolean;
}

export interface PendingEmailChange {
  readonly newEmail: string;
  readonly unconfirmedAddresses: readonly string[];
  readonly sentAt: string | null;
}

export interface OwnFactor {
  readonly id: string;
  readonly name: string;
  /** False while enrollment is unfinished. Such a factor offers no protection. */
  readonly isVerified: boolean;
  readonly createdAt: string;
}

export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly isBackedUp: boolean;
  /** Whether the passkey is also a factor. If so, two-factor authentication is on. */
  readonly isFactor: boolean;
}

export interface OwnSession {
  readonly id: string;
  /** For example "Firefox on Windows". */
  readonly device: string;
  /** For example "8.8.8.*" or "Local network". Null if unknown. */
  readonly location: string | null;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly isCurrent: boolean;
}

export interface RecentSignIn {
  readonly id: number;
  readonly at: string;
  /** For example "Password", or the name of a provider. */
  readonly method: string;
  readonly device: string;
  readonly location: string | null;
  /** "pending" means that two-factor authentication wasn't completed. */
  readonly outcome: "succeeded" | "pending" | "refused";
  /** How many identical attempts this entry represents. More than one only if they were refused. */
  readonly attempts: number;
}

export interface AccountDeletion {
  /** The member's username, typed as a confirmation. */
  readonly username: string;
  readonly password: string;
  /** The code from an email or text message. Required if the account can receive one and has no password. */
  readonly code: string;
}
