import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthUser } from "#core/accounts/session.ts";
import type { Tx } from "#server/database/index.ts";
import { renameProfile } from "#server/profiles/index.ts";
import { getClientInfo } from "../client-info.ts";
import { readLinkTarget } from "../codes/redirects.ts";
import { type PlannedMessage, withSendLimits } from "../codes/send-limits.ts";
import { setConfirmedAddress } from "../codes/set-confirmed-address.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRename, countRequest } from "../limits.ts";
import { beginPhoneChange, readNewPhone } from "../phone/change-phone.ts";
import { createValidationError, readBody, readTextField, readTextFields } from "../request-body.ts";
import type { LinkTarget } from "../session/flow-state.ts";
import type { Metadata, SessionUser, UserRow } from "../tables.ts";
import {
  authorizeCredentialChange,
  type CredentialChange,
  hashNewPassword,
  NO_PENDING_CHANGES,
  requireCredentialChangeAllowed,
  revokeOtherAccess,
} from "./authorize-credential-change.ts";
import { beginEmailChange, readNewEmail } from "./change-email.ts";
import { rejectTakenName } from "./ensure-profile.ts";
import { mergeMetadata, readMetadata } from "./metadata.ts";
import { notifyOwner } from "./notify-owner.ts";
import { presentUser } from "./present-user.ts";
import { readNewUsername } from "./read-new-username.ts";
import { readChannel } from "./require-address.ts";
import { lockSessionUser } from "./require-viewer-session.ts";
import { updateUserRow } from "./store-user.ts";

interface UserChanges extends CredentialChange, LinkTarget {
  readonly channel?: string | undefined;
  /** Merged into the user's metadata; `username` renames the profile too. */
  readonly data?: unknown;
}

/**
 * Changes the user's own account. A new email address or phone number that requires confirmation takes effect once it
 * is confirmed. A new password ends the user's other sessions and cancels pending codes and changes, and the owner is
 * emailed. Throws AuthError: validation_failed, weak_password, same_password, current_password_required,
 * current_password_invalid, reauthentication_needed, reauthentication_not_valid, username_invalid, username_taken,
 * email_exists, phone_exists, phone_provider_disabled, user_sso_managed, insufficient_aal, user_not_found,
 * session_not_found, over_email_send_rate_limit, over_sms_send_rate_limit, sms_send_failed, over_request_rate_limit.
 */
export async function updateUser(
  auth: AuthDeps,
  { user, session }: SessionUser,
  changes: UserChanges,
  client: ClientInfo,
): Promise<AuthUser> {
  await countRequest(auth, "user", client.ip);
  await requireCredentialChangeAllowed(auth, { user, session }, changes);
  const email = await readNewEmail(auth.database.db, user, changes.email);
  const phone = await readNewPhone(auth, auth.database.db, user, changes.phone);
  const channel = phone === undefined ? "sms" : readChannel(changes.channel);
  const data = readMetadata(changes.data);
  const username = await readNewUsername(auth.database.db, user.id, data.username);
  // Checked before the password, so that passwords can't be guessed with requests that change nothing.
  if (username !== undefined)
    await rejectTakenName(auth.database.db, username, { userId: user.id, now: auth.clock.now() });
  if (changes.password || email !== undefined || phone !== undefined)
    await authorizeCredentialChange(auth, { user, session }, { ...changes, email, phone }, client);
  const password = changes.password ? await hashNewPassword(auth, user, changes.password, client) : undefined;
  const encryptedPassword = password?.hash;
  const renameAttempt = username === undefined ? undefined : await countRename(auth, user.id);
  if (renameAttempt?.allowed === false) throw new AuthError("over_request_rate_limit");

  const change = async (tx: Tx): Promise<AuthUser> => {
    // Lets concurrent merges both take effect. Also, while the password was being hashed, the owner may have set a new
    // one, which ended this session. The owner's password must not be replaced.
    const { user: currentUser } = await lockSessionUser(tx, { user, session });
    const metadataChanges: Metadata = username === undefined ? data : { ...data, username };
    let changedUser = await updateUserRow(tx, user.id, {
      userMetadata: mergeMetadata(currentUser.userMetadata, metadataChanges),
      updatedAt: auth.clock.now(),
      ...(encryptedPassword === undefined ? {} : { encryptedPassword, ...NO_PENDING_CHANGES }),
    });
    if (username !== undefined) await renameProfile(tx, user.id, username, auth.clock.now());
    if (encryptedPassword !== undefined) {
      await revokeOtherAccess(tx, user.id, session?.id);
      await notifyOwner(auth, tx, currentUser, { kind: "password_changed" });
      changedUser = await addEmailIdentity(tx, changedUser);
    }
    if (email !== undefined) changedUser = await beginEmailChange(auth, tx, changedUser, email, changes);
    if (phone !== undefined) changedUser = await beginPhoneChange(auth, tx, changedUser, { phone, channel });
    return presentUser(tx, changedUser);
  };
  const messages: PlannedMessage[] = [];
  if (email !== undefined)
    messages.push({ group: "email_change", keys: [user.email ?? user.id, email], quota: "sign_ups" });
  if (phone !== undefined)
    messages.push({ group: "phone_change", keys: [user.id, phone], quota: "sign_ups" });
  const updatedUser = await withSendLimits(auth, messages, client, change).catch(async (error: unknown) => {
    await renameAttempt?.refund();
    throw error;
  });
  await password?.refundAttempt();
  auth.mailer.wake();
  return updatedUser;
}

/** Lets a member who signed up with a provider also sign in by email once they have a password. */
async function addEmailIdentity(tx: Tx, user: UserRow): Promise<UserRow> {
  const { providers } = user.appMetadata;
  const hasEmailIdentity = !Array.isArray(providers) || providers.includes("email");
  if (hasEmailIdentity || user.email === null || user.emailConfirmedAt === null) return user;
  return setConfirmedAddress(tx, user, "email", user.email, user.emailConfirmedAt);
}

export const handleUpdateUser: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  if (body.app_metadata !== undefined && body.app_metadata !== null)
    throw new AuthError("not_admin", { message: "Updating app_metadata requires admin privileges" });
  const user = await updateUser(
    auth,
    c.get("bearer"),
    {
      ...readTextFields(body, "email", "phone", "password", "nonce", "channel"),
      currentPassword: readTextField(body, "current_password"),
      data: body.data,
      ...readLinkTarget(c, auth, body),
    },
    getClientInfo(c, auth),
  );
  return c.json(user);
};

export const handleGetUser: AuthHandler = async (c, auth) => {
  const { user, claims } = c.get("bearer");
  const audience = c.req.header("x-jwt-aud");
  if (audience && audience !== claims.aud)
    throw createValidationError("Token audience doesn't match request audience");
  return c.json(await presentUser(auth.database.db, user));
};
