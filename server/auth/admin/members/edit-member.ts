import { parseBio } from "#core/accounts/bio.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { notifyAdminAction } from "#server/notifications/index.ts";
import { checkUsername, editProfile, renameProfile } from "#server/profiles/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { updateUserRow } from "../../user/store-user.ts";
import { authorizeAction, lockMember, type WithReason } from "./lock-member.ts";

interface MemberEdit extends WithReason {
  readonly username: string;
  readonly bio: string;
  readonly isVerified: boolean;
}

/**
 * Changes a member's public profile: name, bio and badge. Unchanged fields are not logged. A rename removes
 * the badge, because it was given to the old name. Throws AuthError: username_invalid, username_taken.
 */
export async function editMember(auth: AuthDeps, viewer: Viewer, id: string, edit: MemberEdit) {
  const { actor, reason } = await authorizeAction(auth, viewer, id, edit, { allowsSelf: true });
  const parsed = parseBio(edit.bio);
  if ("problem" in parsed) throw new AppError("invalid_input", { fields: { bio: parsed.problem } });
  const { bio } = parsed;
  await auth.database.db.transaction(async (tx) => {
    const { user, profile, record } = await lockMember(auth, tx, actor, id);
    if (!profile) throw new AppError("member_not_found");
    // An unchanged name may predate the current rules.
    const username =
      edit.username.trim() === profile.username ? profile.username : checkUsername(edit.username);
    const before: Record<string, unknown> = {};
    const after: Record<string, unknown> = {};
    let { isVerified } = edit;
    const now = auth.clock.now();
    if (username !== profile.username) {
      if ((await renameProfile(tx, id, username, now)).lostBadge) isVerified = false;
      await updateUserRow(tx, id, { userMetadata: { ...user.userMetadata, username }, updatedAt: now });
      before.name = profile.username;
      after.name = username;
    }
    if (bio !== profile.bio) {
      before.bio = profile.bio;
      after.bio = bio;
    }
    await editProfile(tx, id, { bio, isVerified });
    const notice = { memberId: id, actorId: actor.id, reason, now };
    if (Object.keys(after).length > 0) {
      await record({ action: "member.edit", reason, before, after });
      await notifyAdminAction(tx, { ...notice, action: "member.edit" });
    }
    if (isVerified !== profile.isVerified) {
      await record({
        action: "member.verify",
        reason,
        before: { verified: profile.isVerified },
        after: { verified: isVerified },
      });
      await notifyAdminAction(tx, { ...notice, action: isVerified ? "member.verify" : "member.unverify" });
    }
  });
}
