import type { InvitationSettings } from "#core/invitations/rules.ts";
import type { SignUpMode } from "#core/settings/types.ts";
import type { Auth } from "#server/auth/index.ts";
import type { Database } from "#server/database/index.ts";
import type { Mailer } from "#server/email/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { RateLimits } from "#server/rate-limits/index.ts";

/** What `createSignUpInvitations` needs. This can't include the auth module, which is created afterwards. */
export interface SignUpInvitationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: {
    read(): Promise<{ readonly invitations: InvitationSettings; readonly signUpMode: SignUpMode }>;
  };
}

export interface InvitationDeps extends SignUpInvitationDeps {
  readonly limits: RateLimits;
  readonly mailer: Pick<Mailer, "queue" | "wake">;
  readonly auth: Pick<Auth, "consumeInvitationAllowance">;
  readonly publicUrl: string;
}
