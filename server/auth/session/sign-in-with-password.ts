import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { checkPassword } from "#core/accounts/password.ts";
import { parsePhone } from "#core/accounts/phone.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countPasswordAttempt, countRequest } from "../limits.ts";
import { createValidationError } from "../request-body.ts";
import { users } from "../tables.ts";
import { type Address, matchesAddress } from "../user/create-account.ts";
import { createBannedError, isBanned } from "../user/is-banned.ts";
import { isKnownIp } from "./known-devices.ts";
import { recordRefusedSignIn } from "./record-refused-sign-in.ts";
import { startSession } from "./start-session.ts";

export interface PasswordInput {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Starts a session if the password is correct. An unknown account, a wrong password, an account without a password and
 * a wrong password for a suspended account get the same error after the same work. Throws AuthError: validation_failed,
 * email_provider_disabled, phone_provider_disabled, user_banned, invalid_credentials, email_not_confirmed,
 * phone_not_confirmed, signup_disabled, over_request_rate_limit.
 */
export async function signInWithPassword(
  auth: AuthDeps,
  { email, phone, password = "" }: PasswordInput,
  client: ClientInfo,
): Promise<AuthSession> {
  await countRequest(auth, "token", client.ip);
  if (email && phone)
    throw createValidationError("Only an email address or phone number should be provided on login.");
  const address = readAddress(auth, { email, phone });
  const [user] = await auth.database.db.select().from(users).where(matchesAddress(address));
  const origin = (await isKnownIp(auth, user?.id, client.ip)) ? "known" : "unknown";
  const attempt = await countPasswordAttempt(auth, address.email ?? address.phone, client.ip, origin);
  const now = auth.clock.now();
  const isPasswordCorrect = await auth.passwords.verify(password, user?.encryptedPassword ?? null);
  if (user && !user.deletedAt && (!isPasswordCorrect || isBanned(user, now)))
    recordRefusedSignIn(auth, user.id, { method: "password", client });
  if (!user || !isPasswordCorrect || user.deletedAt) throw new AuthError("invalid_credentials");
  if (isBanned(user, now)) throw createBannedError(user, 400);
  await attempt.refund();
  if (address.email !== undefined && !user.emailConfirmedAt) throw new AuthError("email_not_confirmed");
  if (address.phone !== undefined && !user.phoneConfirmedAt) throw new AuthError("phone_not_confirmed");

  const session = await auth.database.db.transaction(async (tx) => {
    // Checked again after locking, because hashing took a while.
    const [lockedUser] = await tx.select().from(users).where(eq(users.id, user.id)).for("no key update");
    if (lockedUser?.encryptedPassword !== user.encryptedPassword) throw new AuthError("invalid_credentials");
    return startSession(auth, tx, lockedUser, "password", client);
  });
  const problem = checkPassword(password, auth.config.auth.password, {
    email: user.email,
    username: user.userMetadata.username,
  });
  if (problem?.kind !== "weak") return session;
  return { ...session, weak_password: { message: problem.message, reasons: problem.reasons } };
}

/** Normalizes the address. An invalid phone number is looked up unchanged and matches no account. */
function readAddress({ config }: AuthDeps, { email, phone }: PasswordInput): Address {
  if (phone) {
    if (!config.auth.phone) throw new AuthError("phone_provider_disabled");
    const parsed = parsePhone(phone);
    return { phone: "phone" in parsed ? parsed.phone : phone };
  }
  if (email && !config.auth.email) throw new AuthError("email_provider_disabled");
  if (!email) throw createValidationError("missing email or phone");
  return { email: email.trim().toLowerCase() };
}
