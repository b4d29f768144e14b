import { and, eq, ne } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import type { AuthUser } from "#core/accounts/session.ts";
import type { Tx } from "#server/database/index.ts";
import { checkUsername, renameProfile } from "#server/profiles/index.ts";
import type { Bearer } from "./authenticate-bearer.ts";
import { checkNewPassword } from "./check-password.ts";
import type { AuthContext, From } from "./context.ts";
import type { AuthHandler } from "./handler.ts";
import { countRequest } from "./limits.ts";
import { mergeMetadata, readMetadata } from "./metadata.ts";
import { presentUser } from "./present-user.ts";
import { refuseCredentialChange } from "./refuse-credential-change.ts";
import { readBody, textField } from "./request-body.ts";
import { requestFrom } from "./request-from.ts";
import { type Metadata, sessions, users } from "./tables.ts";

export interface UserChanges {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  /** Merged into the user's metadata; `username` renames the profile too. */
  readonly data?: unknown;
}

/**
 * Changes the caller's own account. A new password ends the caller's other sessions. Throws AuthError:
 * validation_failed, weak_password, same_password, username_invalid, username_taken, email_exists,
 * email_provider_disabled and phone_provider_disabled (changing them is not offered yet), over_request_rate_limit.
 */
export async function updateUser(
  auth: AuthContext,
  { user, session }: Pick<Bearer, "user" | "session">,
  changes: UserChanges,
  from: From,
): Promise<AuthUser> {
  await countRequest(auth, "user", from.ip);
  await refuseCredentialChange(auth, { user, session }, changes);
  await refuseAddressChange(auth, user, changes);
  const data = readMetadata(changes.data);
  const named = data.username === undefined || data.username === null ? undefined : data.username;
  const username = named === undefined ? undefined : checkUsername(named);
  const encryptedPassword = changes.password
    ? await newPassword(auth, changes.password, user.encryptedPassword)
    : undefined;

  return auth.database.db.transaction(async (tx) => {
    // Held, so that two merges at once both arrive.
    const [current] = await tx.select().from(users).where(eq(users.id, user.id)).for("no key update");
    if (!current) throw new AuthError("user_not_found");
    const accepted: Metadata = username === undefined ? data : { ...data, username };
    const [changed] = await tx
      .update(users)
      .set({
        userMetadata: mergeMetadata(current.userMetadata, accepted),
        updatedAt: auth.clock.now(),
        ...(encryptedPassword === undefined ? {} : { encryptedPassword }),
      })
      .where(eq(users.id, user.id))
      .returning();
    if (!changed) throw new AuthError("user_not_found");
    if (username !== undefined) await renameProfile(tx, user.id, username);
    if (encryptedPassword !== undefined) await endOtherSessions(tx, user.id, session?.id);
    return presentUser(tx, changed);
  });
}

async function refuseAddressChange(auth: AuthContext, user: Bearer["user"], changes: UserChanges) {
  if (changes.phone && changes.phone !== user.phone)
    throw new AuthError("phone_provider_disabled", { message: "Phone numbers are not in use here" });
  if (!changes.email) return;
  const parsed = parseEmail(changes.email);
  if ("problem" in parsed) throw new AuthError("validation_failed", { message: parsed.problem });
  if (parsed.email === user.email) return;
  const [other] = await auth.database.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, parsed.email));
  if (other) throw new AuthError("email_exists");
  throw new AuthError("email_provider_disabled", {
    message: "Changing the email address is not available yet",
  });
}

async function newPassword(auth: AuthContext, password: string, stored: string | null): Promise<string> {
  checkNewPassword(password);
  if (stored !== null && (await auth.passwords.verify(password, stored)))
    throw new AuthError("same_password");
  return auth.passwords.hash(password);
}

async function endOtherSessions(tx: Tx, userId: string, kept: string | undefined): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), kept === undefined ? undefined : ne(sessions.id, kept)));
}

export const handleUpdateUser: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  if (body.app_metadata !== undefined && body.app_metadata !== null)
    throw new AuthError("not_admin", { message: "Updating app_metadata requires admin privileges" });
  const user = await updateUser(
    auth,
    c.get("bearer"),
    {
      email: textField(body, "email"),
      phone: textField(body, "phone"),
      password: textField(body, "password"),
      data: body.data,
    },
    requestFrom(c, auth),
  );
  return c.json(user);
};
