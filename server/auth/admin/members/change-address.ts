import { and, eq, ne } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireViewerStepUp } from "../../session/require-viewer-step-up.ts";
import { oneTimeTokens, users } from "../../tables.ts";
import { syncIdentities } from "../sync-identities.ts";
import { lockMember, rejectSelf } from "./lock-member.ts";
import { parseReason } from "./member-input.ts";

/**
 * Changes a member's email address immediately, without confirmation: the administrator vouches for it.
 * Invalidates pending codes and notifies both addresses. Throws AppError: not_signed_in, access_denied,
 * step_up_required, member_not_found, cannot_target_self, invalid_input (with fields); AuthError: email_exists,
 * user_sso_managed.
 */
export async function changeAddress(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: { readonly email: string; readonly reason: string },
): Promise<void> {
  requireAdmin(viewer);
  await requireViewerStepUp(auth, viewer);
  rejectSelf(viewer, id);
  const reason = parseReason(input.reason);
  const parsed = parseEmail(input.email);
  if ("problem" in parsed) throw new AppError("invalid_input", { fields: { email: parsed.problem } });
  const { email } = parsed;
  await auth.database.db.transaction(async (tx) => {
    const { user, target } = await lockMember(auth, tx, viewer, id);
    if (user.isSsoUser) throw new AuthError("user_sso_managed");
    if (user.email === email && user.emailConfirmedAt !== null) return;
    const [other] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), ne(users.id, id)));
    if (other) throw new AuthError("email_exists");
    const now = auth.clock.now();
    const [changed] = await tx
      .update(users)
      .set({
        email,
        emailConfirmedAt: now,
        isAnonymous: false,
        newEmail: null,
        emailChangeConfirmedSide: null,
        emailChangeSentAt: null,
        updatedAt: now,
      })
      .where(eq(users.id, id))
      .returning();
    if (!changed) throw new AppError("member_not_found");
    await syncIdentities(tx, changed, now);
    await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, id));
    for (const to of new Set([user.email ?? email, email]))
      await auth.mailer.queue(tx, { kind: "address_changed", to, newAddress: email });
    await recordAuditEvent(tx, viewer, {
      action: "member.email",
      target,
      reason,
      before: { email: user.email },
      after: { email },
    });
  });
  auth.mailer.wake();
}
