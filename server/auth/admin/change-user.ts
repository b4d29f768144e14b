import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { renameProfile } from "#server/profiles/index.ts";
import { deleteTokens } from "../codes/one-time-tokens.ts";
import type { AuthHandler } from "../handler.ts";
import { checkNewPassword } from "../password/check-password.ts";
import { readBody } from "../request-body.ts";
import { sessions } from "../tables.ts";
import { NO_PENDING_CHANGES } from "../user/authorize-credential-change.ts";
import { rejectTakenAddress } from "../user/create-account.ts";
import { mergeMetadata } from "../user/metadata.ts";
import { notifyOwner, runWithMessages } from "../user/notify-owner.ts";
import { presentUser } from "../user/present-user.ts";
import { readNewUsername } from "../user/read-new-username.ts";
import { syncIdentities } from "../user/store-identity.ts";
import { updateUserRow } from "../user/store-user.ts";
import { findUser, lockUser } from "./find-user.ts";
import { getAuditTarget, recordChanges, rejectRemovingLastAdmin } from "./service-audit.ts";
import { readUserInput } from "./user-input.ts";

/**
 * Changes an account immediately. A new password ends all the user's sessions. A new password, email address or
 * phone number invalidates all pending codes.
 */
export const handleChangeUser: AuthHandler = async (c, auth) => {
  const input = readUserInput(auth, await readBody(c));
  const id = c.req.param("userId");
  const existingUser = await findUser(auth, id);
  const username = await readNewUsername(auth.database.db, existingUser.id, input.userMetadata.username);
  if (input.password !== undefined)
    checkNewPassword(auth, input.password, {
      email: input.email ?? existingUser.email ?? undefined,
      username: username ?? existingUser.userMetadata.username,
    });
  const encryptedPassword =
    input.password === undefined ? input.passwordHash : await auth.passwords.hash(input.password);

  const presentedUser = await runWithMessages(auth, async (tx) => {
    const now = auth.clock.now();
    const mayRemoveAdmin = input.bannedUntil instanceof Date && input.bannedUntil > now;
    const user = await lockUser(tx, id, { mayRemoveAdmin });
    if (mayRemoveAdmin) await rejectRemovingLastAdmin(auth, tx, user);
    const target = await getAuditTarget(tx, user);
    const emailChanged = input.email !== undefined && input.email !== user.email;
    const phoneChanged = input.phone !== undefined && input.phone !== user.phone;
    if (user.isSsoUser && (emailChanged || phoneChanged || encryptedPassword !== undefined))
      throw new AuthError("user_sso_managed");
    if (input.email !== undefined) await rejectTakenAddress(tx, { email: input.email }, user.id);
    if (input.phone !== undefined) await rejectTakenAddress(tx, { phone: input.phone }, user.id);
    const changedUser = await updateUserRow(tx, user.id, {
      email: input.email,
      phone: input.phone,
      ...(input.email !== undefined || input.phone !== undefined ? { isAnonymous: false } : {}),
      ...(emailChanged ? { newEmail: null, emailChangeConfirmedSide: null } : {}),
      ...(phoneChanged ? { newPhone: null } : {}),
      ...(input.emailConfirm ? { emailConfirmedAt: user.emailConfirmedAt ?? now } : {}),
      ...(input.phoneConfirm ? { phoneConfirmedAt: user.phoneConfirmedAt ?? now } : {}),
      ...(encryptedPassword === undefined ? {} : { encryptedPassword, ...NO_PENDING_CHANGES }),
      role: input.role,
      ...(input.bannedUntil === undefined ? {} : { bannedUntil: input.bannedUntil, bannedReason: null }),
      appMetadata: mergeMetadata(user.appMetadata, input.appMetadata),
      userMetadata: mergeMetadata(
        user.userMetadata,
        username === undefined ? input.userMetadata : { ...input.userMetadata, username },
      ),
      updatedAt: now,
    });
    if (emailChanged || phoneChanged || input.emailConfirm || input.phoneConfirm)
      await syncIdentities(tx, changedUser, now);
    if (emailChanged || phoneChanged || encryptedPassword !== undefined) await deleteTokens(tx, user.id);
    if (encryptedPassword !== undefined) await tx.delete(sessions).where(eq(sessions.userId, user.id));
    const { lostBadge } =
      username === undefined ? { lostBadge: false } : await renameProfile(tx, user.id, username, now);
    if (encryptedPassword !== undefined) await notifyOwner(auth, tx, user, { kind: "password_changed" });
    if (phoneChanged) await notifyOwner(auth, tx, user, { kind: "phone_changed" });
    if (emailChanged && input.email !== undefined)
      await notifyOwner(auth, tx, user, { kind: "email_changed", newAddress: input.email });
    const isRenamed = username !== undefined && username !== target.name;
    const extraChanges = {
      ...(isRenamed ? { name: username } : {}),
      ...(lostBadge ? { verified: false } : {}),
      ...(encryptedPassword === undefined ? {} : { password: "changed" }),
    };
    await recordChanges(tx, c.get("actor"), { target, before: user, after: changedUser, extraChanges, now });
    return presentUser(tx, changedUser);
  });
  return c.json(presentedUser);
};
