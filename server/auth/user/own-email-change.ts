import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { deleteTokens } from "../codes/one-time-tokens.ts";
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
  client: ClientInfo,
): Promise<void> {
  const { user } = await getOwnBearer(auth, viewer);
  await countRequest(auth, "resend", client.ip);
  if (user.newEmail === null) return;
  await withSendLimit(
    auth,
    { group: "email_change", keys: [user.email ?? user.id, user.newEmail], quota: "sign_ups" },
    client,
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
    await deleteTokens(tx, user.id, ["email_change_current", "email_change_new"]);
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
