/**
 * Accounts: sign-up, sign-in, sessions and, under `http`, the auth protocol that the official browser client speaks.
 * Owns the database schema `auth`. The operations for forms without JavaScript are the same functions that the
 * protocol's endpoints call.
 */
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import { createAllowances } from "#server/rate-limits/index.ts";
import { createMemberAdministration } from "./admin/members/member-administration.ts";
import { suspendInTransaction } from "./admin/members/suspend-member.ts";
import { createOperator } from "./admin/operator/operator.ts";
import { consumeInvitationAllowance } from "./codes/send-allowance.ts";
import { deleteExpiredData } from "./delete-expired-data.ts";
import type { AnonymizationStep, AuthDeps, ClientInfo, DeletionStep, SignUpInvitations } from "./deps.ts";
import { createAuthForms } from "./forms.ts";
import { createAuthHttp } from "./http.ts";
import { loadKeys } from "./keys/keys.ts";
import { createTokens } from "./keys/tokens.ts";
import { createProviderStore } from "./oauth/provider-store.ts";
import { createAppAdministration } from "./oauth-server/app-administration.ts";
import { createMemberApps, denyRequestSilently } from "./oauth-server/member-apps.ts";
import { createPasswords } from "./password/passwords.ts";
import { createProviderAdministration } from "./provider-settings/provider-administration.ts";
import { acceptLanding } from "./session/accept-landing.ts";
import { getAccountName } from "./session/get-account-name.ts";
import { identify } from "./session/identify.ts";
import { identifyClient, isStillSignedIn } from "./session/identify-client.ts";
import { clearLandingState } from "./session/landing-state.ts";
import { signInWithPassword } from "./session/sign-in-with-password.ts";
import { signOut } from "./session/sign-out.ts";
import { finishAccountDeletions } from "./user/account-deletions.ts";
import { createOwnAccount } from "./user/own-account.ts";
import { requireViewerStepUp } from "./user/require-viewer-step-up.ts";
import { signUp } from "./user/sign-up.ts";

export type { AuthConfig, ClientInfo, DeletionStep } from "./deps.ts";
export { getSharedSecret } from "./keys/secrets.ts";
export { createPasswords, type Passwords } from "./password/passwords.ts";
export type { AuthRoute } from "./route.ts";
export { AUTH_ROUTES } from "./routes.ts";
export type { AcceptedLanding } from "./session/accept-landing.ts";
export type { AccountName } from "./session/get-account-name.ts";
export type { Identity } from "./session/identify.ts";
export type { ApiClient } from "./session/identify-client.ts";
export type { SignOutScope } from "./session/sign-out.ts";

/** All methods that start or end a session throw AuthError (core/accounts/auth-errors.ts). */
export type Auth = Awaited<ReturnType<typeof createAuth>>;

/**
 * Without announcements, changes to the sign-in providers don't reach other processes. Without settings, sign-up is
 * open or closed as configured.
 */
export type AuthOptions = Pick<AuthDeps, "database" | "log" | "clock" | "config" | "limits" | "mailer"> &
  Partial<
    Pick<AuthDeps, "announcements" | "settings" | "invitations" | "passwords" | "timingStepMs" | "deadlineMs">
  >;

/** Longer than any work whose duration must not be revealed, unless the machine is overloaded. */
const TIMING_STEP_MS = 300;
const DEADLINE_MS = 10_000;

const NO_INVITATIONS: SignUpInvitations = {
  find: async () => null,
  storePresented: async () => {},
  deletePresented: async () => {},
  joinPresented: async () => null,
  join: async () => false,
};

/** Loads the keys, or creates them on the first run. */
export async function createAuth(options: AuthOptions) {
  const { database, clock, config } = options;
  const keys = await loadKeys(database.db, config.auth);
  const tokens = await createTokens(
    keys,
    { issuer: `${config.publicUrl}/auth/v1`, lifetimeSeconds: config.auth.tokenSeconds },
    clock,
  );
  const auth: AuthDeps = {
    timingStepMs: TIMING_STEP_MS,
    deadlineMs: DEADLINE_MS,
    settings: {
      read: async () => ({
        signUpOpen: !config.auth.disableSignup,
        signUpMode: config.auth.disableSignup ? "closed" : "open",
      }),
    },
    invitations: NO_INVITATIONS,
    ...options,
    keys,
    providers: createProviderStore({ ...options, keys }),
    tokens,
    passwords: options.passwords ?? createPasswords(),
    allowances: createAllowances(database.db, { enabled: config.auth.rateLimits, clock }),
    deletionSteps: [],
    anonymizationSteps: [],
  };
  return {
    ...createAuthForms(auth),
    ...bindOperations(auth, {
      identify,
      identifyClient,
      isStillSignedIn,
      signOut,
      acceptLanding,
      getAccountName,
      denyRequestSilently,
      suspendInTransaction,
      requireStepUp: requireViewerStepUp,
      consumeInvitationAllowance,
      deleteExpiredData,
    }),
    http: createAuthHttp(auth),
    /** The `apikey` that browsers send. It grants only a visitor's rights. */
    publicKey: tokens.publicKey,
    signInWithPassword: ({ email, password }: { email: string; password: string }, client: ClientInfo) =>
      // PostgreSQL rejects NUL in text. Request bodies of the protocol are checked when they are read.
      signInWithPassword(auth, { email: email.replaceAll("\0", "\uFFFD"), password }, client),
    /**
     * Creates an account and signs in to it. Throws AuthError("email_not_confirmed") when the new address must
     * be confirmed first.
     */
    async signUp(
      { email, password, username }: { email: string; password: string; username: string },
      client: ClientInfo,
    ): Promise<AuthSession> {
      const redirectTo = config.auth.siteUrl;
      const outcome = await signUp(auth, { email, password, data: { username }, redirectTo }, client);
      if ("access_token" in outcome) return outcome;
      throw new AuthError("email_not_confirmed", {
        message: "We sent you an email. Follow the link in it to confirm your address.",
      });
    },
    /** The Set-Cookie header that clears the landing state. */
    clearedLandingCookie: clearLandingState(),
    account: createOwnAccount(auth),
    /** Apps that sign members in with this site, as members see them. */
    memberApps: createMemberApps(auth),
    /** Admin actions on apps, members and sign-in providers. */
    apps: createAppAdministration(auth),
    members: createMemberAdministration(auth),
    providers: createProviderAdministration(auth),
    operator: createOperator(auth),
    /** Adds a step that runs, after the earlier ones, whenever an account is deleted. */
    onAccountDeletion: (step: DeletionStep) => void auth.deletionSteps.push(step),
    /** Adds a step that runs, after the earlier ones, whenever an account is soft-deleted with the service key. */
    onAnonymization: (step: AnonymizationStep) => void auth.anonymizationSteps.push(step),
    /** Continues all pending account deletions and returns how many were completed. */
    finishAccountDeletions: () => finishAccountDeletions(auth),
  };
}
