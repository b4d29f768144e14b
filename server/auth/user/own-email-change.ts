import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { AuthContext, From } from "../context.ts";
import { countRequest } from "../limits.ts";
import { inMailTurn } from "../mailed/mail-turns.ts";
import { clearTokens } from "../mailed/one-time-tokens.ts";
import { users } from "../tables.ts";
import { mailEmailChange } from "./change-email.ts";
import { bearerOf } from "./own-bearer.ts";

/**
 * Emails the links of a pending email change again and invalidates the earlier ones. Does nothing if no
 * change is pending. Throws AppError("not_signed_in"); AuthError: over_request_rate_limit,
 * over_email_send_rate_limit.
 */
export async function resendOwnEmailChange(
  auth: AuthContext,
  viewer: Viewer,
  redirectTo: string,
  from: From,
): Promise<void> {
  const { user } = await bearerOf(auth, viewer);
  await countRequest(auth, "resend", from.ip);
  if (user.newEmail === null) return;
  await inMailTurn(
    auth,
    { clock: "email_change", keys: [user.email ?? user.id, user.newEmail] },
    from,
    async (tx) => {
      const [held] = await tx.select().from(users).where(eq(users.id, user.id)).for("no key update");
      if (!held || held.deletedAt) throw new AppError("not_signed_in");
      if (held.newEmail !== null) await mailEmailChange(auth, tx, held, { redirectTo });
    },
  );
}

/** Cancels a pending email change and invalidates its links. Throws AppError("not_signed_in"). */
export async function cancelOwnEmailChange(auth: AuthContext, viewer: Viewer): Promise<void> {
  const { user } = await bearerOf(auth, viewer);
  await auth.database.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("no key update");
    await clearTokens(tx, user.id, ["email_change_current", "email_change_new"]);
    await tx
      .update(users)
      .set({
        newEmail: null,
        emailChangeHalf: null,
        emailChangeSentAt: null,
        updatedAt: auth.clock.now(),
      })
      .where(eq(users.id, user.id));
  });
}
