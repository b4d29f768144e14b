import { eq } from "drizzle-orm";
import { parseBio } from "#core/accounts/bio.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { notifyAdminAction } from "#server/notifications/index.ts";
import { checkUsername, editProfile, renameProfile } from "#server/profiles/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireViewerStepUp } from "../../session/require-viewer-step-up.ts";
import { users } from "../../tables.ts";
import { lockMember } from "./lock-member.ts";
import { parseReason } from "./member-input.ts";

export interface MemberEdit {
  readonly username: string;
  readonly bio: string;
  readonly isVerified: boolean;
  readonly reason: string;
}

/**
 * Changes a member's public profile: name, bio and badge. Unchanged fields are not logged. A rename removes
 * the badge, because it was given to the old name. Throws AppError: not_signed_in, access_denied,
 * step_up_required, member_not_found, invalid_input (with fields); AuthError: username_invalid, username_taken.
 */
export async function editMember(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  edit: MemberEdit,
): Promise<void> {
  requireAdmin(viewer);
  await requireViewerStepUp(auth, viewer);
  const reason = parseReason(edit.reason);
  const parsed = parseBio(edit.bio);
  if ("problem" in parsed) throw new AppError("invalid_input", { fields: { bio: parsed.problem } });
  const { bio } = parsed;
  await auth.database.db.transaction(async (tx) => {
    const { user, profile, target } = await lockMember(auth, tx, viewer, id);
    if (!profile) throw new AppError("member_not_found");
    // An unchanged name may predate the current rules.
    const username =
      edit.username.trim() === profile.username ? profile.username : checkUsername(edit.username);
    const before: Record<string, unknown> = {};
    const after: Record<string, unknown> = {};
    let { isVerified } = edit;
    if (username !== profile.username) {
      const now = auth.clock.now();
      if ((await renameProfile(tx, id, username, now)).lostBadge) isVerified = false;
      await tx
        .update(users)
        .set({ userMetadata: { ...user.userMetadata, username }, updatedAt: now })
        .where(eq(users.id, id));
      Object.assign(before, { name: profile.username });
      Object.assign(after, { name: username });
    }
    if (bio !== profile.bio) {
      Object.assign(before, { bio: profile.bio });
      Object.assign(after, { bio });
    }
    await editProfile(tx, id, { bio, isVerified });
    const notice = { memberId: id, actorId: viewer.id, reason, now: auth.clock.now() };
    if (Object.keys(after).length > 0) {
      await recordAuditEvent(tx, viewer, {
        action: "member.edit",
        target,
        reason,
        before,
        after,
      });
      await notifyAdminAction(tx, { ...notice, action: "member.edit" });
    }
    if (isVerified !== profile.isVerified) {
      await recordAuditEvent(tx, viewer, {
        action: "member.verify",
        target,
        reason,
        before: { verified: profile.isVerified },
        after: { verified: isVerified },
      });
      await notifyAdminAction(tx, { ...notice, action: isVerified ? "member.verify" : "member.unverify" });
    }
  });
}
