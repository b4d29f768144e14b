import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import {
  type EmailPurpose,
  type SignInOptions,
  VERIFY_TYPES,
  type VerifiableFactor,
} from "#core/accounts/sign-in-options.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import { equalizeTiming } from "./codes/equalize-timing.ts";
import { recoverPassword } from "./codes/recover-password.ts";
import { sendOtp } from "./codes/send-otp.ts";
import { type TypedCode, verifyCode } from "./codes/verify-code.ts";
import type { AuthDeps, ClientInfo } from "./deps.ts";
import { countRequest } from "./limits.ts";
import { clearVerifier, completePageSignIn, startPageSignIn, startPageSso } from "./oauth/page-sign-in.ts";
import { listPasskeys } from "./passkeys/passkeys.ts";
import { arePasskeysEnabled } from "./passkeys/relying-party.ts";
import { createValidationError } from "./request-body.ts";
import { authenticateBearer } from "./session/authenticate-bearer.ts";
import { signInAnonymously } from "./session/sign-in-anonymously.ts";
import { listVerifiedFactors } from "./session/step-up.ts";
import { ssoProviders } from "./sso/tables.ts";
import { challengeFactor } from "./two-factor/challenge-factor.ts";
import { verifyRecoveryCode } from "./two-factor/recovery-codes.ts";
import { verifyFactor } from "./two-factor/verify-factor.ts";
import { checkSignUp } from "./user/invited-sign-up.ts";
import { isTextingOffered, requireEmail, requirePhone } from "./user/require-address.ts";
import { updateUser } from "./user/update-user.ts";

/** The sign-in operations of pages that work without JavaScript. All but describe() throw the endpoints' AuthErrors. */
export function createAuthForms(auth: AuthDeps) {
  const { config } = auth;
  const authenticate = (accessToken: string) => authenticateBearer(auth, `Bearer ${accessToken}`);
  const buildLandingUrl = (purpose: EmailPurpose) => `${config.publicUrl}/auth/landing?for=${purpose}`;
  const verify = async (typedCode: TypedCode, client: ClientInfo) => {
    const code = typedCode.code.replace(/\s/g, "");
    const result = await equalizeTiming(auth, () => verifyCode(auth, { ...typedCode, code }, client));
    return "access_token" in result ? result : null;
  };

  const listFactors = async (accessToken: string): Promise<readonly VerifiableFactor[]> => {
    const { user } = await authenticate(accessToken);
    const { db } = auth.database;
    const [passkey] = config.auth.passkeys ? await listPasskeys(db, user.id) : [];
    const codeFactors = (await listVerifiedFactors(db, user.id)).filter(({ type }) => type !== "webauthn");
    return passkey ? [...codeFactors, { id: passkey.id, name: "", type: "webauthn" }] : codeFactors;
  };

  return {
    ...bindOperations(auth, {
      startProviderSignIn: startPageSignIn,
      startSso: startPageSso,
      completeProviderSignIn: completePageSignIn,
    }),
    /** The Set-Cookie header that clears the verifier cookie, which startProviderSignIn and startSso set. */
    clearedProviderCookie: clearVerifier(),
    /**
     * Returns which sign-in methods are enabled. `invitationToken` belongs to the invitation that the browser has
     * accepted, and passkeys depend on `host`, the Host header. Runs one query if single sign-on is on, and two more to
     * find the invitation.
     */
    async describe(invitationToken?: string, host?: string): Promise<SignInOptions> {
      const { email, anonymous, otpLength, password } = config.auth;
      const { invitation, isInviteOnly, refusal } = await checkSignUp(auth, invitationToken);
      return {
        signupDisabled: refusal !== null,
        ...(isInviteOnly ? { isInviteOnly } : {}),
        ...(isInviteOnly && refusal && invitationToken !== undefined ? { hasUnusableInvitation: true } : {}),
        ...(invitation ? { invitation: { inviter: invitation.inviter, email: invitation.email } } : {}),
        email,
        isEmailConfigured: auth.mailer.isEmailConfigured,
        phone: isTextingOffered(auth),
        anonymous: anonymous && refusal === null && !isInviteOnly,
        sso: config.auth.saml && (await hasEnabledSsoProvider(auth)),
        providers: (await auth.providers.list()).map(({ id, label }) => ({ id, label })),
        ethereum: config.auth.ethereum.isEnabled,
        passkeys: arePasskeysEnabled(auth, host),
        codeLength: otpLength,
        password,
      };
    },
    /** Creates a guest account, if the site allows guests. */
    async signInAsGuest(client: ClientInfo): Promise<AuthSession> {
      await countRequest(auth, "signup", client.ip);
      return signInAnonymously(auth, undefined, client);
    },
    sendRecoveryEmail: (email: string, client: ClientInfo) =>
      recoverPassword(auth, { email, redirectTo: buildLandingUrl("recovery") }, client),
    async sendSignInEmail(email: string, client: ClientInfo): Promise<void> {
      const createUser = (await auth.settings.read()).signUpMode !== "closed";
      await sendOtp(auth, { email, createUser, redirectTo: buildLandingUrl("magic-link") }, client);
    },
    async sendSignInText(phone: string, client: ClientInfo): Promise<void> {
      const createUser = (await auth.settings.read()).signUpOpen;
      await sendOtp(auth, { email: undefined, phone, createUser, redirectTo: config.auth.siteUrl }, client);
    },
    async verifyTextedCode(input: { phone: string; code: string }, client: ClientInfo): Promise<AuthSession> {
      await countRequest(auth, "verify", client.ip);
      const phone = requirePhone(auth, input.phone);
      const session = await verify({ type: "sms", phone, code: input.code }, client);
      if (!session) throw new AuthError("otp_expired");
      return session;
    },
    /** Verifies a typed code. Returns null if an email change still has to be confirmed at the other address. */
    async verifyEmailedCode(
      input: { purpose: EmailPurpose; email: string; code: string },
      client: ClientInfo,
    ): Promise<AuthSession | null> {
      await countRequest(auth, "verify", client.ip);
      const email = requireEmail(auth, input.email);
      return verify({ type: VERIFY_TYPES[input.purpose], email, code: input.code }, client);
    },
    /** Lists the factors that can step up the session of this access token. */
    listFactors,
    async verifyOwnFactor(
      accessToken: string,
      { factorId, code }: { factorId: string; code: string },
      client: ClientInfo,
    ): Promise<AuthSession> {
      const bearer = await authenticate(accessToken);
      const factor = (await listFactors(accessToken)).find(({ id }) => id === factorId);
      if (!factor) throw new AuthError("mfa_factor_not_found");
      if (factor.type === "recovery_code") return verifyRecoveryCode(auth, bearer, code, client);
      const challenge = await challengeFactor(auth, bearer, factor.id, client);
      const answer = { challengeId: challenge.id, code: code.replace(/\s/g, "") };
      return verifyFactor(auth, bearer, factor.id, answer, client);
    },
    /** Sets a new password and, for an invited member, a username. */
    async choosePassword(
      accessToken: string,
      { password, username }: { password: string; username?: string | undefined },
      client: ClientInfo,
    ): Promise<void> {
      if (!password) throw createValidationError("A password is required");
      const changes = { password, redirectTo: config.auth.siteUrl };
      const allChanges = username === undefined ? changes : { ...changes, data: { username } };
      await updateUser(auth, await authenticate(accessToken), allChanges, client);
    },
  };
}

const hasEnabledSsoProvider = async ({ database }: AuthDeps) =>
  (await database.db.$count(ssoProviders, eq(ssoProviders.disabled, false))) > 0;
