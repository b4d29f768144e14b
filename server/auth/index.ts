/**
 * Public API of accounts: sign-up, sign-in, sessions, and the auth protocol of the official browser client
 * (`http`). Owns the database schema auth. The operations for forms without JavaScript are the same functions
 * that the protocol's endpoints call.
 */
import type { Hono } from "hono";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import type { Database, Tx } from "#server/database/index.ts";
import type { Mailer } from "#server/email/index.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { RateLimits } from "#server/rate-limits/index.ts";
import { createAllowances } from "#server/rate-limits/index.ts";
import {
  createMemberAdministration,
  type MemberAdministration,
} from "./admin/members/member-administration.ts";
import { type SuspensionInput, suspendWithin } from "./admin/members/suspend-member.ts";
import { createOperator, type Operator } from "./admin/operator/operator.ts";
import { consumeInvitationAllowance, type SendAllowance } from "./codes/send-allowance.ts";
import { type DeletedCounts, deleteExpiredData } from "./delete-expired-data.ts";
import type {
  AnonymizationStep,
  AuthConfig,
  AuthDeps,
  ClientInfo,
  DeletionStep,
  SignUpInvitations,
  SignUpSettings,
} from "./deps.ts";
import { type AuthForms, createAuthForms } from "./forms.ts";
import { createAuthHttp } from "./http.ts";
import { loadKeys } from "./keys/keys.ts";
import { createTokens } from "./keys/tokens.ts";
import { createProviderStore } from "./oauth/provider-store.ts";
import { type AppAdministration, createAppAdministration } from "./oauth-server/app-administration.ts";
import { createMemberApps, type MemberApps, refuseRequestSilently } from "./oauth-server/member-apps.ts";
import { createPasswords, type Passwords } from "./password/passwords.ts";
import {
  createProviderAdministration,
  type ProviderAdministration,
} from "./provider-settings/provider-administration.ts";
import {
  type AcceptedLanding,
  type AccountName,
  acceptLanding,
  getAccountName,
} from "./session/accept-landing.ts";
import { type Identity, identify } from "./session/identify.ts";
import { type ApiClient, identifyClient, isStillSignedIn } from "./session/identify-client.ts";
import { clearLandingState } from "./session/landing-state.ts";
import { requireViewerStepUp } from "./session/require-viewer-step-up.ts";
import { signInWithPassword } from "./session/sign-in-with-password.ts";
import { type SignOutScope, signOut } from "./session/sign-out.ts";
import { finishAccountDeletions } from "./user/account-deletions.ts";
import { createOwnAccount, type OwnAccount } from "./user/own-account.ts";
import { signUp } from "./user/sign-up.ts";

export type { AuthConfig, ClientInfo, DeletionStep } from "./deps.ts";
export { getSharedSecret } from "./keys/secrets.ts";
export { createPasswords } from "./password/passwords.ts";
export type { AuthRoute } from "./route.ts";
export { AUTH_ROUTES } from "./routes.ts";
export type { AcceptedLanding, AccountName } from "./session/accept-landing.ts";
export type { Identity } from "./session/identify.ts";
export type { ApiClient } from "./session/identify-client.ts";
export type { SignOutScope } from "./session/sign-out.ts";
export type { OwnAccount } from "./user/own-account.ts";

export interface Auth extends AuthForms {
  readonly http: Hono;
  /** The `apikey` that browsers send. It grants a visitor's rights only. */
  readonly publicKey: string;
  /** Identifies the user of a Cookie header. Takes one query for a member and none for visitors. */
  identify(cookieHeader: string | null): Promise<Identity>;
  /** Identifies the user or service of an Authorization header, for the storage protocol. Throws AuthError. */
  identifyClient(header: string | undefined): Promise<ApiClient>;
  /** Whether the session is still valid. For permissions that outlive the request in which they were granted. */
  isStillSignedIn(session: { readonly userId: string; readonly sessionId: string | null }): Promise<boolean>;
  /**
   * Signs in with a password. Like all methods that start or end a session, throws AuthError
   * (core/accounts/auth-errors.ts).
   */
  signInWithPassword(input: { email: string; password: string }, client: ClientInfo): Promise<AuthSession>;
  /**
   * Creates an account and signs in to it. Throws AuthError("email_not_confirmed") when the new address must
   * be confirmed first.
   */
  signUp(
    input: { email: string; password: string; username: string },
    client: ClientInfo,
  ): Promise<AuthSession>;
  signOut(accessToken: string, scope: SignOutScope): Promise<void>;
  /**
   * Takes over the session from the URL fragment of an emailed link's landing page
   * (session/accept-landing.ts).
   */
  acceptLanding(
    input: { accessToken: string; refreshToken: string; cookies: string | null },
    client: ClientInfo,
  ): Promise<AcceptedLanding>;
  /** The Set-Cookie header that clears the landing state. */
  readonly clearLanding: string;
  /** Returns the account that an access token belongs to. */
  getAccountName(accessToken: string): Promise<AccountName>;
  /** A member's own account settings. */
  readonly account: OwnAccount;
  /** Apps that sign members in with this site, as members see them. */
  readonly memberApps: MemberApps;
  /** Returns the URL that refuses a request without asking the visitor; see oauth-server/member-apps.ts. */
  refuseRequestSilently(id: string): Promise<string | null>;
  /** Admin actions on apps. */
  readonly apps: AppAdministration;
  /** Admin actions on members. */
  readonly members: MemberAdministration;
  /** Admin actions on sign-in providers. */
  readonly providers: ProviderAdministration;
  /** Command-line operations, for scripts only. */
  readonly operator: Operator;
  /**
   * Suspends a member as part of another admin action, in its transaction (admin/members/suspend-member.ts).
   */
  suspendWithin(tx: Tx, viewer: Viewer, id: string, input: SuspensionInput): Promise<void>;
  /**
   * Requires a sign-in within the last few minutes, with the second factor if one is enrolled. Throws AppError:
   * not_signed_in, step_up_required.
   */
  requireStepUp(viewer: Viewer): Promise<void>;
  /**
   * Counts an emailed invitation toward the site's hourly limit. Throws AuthError("over_email_send_rate_limit").
   */
  consumeInvitationAllowance(sender: { readonly isFromAdmin: boolean }): Promise<SendAllowance>;
  /** Adds a step that runs, after the earlier ones, whenever an account is deleted. */
  onAccountDeletion(step: DeletionStep): void;
  /** Adds a step that runs, after the earlier ones, whenever the service key soft-deletes an account. */
  onAnonymization(step: AnonymizationStep): void;
  /**
   * Continues all pending account deletions and returns how many were completed. Call it at startup and
   * regularly.
   */
  finishAccountDeletions(): Promise<number>;
  /**
   * Deletes expired data; null when another process is already doing so. Call it at startup and regularly.
   */
  deleteExpiredData(): Promise<DeletedCounts>;
}

