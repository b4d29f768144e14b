/**
 * Accounts: who may sign in, who is signed in, and the protocol in which the official browser client speaks of it.
 * Owns the schema auth. `http` is mounted at /auth/v1; `identify` says who a page's request comes from; the
 * operations serve forms that work without script and are the same functions that the protocol calls.
 */
import type { Hono } from "hono";
import { AuthError, type AuthErrorCode, type WeakPasswordReason } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import type { Database, Tx } from "#server/database/index.ts";
import type { Mail } from "#server/mail/index.ts";
import { createAllowances } from "#server/platform/allowance.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { RateLimits } from "#server/platform/rate-limit.ts";
import {
  createMemberAdministration,
  type MemberAdministration,
} from "./admin/members/member-administration.ts";
import { type SuspensionInput, suspendWithin } from "./admin/members/suspend-member.ts";
import { createOperator, type Operator } from "./admin/operator/operator.ts";
import type { AuthConfig, AuthContext, AuthRules, DepartureStep, From } from "./context.ts";
import { type AuthForms, createAuthForms } from "./forms.ts";
import { createAuthHttp } from "./http.ts";
import { loadKeys } from "./keys/keys.ts";
import { createTokens } from "./keys/tokens.ts";
import { createPasswords, type Passwords } from "./password/passwords.ts";
import {
  type AcceptedLanding,
  type AccountName,
  acceptLanding,
  nameAccount,
} from "./session/accept-landing.ts";
import { type Identity, identify } from "./session/identify.ts";
import { type Caller, identifyCaller } from "./session/identify-caller.ts";
import { clearLandingState } from "./session/landing-state.ts";
import { requireFresh } from "./session/require-fresh.ts";
import { signInWithPassword } from "./session/sign-in-with-password.ts";
import { type SignOutScope, signOut } from "./session/sign-out.ts";
import { type Swept, sweepAuth } from "./sweep-auth.ts";
import { finishDepartures } from "./user/departures.ts";
import { createOwnAccount, type OwnAccount } from "./user/own-account.ts";
import { signUp } from "./user/sign-up.ts";

export type { AuthConfig, DepartureStep, From } from "./context.ts";
export { sharedSecret } from "./keys/secrets.ts";
export { createPasswords } from "./password/passwords.ts";
export type { AuthRoute } from "./route.ts";
export { AUTH_ROUTES } from "./routes.ts";
export type { AcceptedLanding, AccountName } from "./session/accept-landing.ts";
export type { Identity } from "./session/identify.ts";
export type { Caller } from "./session/identify-caller.ts";
export type { SignOutScope } from "./session/sign-out.ts";
export type { OwnAccount } from "./user/own-account.ts";

export interface Auth extends AuthForms {
  /** To be mounted at /auth/v1. */
  readonly http: Hono;
  /** The key that browsers send as `apikey`: a visitor's rights and nothing else. */
  readonly publicKey: string;
  /** Who a Cookie header stands for: one statement for a member, none for others. */
  identify(cookieHeader: string | null): Promise<Identity>;
  /** Whose rights an Authorization header carries, for the protocols beside this one. Throws AuthError. */
  identifyCaller(header: string | undefined): Promise<Caller>;
  /** Throws AuthError (core/accounts/auth-errors.ts), as does whatever else opens or ends a session. */
  signInWithPassword(input: { email: string; password: string }, from: From): Promise<AuthSession>;
  /** Where addresses are confirmed by mail, a new account is no session yet: AuthError("email_not_confirmed"). */
  signUp(input: { email: string; password: string; username: string }, from: From): Promise<AuthSession>;
  signOut(accessToken: string, scope: SignOutScope): Promise<void>;
  /** Takes what a link of this site brought to its landing page in the fragment (session/accept-landing.ts). */
  acceptLanding(
    given: { accessToken: string; refreshToken: string; cookies: string | null },
    from: From,
  ): Promise<AcceptedLanding>;
  /** The Set-Cookie header that ends the state of a landing that was accepted. */
  readonly clearLanding: string;
  /** Whose an access token is. */
  nameAccount(accessToken: string): Promise<AccountName>;
  /** What the settings do with a member's own account. */
  readonly own: OwnAccount;
  /** What administrators do with members. */
  readonly members: MemberAdministration;
  /** What whoever runs the program does at its machine; reached by scripts alone. */
  readonly operator: Operator;
  /** Suspends somebody as a part of another administrator's act, in its transaction (admin/members/suspend-member.ts). */
  suspendWithin(tx: Tx, viewer: Viewer, id: string, given: SuspensionInput): Promise<void>;
  /**
   * For acts that ask for a sign-in of the last minutes, by the second factor where one is enrolled. Throws AppError:
   * not_signed_in, sign_in_again.
   */
  requireFresh(viewer: Viewer): Promise<void>;
  /** Has a step taken whenever a member leaves, after those before it. */
  onDeparture(step: DepartureStep): void;
  /** Goes on with every deletion that waits; how many are over now. To be called at the start and now and then. */
  finishDepartures(): Promise<number>;
  /** Deletes what is long past; null when another program is at it. To be called at the start and now and then. */
  sweep(): Promise<Swept>;
  /** What to tell the person when one of them refused; undefined for any other error. */
  refusalOf(error: unknown): AuthRefusal | undefined;
}

