import { and, asc, eq, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import {
  type EmailPurpose,
  type SignInOptions,
  VERIFY_TYPES,
  type VerifiableFactor,
} from "#core/accounts/sign-in-options.ts";
import { equalizeTiming } from "./codes/equalize-timing.ts";
import { recoverPassword } from "./codes/recover-password.ts";
import { sendOtp } from "./codes/send-otp.ts";
import { verifyCode } from "./codes/verify-code.ts";
import type { AuthDeps, ClientInfo } from "./deps.ts";
import { countRequest } from "./limits.ts";
import {
  clearVerifier,
  completePageSignIn,
  type ProviderRedirect,
  startPageSignIn,
  startPageSso,
} from "./oauth/page-sign-in.ts";
import { listPasskeys } from "./passkeys/passkeys.ts";
import { describePasskeys } from "./passkeys/relying-party.ts";
import { isTextingOffered, requirePhone } from "./phone/require-phone.ts";
import { authenticateBearer } from "./session/authenticate-bearer.ts";
import { signInAnonymously } from "./session/sign-in-anonymously.ts";
import { ssoProviders } from "./sso/tables.ts";
import { factors } from "./tables.ts";
import { challengeFactor } from "./two-factor/challenge-factor.ts";
import { verifyRecoveryCode } from "./two-factor/recovery-codes.ts";
import { verifyFactor } from "./two-factor/verify-factor.ts";
import { checkSignUp } from "./user/invited-sign-up.ts";
import { requireEmail } from "./user/require-email.ts";
import { updateUser } from "./user/update-user.ts";

/**
 * Sign-in for pages without JavaScript. All but describe() throw AuthError, as the protocol's endpoints do.
 */
export interface AuthForms {
  /**
   * Returns which sign-in methods are enabled. `invitation` is the token that the browser has accepted. Takes
   * one query if single sign-on is on, and two for an invitation.
   */
  describe(invitation?: string): Promise<SignInOptions>;
  /** Creates a guest account, if the site allows guests. */
  signInAsGuest(client: ClientInfo): Promise<AuthSession>;
  /** Emails a link and a code, without revealing whether the address is known. */
  sendRecoveryEmail(email: string, client: ClientInfo): Promise<void>;
  sendSignInEmail(email: string, client: ClientInfo): Promise<void>;
  /** Verifies a typed code. Returns null if an email change still has to be confirmed at the other address. */
  verifyEmailedCode(
    input: { purpose: EmailPurpose; email: string; code: string },
    client: ClientInfo,
  ): Promise<AuthSession | null>;
  /** Texts a code, without revealing whether the number is known. */
  sendSignInText(phone: string, client: ClientInfo): Promise<void>;
  /** Verifies a typed code. */
  verifyTextedCode(input: { phone: string; code: string }, client: ClientInfo): Promise<AuthSession>;
  /**
   * Returns the redirect to a provider's sign-in page, which sends the browser back to /auth
   * (oauth/page-sign-in.ts).
   */
  startProviderSignIn(
    input: { provider: string; next: string },
    client: ClientInfo,
  ): Promise<ProviderRedirect>;
  /** Returns the URL of the sign-in page of an email's organization, which sends the browser back to /auth. */
  startSso(input: { email: string; next: string }, client: ClientInfo): Promise<ProviderRedirect>;
  /** Completes the sign-in of a browser that came back with a code. `cookies` is its Cookie header. */
  completeProviderSignIn(
    input: { code: string; cookies: string | null },
    client: ClientInfo,
  ): Promise<AuthSession>;
  /** The Set-Cookie header that clears what startProviderSignIn set. */
  readonly clearProviderSignIn: string;
  /** Lists the factors that can step up the session of this access token. */
  listFactors(accessToken: string): Promise<readonly VerifiableFactor[]>;
  verifyOwnFactor(
    accessToken: string,
    input: { factorId: string; code: string },
    client: ClientInfo,
  ): Promise<AuthSession>;
  /** Sets a new password, and a username for an invited member. */
  choosePassword(
    accessToken: string,
    input: { password: string; username?: string | undefined },
    client: ClientInfo,
  ): Promise<void>;
}

export function createAuthForms(auth: AuthDeps): AuthForms {
  const { config } = auth;
  const authenticate = (accessToken: string) => authenticateBearer(auth, `Bearer ${accessToken}`);
  const buildLandingUrl = (purpose: EmailPurpose) => `${config.publicUrl}/auth/landing?for=${purpose}`;

  const listFactors = async (accessToken: string): Promise<readonly VerifiableFactor[]> => {
    const { user } = await authenticate(accessToken);
    const [passkey] = config.auth.passkeys ? await listPasskeys(auth.database.db, user.id) : [];
    const rows = await auth.database.db
      .select({ id: factors.id, name: factors.friendlyName, type: factors.factorType })
      .from(factors)
      .where(and(eq(factors.userId, user.id), eq(factors.status, "verified")))
      .orderBy(sql`${factors.factorType} = 'recovery_code'`, asc(factors.createdAt), asc(factors.id));
    const withCodes = rows.filter(({ type }) => type !== "webauthn");
    return passkey ? [...withCodes, { id: passkey.id, name: "", type: "webauthn" }] : withCodes;
  };

  return {
    async describe(token) {
      const { email, anonymous, otpLength, password } = config.auth;
      const { invitation, isInvitedOnly, refusal } = await checkSignUp(auth, token);
      return {
        signupDisabled: refusal !== null,
        ...(isInvitedOnly ? { isInvitedOnly } : {}),
        ...(isInvitedOnly && refusal && token !== undefined ? { hasUnusableInvitation: true } : {}),
        ...(invitation ? { invitation: { inviter: invitation.inviter, email: invitation.email } } : {}),
        email,
        isEmailConfigured: auth.mailer.isEmailConfigured,
        phone: isTextingOffered(auth),
        anonymous: anonymous && refusal === null && !isInvitedOnly,
        sso: config.auth.saml && (await hasProvider(auth)),
        providers: (await auth.providers.list()).map(({ id, label }) => ({ id, label })),
        ethereum: config.auth.ethereum.isEnabled,
        passkeys: describePasskeys(auth),
        codeLength: otpLength,
        password,
      };
    },
    async signInAsGuest(client) {
      await countRequest(auth, "signup", client.ip);
      return signInAnonymously(auth, undefined, client);
    },
    sendRecoveryEmail: (email, client) =>
      recoverPassword(auth, { email, redirectTo: buildLandingUrl("recovery") }, client),
    async sendSignInEmail(email, client) {
      const createUser = (await auth.settings.read()).signUpMode !== "closed";
      await sendOtp(auth, { email, createUser, redirectTo: buildLandingUrl("magic-link") }, client);
    },
    async sendSignInText(phone, client) {
      const createUser = (await auth.settings.read()).signUpOpen;
      await sendOtp(auth, { email: undefined, phone, createUser, redirectTo: config.auth.siteUrl }, client);
    },
    async verifyTextedCode({ phone: input, code }, client) {
      await countRequest(auth, "verify", client.ip);
      const phone = requirePhone(auth, input);
      const result = await equalizeTiming(auth, () =>
        verifyCode(auth, { type: "sms", phone, code: code.replace(/\s/g, "") }, client),
      );
      if ("access_token" in result) return result;
      throw new AuthError("otp_expired");
    },
    async verifyEmailedCode({ purpose, email: input, code }, client) {
      await countRequest(auth, "verify", client.ip);
      const email = requireEmail(auth, input);
      const result = await equalizeTiming(auth, () =>
        verifyCode(auth, { type: VERIFY_TYPES[purpose], email, code: code.replace(/\s/g, "") }, client),
      );
      return "access_token" in result ? result : null;
    },
    startProviderSignIn: (input, client) => startPageSignIn(auth, input, client),
    startSso: (input, client) => startPageSso(auth, input, client),
    completeProviderSignIn: (input, client) => completePageSignIn(auth, input, client),
    clearProviderSignIn: clearVerifier(),
    listFactors,
    async verifyOwnFactor(accessToken, { factorId, code }, client) {
      const bearer = await authenticate(accessToken);
      const factor = (await listFactors(accessToken)).find(({ id }) => id === factorId);
      if (!factor) throw new AuthError("mfa_factor_not_found");
      if (factor.type === "recovery_code") return verifyRecoveryCode(auth, bearer, code, client);
      const challenge = await challengeFactor(auth, bearer, factor.id, client);
      const answer = { challengeId: challenge.id, code: code.replace(/\s/g, "") };
      return verifyFactor(auth, bearer, factor.id, answer, client);
    },
    async choosePassword(accessToken, { password, username }, client) {
      if (!password) throw new AuthError("validation_failed", { message: "A password is required" });
      const changes = { password, redirectTo: config.auth.siteUrl };
      const named = username === undefined ? changes : { ...changes, data: { username } };
      await updateUser(auth, await authenticate(accessToken), named, client);
    },
  };
}

async function hasProvider({ database }: AuthDeps): Promise<boolean> {
  const [provider] = await database.db
    .select({ id: ssoProviders.id })
    .from(ssoProviders)
    .where(eq(ssoProviders.disabled, false))
    .limit(1);
  return provider !== undefined;
}
