import type { SignUpMode } from "#core/settings/types.ts";
import type { Config } from "#server/config.ts";
import type { Database, Tx } from "#server/database/index.ts";
import type { Mailer } from "#server/email/index.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { Allowances, RateLimits } from "#server/rate-limits/index.ts";
import type { Keys } from "./keys/keys.ts";
import type { Tokens } from "./keys/tokens.ts";
import type { ProviderStore } from "./oauth/provider-store.ts";
import type { Passwords } from "./password/passwords.ts";

export type AuthConfig = Pick<Config, "auth" | "publicUrl" | "trustProxy">;

export interface PresentedInvitation {
  readonly id: string;
  /** The only email address that can use the invitation; null if it isn't bound to one. */
  readonly email: string | null;
  readonly inviter: string;
}

interface JoiningAccount {
  readonly id: string;
  readonly email: string | null;
}

/** Finds and uses invitations for new accounts (server/invitations/sign-up-invitations.ts). */
export interface SignUpInvitations {
  /** Finds the invitation with this token, if it can be used now. */
  find(token: string, tx?: Tx): Promise<PresentedInvitation | null>;
  /** Stores which invitation an account without a profile has presented. */
  storePresented(tx: Tx, userId: string, invitationId: string): Promise<void>;
  /** Deletes the record of a presented invitation. */
  deletePresented(tx: Tx, userId: string): Promise<void>;
  /** Uses the invitation that the account has presented. Returns false if it can't be used, null if there is none. */
  joinPresented(tx: Tx, account: JoiningAccount): Promise<boolean | null>;
  /** Uses an invitation for an account with a profile. Returns false if it can't be used. */
  join(tx: Tx, invitationId: string, account: JoiningAccount): Promise<boolean>;
}

/** A module's work for a deleted account (user/account-deletions.ts). May run more than once per account. */
export type DeletionStep = (userId: string, options: { readonly deletesContent: boolean }) => Promise<void>;

/**
 * Deletes a module's data when an account is soft-deleted (admin/delete-user.ts), after its profile has been
 * anonymized.
 */
export type AnonymizationStep = (tx: Tx, userId: string) => Promise<void>;

export interface AuthDeps {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly config: AuthConfig;
  readonly keys: Keys;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly limits: RateLimits;
  /** Hourly allowances for emails and text messages (codes/send-allowance.ts). */
  readonly allowances: Allowances;
  readonly mailer: Mailer;
  readonly settings: {
    read(): Promise<{ readonly signUpOpen: boolean; readonly signUpMode: SignUpMode }>;
  };
  readonly providers: ProviderStore;
  /** Announces provider changes to all processes; undefined in commands and in tests with a single process. */
  readonly announcements?: Pick<Announcements, "on" | "onGap" | "publish">;
  readonly invitations: SignUpInvitations;
  /** Responses that must not reveal whether an address is known take a multiple of this time. */
  readonly timingStepMs: number;
  readonly deadlineMs: number;
  /** The other modules' steps for a deleted account, in the order in which they run. */
  readonly deletionSteps: DeletionStep[];
  readonly anonymizationSteps: AnonymizationStep[];
}

export interface ClientInfo {
  readonly ip: string;
  readonly userAgent: string | null;
  /** The token of the accepted invitation, from the cookie. Never stored with a session. */
  readonly invitationToken?: string | undefined;
}
