import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { recordAct } from "#server/audit/index.ts";
import type { AuthContext } from "../../context.ts";
import { dropFactors } from "../../factor/factors.ts";
import { requireFresh } from "../../session/require-fresh.ts";
import { holdMember, refuseSelf } from "./hold-member.ts";
import { readWhy } from "./member-input.ts";

/**
 * Removes the two-factor authentication and recovery codes of a member who has lost them, and notifies the
 * member. Throws AppError: not_signed_in, access_denied, sign_in_again, member_not_found, not_yourself,
 * invalid_input.
 */
export async function resetFactors(
  auth: AuthContext,
  viewer: Viewer,
  id: string,
  given: { readonly why: string },
): Promise<void> {
  requireAdmin(viewer);
  await requireFresh(auth, viewer);
  refuseSelf(viewer, id);
  const why = readWhy(given.why);
  await auth.database.db.transaction(async (tx) => {
    const { user, thing } = await holdMember(auth, tx, viewer, id);
    const dropped = await dropFactors(tx, id);
    if (dropped === 0) return;
    const to = user.email ?? user.ssoEmail;
    if (to !== null) await auth.mail.queue(tx, { kind: "factors_reset", to });
    await recordAct(tx, viewer, {
      act: "member.reset-factors",
      thing,
      why,
      before: { factors: dropped },
      after: { factors: 0 },
    });
  });
  auth.mail.wake();
}
