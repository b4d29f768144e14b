import { parseBio } from "#core/accounts/bio.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { checkUsername, editProfile, renameProfile } from "#server/profiles/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { updateUserRow } from "../../user/store-user.ts";
import { changeMember, type WithReason } from "./change-member.ts";
import { createInputError } from "./member-input.ts";

interface MemberEdit extends WithReason {
  readonly username: string;
  readonly bio: string;
  readonly isVerified: boolean;
}

/**
 * Changes a member's public profile: name, bio and badge. Unchanged fields are not logged. A rename removes
 * the badge, because it was given to the old name. Throws AuthError: username_invalid, username_taken.
 */
export function editMember(auth: AuthDeps, viewer: Viewer, id: string, input: MemberEdit) {
  const action = { id, input, allowsSelf: true };
  return changeMember(auth, viewer, action, async (tx, { user, profile, record, notify, now }) => {
    const parsed = parseBio(input.bio);
    if ("problem" in parsed) throw createInputError({ bio: parsed.problem });
    const { bio } = parsed;
    if (!profile) throw new AppError("member_not_found");
    // An unchanged name may predate the current rules.
    const username =
      input.username.trim() === profile.username ? profile.username : checkUsername(input.username);
    const before: Record<string, unknown> = {};
    const after: Record<string, unknown> = {};
    let { isVerified } = input;
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
    if (Object.keys(after).length > 0) {
      await record({ action: "member.edit", before, after });
      await notify("member.edit");
    }
    if (isVerified !== profile.isVerified) {
      const [verifiedBefore, verifiedAfter] = [{ verified: profile.isVerified }, { verified: isVerified }];
      await record({ action: "member.verify", before: verifiedBefore, after: verifiedAfter });
      await notify(isVerified ? "member.verify" : "member.unverify");
    }
  });
}
