import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { AuthDeps } from "../../deps.ts";
import { oneTimeTokens } from "../../tables.ts";
import { rejectTakenAddress } from "../../user/create-account.ts";
import { NO_PENDING_CHANGE, updateUserRow } from "../../user/store-user.ts";
import { syncIdentities } from "../sync-identities.ts";
import { authorizeAction, lockMember, type WithReason } from "./lock-member.ts";

/**
 * Changes a member's email address immediately, without confirmation: the administrator vouches for it.
 * Invalidates pending codes and notifies both addresses. Throws AppError("cannot_target_self"); AuthError:
 * email_exists, user_sso_managed.
 */
export async function changeAddress(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: WithReason & { readonly email: string },
): Promise<void> {
  const { actor, reason } = await authorizeAction(auth, viewer, id, input);
  const parsed = parseEmail(input.email);
  if ("problem" in parsed) throw new AppError("invalid_input", { fields: { email: parsed.problem } });
  const { email } = parsed;
  await auth.database.db.transaction(async (tx) => {
    const { user, record } = await lockMember(auth, tx, actor, id);
    if (user.isSsoUser) throw new AuthError("user_sso_managed");
    if (user.email === email && user.emailConfirmedAt !== null) return;
    await rejectTakenAddress(tx, { email }, id);
    const now = auth.clock.now();
    const changedUser = await updateUserRow(tx, id, {
      email,
      emailConfirmedAt: now,
      isAnonymous: false,
      ...NO_PENDING_CHANGE.email,
      updatedAt: now,
    });
    await syncIdentities(tx, changedUser, now);
    await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, id));
    for (const to of new Set([user.email ?? email, email]))
      await auth.mailer.queue(tx, { kind: "address_changed", to, newAddress: email });
    await record({ action: "member.email", reason, before: { email: user.email }, after: { email } });
  });
  auth.mailer.wake();
}