export interface AuthOptions {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly config: AuthConfig;
  readonly limits: RateLimits;
  readonly mailer: Mailer;
  /** If omitted, changes to the sign-in providers don't reach other processes. */
  readonly announcements?: Pick<Announcements, "on" | "onGap" | "publish">;
  /** Default: the configuration's. */
  readonly settings?: SignUpSettings;
  /** Default: there are none. */
  readonly invitations?: SignUpInvitations;
  /** Default: `createPasswords()`. */
  readonly passwords?: Passwords;
  /** Default: `TIMING_STEP_MS`. */
  readonly timingStepMs?: number;
  /** Default: `DEADLINE_MS`, as in the protocol. */
  readonly deadlineMs?: number;
}

/** Longer than the hidden work takes on a machine that is not overloaded. */
const TIMING_STEP_MS = 300;
const DEADLINE_MS = 10_000;

const NO_INVITATIONS: SignUpInvitations = {
  find: async () => null,
  request: async () => {},
  forget: async () => {},
  joinRequested: async () => null,
  join: async () => false,
};

/** Loads the keys, or creates them on the first run. */
export async function createAuth(dependencies: AuthOptions): Promise<Auth> {
  const { database, clock, config } = dependencies;
  const keys = await loadKeys(database.db, config.auth);
  const tokens = await createTokens(
    keys,
    { issuer: `${config.publicUrl}/auth/v1`, seconds: config.auth.tokenSeconds },
    clock,
  );
  const context: AuthDeps = {
    timingStepMs: TIMING_STEP_MS,
    deadlineMs: DEADLINE_MS,
    settings: {
      read: async () => ({
        signUpOpen: !config.auth.disableSignup,
        signUpMode: config.auth.disableSignup ? "closed" : "open",
      }),
    },
    invitations: NO_INVITATIONS,
    ...dependencies,
    keys,
    providers: createProviderStore({ ...dependencies, keys }),
    tokens,
    passwords: dependencies.passwords ?? createPasswords(),
    allowances: createAllowances(database.db, { enabled: config.auth.rateLimits, clock }),
    deletionSteps: [],
    anonymizationSteps: [],
  };
  return {
    ...createAuthForms(context),
    http: createAuthHttp(context),
    publicKey: tokens.publicKey,
    identify: (cookieHeader) => identify(context, cookieHeader),
    identifyClient: (header) => identifyClient(context, header),
    isStillSignedIn: (session) => isStillSignedIn(context, session),
    // PostgreSQL rejects NUL in text. Request bodies of the protocol are checked when they are read.
    signInWithPassword: ({ email, password }, client) =>
      signInWithPassword(context, { email: email.replaceAll("\0", "\uFFFD"), password }, client),
    signUp: async ({ email, password, username }, client) => {
      const redirectTo = config.auth.siteUrl;
      const answer = await signUp(context, { email, password, data: { username }, redirectTo }, client);
      if ("access_token" in answer) return answer;
      throw new AuthError("email_not_confirmed", {
        message: "We sent you an email. Follow the link in it to confirm your address.",
      });
    },
    signOut: (accessToken, scope) => signOut(context, accessToken, scope),
    acceptLanding: (input, client) => acceptLanding(context, input, client),
    clearLanding: clearLandingState(),
    getAccountName: (accessToken) => getAccountName(context, accessToken),
    account: createOwnAccount(context),
    memberApps: createMemberApps(context),
    refuseRequestSilently: (id) => refuseRequestSilently(context, id),
    apps: createAppAdministration(context),
    members: createMemberAdministration(context),
    providers: createProviderAdministration(context),
    operator: createOperator(context),
    suspendWithin: (tx, viewer, id, input) => suspendWithin(context, tx, viewer, id, input),
    requireStepUp: (viewer) => requireViewerStepUp(context, viewer),
    consumeInvitationAllowance: (sender) => consumeInvitationAllowance(context, sender),
    onAccountDeletion: (step) => void context.deletionSteps.push(step),
    onAnonymization: (step) => void context.anonymizationSteps.push(step),
    finishAccountDeletions: () => finishAccountDeletions(context),
    deleteExpiredData: () => deleteExpiredData(context),
  };
}
