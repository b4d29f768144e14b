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

/** The site settings that this module reads. */
export interface SignUpSettings {
  read(): Promise<{ readonly signUpOpen: boolean }>;
}

/**
 * What a module does when a member's account is deleted (user/account-deletions.ts). May run more than once per
 * member.
 */
export type DeletionStep = (userId: string, options: { readonly deletesContent: boolean }) => Promise<void>;

/**
 * What a module deletes when the service key soft-deletes an account, whose row remains (admin/delete-user.ts). Runs in
 * that transaction, after the profile was anonymized.
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
  /** Hourly allowances of emails and text messages (codes/send-allowance.ts). */
  readonly allowances: Allowances;
  readonly mailer: Mailer;
  readonly settings: SignUpSettings;
  readonly providers: ProviderStore;
  /** Publishes changes of the providers to all processes; undefined in tests of a single process. */
  readonly announcements?: Pick<Announcements, "on" | "onGap" | "publish">;
  /**
   * Responses that must not reveal whether an address is known take a multiple of this time
   * (codes/equalize-timing.ts).
   */
  readonly timingStepMs: number;
  /** How long a request may take. */
  readonly deadlineMs: number;
  /** The other modules' steps for a deleted account, in this order. */
  readonly deletionSteps: DeletionStep[];
  readonly anonymizationSteps: AnonymizationStep[];
}

/** The client that a request came from, as stored with a session. */
export interface ClientInfo {
  readonly ip: string;
  readonly userAgent: string | null;
}
