import type { Viewer } from "#core/accounts/member.ts";
import { deleteTokens } from "../codes/one-time-tokens.ts";
import { withSendLimits } from "../codes/send-limits.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRequest } from "../limits.ts";
import { sendEmailChangeLinks } from "./change-email.ts";
import { getOwnBearer, lockOwnUser } from "./get-own-bearer.ts";
import { NO_PENDING_CHANGE, updateUserRow } from "./store-user.ts";

/**
 * Emails the links of a pending email change again, which invalidates the earlier ones. Does nothing if no change is
 * pending. Throws AppError("not_signed_in"); AuthError: over_request_rate_limit, over_email_send_rate_limit.
 */
export async function resendOwnEmailChange(
  auth: AuthDeps,
  viewer: Viewer,
  redirectTo: string,
  client: ClientInfo,
): Promise<void> {
  const { user } = await getOwnBearer(auth, viewer);
  await countRequest(auth, "resend", client.ip);
  if (user.newEmail === null) return;
  const keys = [user.email ?? user.id, user.newEmail];
  const message = { group: "email_change", keys, quota: "sign_ups" } as const;
  await withSendLimits(auth, [message], client, async (tx) => {
    const locked = await lockOwnUser(tx, user.id);
    if (locked.newEmail !== null) await sendEmailChangeLinks(auth, tx, locked, { redirectTo });
  });
}

/** Cancels a pending email change and invalidates its links. Throws AppError("not_signed_in"). */
export async function cancelOwnEmailChange(auth: AuthDeps, viewer: Viewer): Promise<void> {
  const { user } = await getOwnBearer(auth, viewer);
  await auth.database.db.transaction(async (tx) => {
    await lockOwnUser(tx, user.id);
    await deleteTokens(tx, user.id, ["email_change_current", "email_change_new"]);
    await updateUserRow(tx, user.id, { ...NO_PENDING_CHANGE.email, updatedAt: auth.clock.now() });
  });
}
