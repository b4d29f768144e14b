import { eq } from "drizzle-orm";
import type { AuthSession } from "#core/accounts/session.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { identities, type SessionRow, sessions, type UserRow, users } from "../tables.ts";
import { AAL2_METHODS } from "../two-factor/factors.ts";
import { ensureProfile } from "../user/ensure-profile.ts";
import { notifyOwner } from "../user/notify-owner.ts";
import { presentUser } from "../user/present-user.ts";
import { nameDevice, recordDevice } from "./known-devices.ts";
import { issueRefreshToken } from "./refresh-tokens.ts";
import { recordSignIn } from "./sign-ins.ts";

const USER_AGENT_MAX = 400;

/** The protocol's names for how a session was started. Those after "web3" are for PKCE codes. */
export type SignInMethod =
  | "password"
  | "otp"
  | "anonymous"
  | "sso/saml"
  | "oauth"
  | "passkey"
  | "web3"
  | "recovery"
  | "invite"
  | "magiclink"
  | "email/signup"
  | "email_change";

/** What the user signed in with: a provider if the method is "oauth", or a passkey. */
interface SignInSource {
  readonly provider?: string | null;
  readonly passkeyId?: string;
}

/**
 * Starts a session. Creates the profile if it is missing, and emails the owner about a sign-in on a new device. Throws
 * the same errors as ensureProfile.
 */
export async function startSession(
  auth: AuthDeps,
  tx: Tx,
  user: UserRow,
  method: SignInMethod,
  client: ClientInfo,
  { provider = null, passkeyId }: SignInSource = {},
): Promise<AuthSession> {
  const now = auth.clock.now();
  const userWithProfile = await ensureProfile(auth, tx, user, now);
  await tx.update(users).set({ lastSignInAt: now }).where(eq(users.id, user.id));
  await tx.update(identities).set({ lastSignInAt: now }).where(eq(identities.userId, user.id));
  const [session] = await tx
    .insert(sessions)
    .values({
      userId: user.id,
      aal: AAL2_METHODS.has(method) ? "aal2" : "aal1",
      passkeyId: passkeyId ?? null,
      amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
      userAgent: client.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
      ip: client.ip,
      createdAt: now,
      lastSeenAt: now,
    })
    .returning();
  if (!session) throw new Error("a session could not be stored");
  if (!user.isAnonymous) {
    await recordSignIn(auth, tx, session, { method, provider, client });
    const isNewDevice = await recordDevice(auth, tx, user, client);
    const device = nameDevice(client);
    if (isNewDevice)
      await notifyOwner(auth, tx, user, { kind: "new_sign_in", device, ip: client.ip, at: now });
  }
  const refreshToken = await issueRefreshToken(auth, tx, session, null);
  return presentSession(auth, tx, { user: { ...userWithProfile, lastSignInAt: now }, session, refreshToken });
}

export async function presentSession(
  auth: AuthDeps,
  db: Db | Tx,
  { user, session, refreshToken }: { user: UserRow; session: SessionRow; refreshToken: string },
): Promise<AuthSession> {
  const { token, expiresIn, expiresAt } = await auth.tokens.signAccessToken(user, session);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: await presentUser(db, user),
  };
}