export interface AuthRefusal {
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly message: string;
  /** Of a weak password. */
  readonly reasons: readonly WeakPasswordReason[];
}

export interface AuthDependencies {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly config: AuthConfig;
  readonly limits: RateLimits;
  readonly mail: Mail;
  /** Default: as the configuration says. */
  readonly settings?: AuthRules;
  /** Default: createPasswords(). */
  readonly passwords?: Passwords;
  /** Default: EVEN_MILLISECONDS. */
  readonly evenMilliseconds?: number;
  /** Default: DEADLINE_MILLISECONDS, the protocol's. */
  readonly deadlineMilliseconds?: number;
}

/** Longer than the work behind the answers that it evens out takes, on a machine that is not overloaded. */
const EVEN_MILLISECONDS = 300;
const DEADLINE_MILLISECONDS = 10_000;

/** Reads or makes the keys, then opens the door. */
export async function createAuth(dependencies: AuthDependencies): Promise<Auth> {
  const { database, clock, config } = dependencies;
  const keys = await loadKeys(database.db, config.auth);
  const tokens = await createTokens(
    keys,
    { issuer: `${config.publicUrl}/auth/v1`, seconds: config.auth.tokenSeconds },
    clock,
  );
  const context: AuthContext = {
    evenMilliseconds: EVEN_MILLISECONDS,
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
    settings: { read: async () => ({ signUpOpen: !config.auth.disableSignup }) },
    ...dependencies,
    keys,
    tokens,
    passwords: dependencies.passwords ?? createPasswords(),
    allowances: createAllowances(database.pool, { enabled: config.auth.rateLimits, clock }),
    departureSteps: [],
  };
  return {
    ...createAuthForms(context),
    http: createAuthHttp(context),
    publicKey: tokens.publicKey,
    identify: (cookieHeader) => identify(context, cookieHeader),
    identifyCaller: (header) => identifyCaller(context, header),
    // A form's text may hold a NUL, which PostgreSQL cannot be asked for; bodies of the protocol are checked as read.
    signInWithPassword: ({ email, password }, from) =>
      signInWithPassword(context, { email: email.replaceAll("\0", "\uFFFD"), password }, from),
    signUp: async ({ email, password, username }, from) => {
      const redirectTo = config.auth.siteUrl;
      const answer = await signUp(context, { email, password, data: { username }, redirectTo }, from);
      if ("access_token" in answer) return answer;
      throw new AuthError("email_not_confirmed", {
        message: "We sent you a mail. Follow its link to confirm your address, then you are in.",
      });
    },
    signOut: (accessToken, scope) => signOut(context, accessToken, scope),
    acceptLanding: (given, from) => acceptLanding(context, given, from),
    clearLanding: clearLandingState(),
    nameAccount: (accessToken) => nameAccount(context, accessToken),
    own: createOwnAccount(context),
    members: createMemberAdministration(context),
    operator: createOperator(context),
    suspendWithin: (tx, viewer, id, given) => suspendWithin(context, tx, viewer, id, given),
    requireFresh: (viewer) => requireFresh(context, viewer),
    onDeparture: (step) => void context.departureSteps.push(step),
    finishDepartures: () => finishDepartures(context),
    sweep: () => sweepAuth(context),
    refusalOf: (error) =>
      error instanceof AuthError
        ? {
            code: error.code,
            status: error.status,
            message: error.message,
            reasons: error.weakPasswordReasons ?? [],
          }
        : undefined,
  };
}
