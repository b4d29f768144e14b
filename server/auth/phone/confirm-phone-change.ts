import { and, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { acceptToken } from "../codes/accept-token.ts";
import { matchCode } from "../codes/one-time-tokens.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countCodeAttempt, countRequest } from "../limits.ts";
import { isKnownIp } from "../session/known-devices.ts";
import { oneTimeTokens } from "../tables.ts";
import { lockOwnUser, requireViewerSession } from "../user/require-viewer-session.ts";

/**
 * Completes a pending phone change with the texted code. Throws AppError("not_signed_in"); AuthError: otp_expired,
 * phone_exists, over_request_rate_limit.
 */
export async function confirmOwnPhone(auth: AuthDeps, viewer: Viewer, code: string, client: ClientInfo) {
  const { user, session } = await requireViewerSession(auth, viewer);
  await countRequest(auth, "verify", client.ip);
  if (user.newPhone === null) throw new AuthError("otp_expired");
  const knownIp = (await isKnownIp(auth, user.id, client.ip)) ? client.ip : undefined;
  const attempt = await countCodeAttempt(auth, user.newPhone, knownIp);
  // A wrong code must be counted even though the request fails.
  const isCorrect = await auth.database.db.transaction(async (tx) => {
    const lockedUser = await lockOwnUser(tx, { user, session });
    const rows = await tx
      .select()
      .from(oneTimeTokens)
      .where(and(eq(oneTimeTokens.userId, user.id), eq(oneTimeTokens.kind, "phone_change")))
      .for("update");
    const row = await matchCode(auth, tx, rows, code.replace(/\s/g, ""));
    if (!row || row.address !== lockedUser.newPhone) return false;
    await acceptToken(auth, tx, lockedUser, row);
    return true;
  });
  if (!isCorrect) throw new AuthError("otp_expired");
  await attempt.refund();
  auth.mailer.wake();
}
