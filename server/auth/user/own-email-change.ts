import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { clearTokens } from "../codes/one-time-tokens.ts";
import { withSendLimit } from "../codes/send-limits.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRequest } from "../limits.ts";
import { users } from "../tables.ts";
import { sendEmailChangeLinks } from "./change-email.ts";
import { getOwnBearer } from "./get-own-bearer.ts";

/**
 * Emails the links of a pending email change again and invalidates the earlier ones. Does nothing if no
 * change is pending. Throws AppError("not_signed_in"); AuthError: over_request_rate_limit,
 * over_email_send_rate_limit.
 */
export async function resendOwnEmailChange(
  auth: AuthDeps,
  viewer: Viewer,
  redirectTo: string,
  from: ClientInfo,
): Promise<void> {
  const { user } = await getOwnBearer(auth, viewer);
  await countRequest(auth, "resend", from.ip);
  if (user.newEmail === null) return;
  await withSendLimit(
    auth,
    { clock: "email_change", keys: [user.email ?? user.id, user.newEmail] },
    from,
    async (tx) => {
      const [locked] = await tx.select().from(users).where(eq(users.id, user.id)).for("no key update");
      if (!locked || locked.deletedAt) throw new AppError("not_signed_in");
      if (locked.newEmail !== null) await sendEmailChangeLinks(auth, tx, locked, { redirectTo });
    },
  );
}

/** Cancels a pending email change and invalidates its links. Throws AppError("not_signed_in"). */
export async function cancelOwnEmailChange(auth: AuthDeps, viewer: Viewer): Promise<void> {
  const { user } = await getOwnBearer(auth, viewer);
  await auth.database.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("no key update");
    await clearTokens(tx, user.id, ["email_change_current", "email_change_new"]);
    await tx
      .update(users)
      .set({
        newEmail: null,
        emailChangeConfirmedSide: null,
        emailChangeSentAt: null,
        updatedAt: auth.clock.now(),
      })
      .where(eq(users.id, user.id));
  });
}
