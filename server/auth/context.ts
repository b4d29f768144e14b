import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/index.ts";
import type { Mail } from "#server/mail/index.ts";
import type { Allowances } from "#server/platform/allowance.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { RateLimits } from "#server/platform/rate-limit.ts";
import type { Keys } from "./keys/keys.ts";
import type { Tokens } from "./keys/tokens.ts";
import type { Passwords } from "./password/passwords.ts";

export type AuthConfig = Pick<Config, "auth" | "publicUrl" | "trustProxy">;

/** The part of the site's settings that the accounts obey. */
export interface AuthRules {
  read(): Promise<{ readonly signUpOpen: boolean }>;
}

/** What a module does when a member leaves (user/departures.ts). May be called again for the same member. */
export type DepartureStep = (userId: string, how: { readonly takesContent: boolean }) => Promise<void>;

/** What the operations of this module work with. */
export interface AuthContext {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly config: AuthConfig;
  readonly keys: Keys;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly limits: RateLimits;
  /** Of emails and text messages (mailed/send-allowance.ts). */
  readonly allowances: Allowances;
  readonly mail: Mail;
  readonly settings: AuthRules;
  /** The steps at which answers come that must not tell whether an address is known (mailed/even-answer.ts). */
  readonly evenMilliseconds: number;
  /** How long a call may take. */
  readonly deadlineMilliseconds: number;
  /** What the other modules do when a member leaves, in this order. */
  readonly departureSteps: DepartureStep[];
}

/** Where a request came from, as a session remembers it. */
export interface From {
  readonly ip: string;
  readonly userAgent: string | null;
}
