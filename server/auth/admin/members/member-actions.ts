import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseBio } from "#core/accounts/bio.ts";
import { parseEmail } from "#core/accounts/email.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { CONTENT_CHOICES, MEMBER_ROLES, NOTE_MAX } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { checkUsername, editProfile, renameProfile, setRole } from "#server/profiles/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { memberNotes, oneTimeTokens, sessions } from "../../tables.ts";
import { deleteFactors } from "../../two-factor/factors.ts";
import { closeAccount, waitForDeletion } from "../../user/account-deletions.ts";
import { cancelPendingChanges } from "../../user/authorize-credential-change.ts";
import { rejectTakenAddress } from "../../user/create-account.ts";
import { NO_PENDING_CHANGE, syncIdentities, updateUserRow } from "../../user/store-user.ts";
import {
  changeMember,
  lockMember,
  parseText,
  rejectRemovingLastAdmin,
  type WithReason,
} from "./change-member.ts";

/**
 * Adds a note on a member that only administrators see. It doesn't change the account, so no fresh sign-in is
 * required. Throws AppError("invalid_input").
 */
export async function addMemberNote(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: { readonly note: string },
): Promise<void> {
  requireAdmin(viewer);
  const content = parseText(input.note, { field: "note", max: NOTE_MAX, required: "Enter a note." });
  await auth.database.db.transaction(async (tx) => {
    const { record } = await lockMember(auth, tx, viewer, id);
    const createdAt = auth.clock.now();
    await tx.insert(memberNotes).values({ memberId: id, authorName: viewer.username, content, createdAt });
    await record({ action: "member.note", after: { note: content } });
  });
}

/**
 * Changes a member's email address immediately, without confirmation: the administrator vouches for it.
 * Invalidates pending codes and notifies both addresses. Throws AppError("cannot_target_self"); AuthError:
 * email_exists, user_sso_managed.
 */
export const changeAddress = (
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: WithReason & { readonly email: string },
) =>
  changeMember(auth, viewer, { id, input }, async (tx, { user, record, now }) => {
    const parsed = parseEmail(input.email);
    if ("problem" in parsed) throw createInputError({ email: parsed.problem });
    const { email } = parsed;
    if (user.isSsoUser) throw new AuthError("user_sso_managed");
    if (user.email === email && user.emailConfirmedAt !== null) return;
    await rejectTakenAddress(tx, { email }, id);
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
    await record({ action: "member.email", before: { email: user.email }, after: { email } });
  });

/**
 * Grants or removes the admin role. Takes effect with the member's next request. Throws AppError("last_administrator").
 */
export function changeRole(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: WithReason & { readonly role: string },
) {
  const action = { id, input, allowsSelf: true, mayRemoveAdmin: true };
  return changeMember(auth, viewer, action, async (tx, { user, profile, record, notify }) => {
    const role = MEMBER_ROLES.find((known) => known === input.role);
    if (!role) throw createInputError({ role: "Choose a role." });
    // An account that never signed in has no profile, and so no role.
    if (!profile) throw new AppError("member_not_found");
    if (profile.role === role) return;
    if (role === "user") await rejectRemovingLastAdmin(auth, tx, user);
    await setRole(tx, id, role);
    await record({ action: "member.role", before: { role: profile.role }, after: { role } });
    await notify(role === "admin" ? "role.admin" : "role.user");
  });
}

interface MemberDeletion extends WithReason {
  /** What happens to posts and comments: "keep" (without an author) or "delete". */
  readonly content: string;
  /** The member's name, typed to confirm. */
  readonly confirmation: string;
}

/**
 * Deletes an account in the same way as if its member had deleted it (docs/decisions/028), with or without
 * its posts and comments. Resolves once the account is closed; the cleanup continues in the background.
 * Throws AppError: cannot_target_self, last_administrator.
 */
export async function deleteMember(auth: AuthDeps, viewer: Viewer, id: string, input: MemberDeletion) {
  const action = { id, input, mayRemoveAdmin: true };
  await changeMember(auth, viewer, action, async (tx, { user, role, name, record }) => {
    const content = CONTENT_CHOICES.find((choice) => choice === input.content);
    if (!content) throw createInputError({ content: "Choose what happens to their posts and comments." });
    if (input.confirmation.trim().normalize("NFKC") !== name)
      throw createInputError({ confirmation: `Type ${name} exactly as shown.` });
    await rejectRemovingLastAdmin(auth, tx, user);
    await closeAccount(auth, tx, user, { deletesContent: content === "delete" });
    const outcome = content === "delete" ? "deleted" : "kept without an author";
    await record({ action: "member.delete", before: { role }, after: { "posts and comments": outcome } });
  });
  await waitForDeletion(auth, id);
}

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

/**
 * Removes the two-factor authentication and recovery codes of a member who has lost them, and notifies the
 * member. Throws AppError("cannot_target_self").
 */
export const resetFactors = (auth: AuthDeps, viewer: Viewer, id: string, input: WithReason) =>
  changeMember(auth, viewer, { id, input }, async (tx, { user, record }) => {
    const factors = await deleteFactors(tx, id);
    if (factors === 0) return;
    const to = user.email ?? user.ssoEmail;
    if (to !== null) await auth.mailer.queue(tx, { kind: "factors_reset", to });
    await record({ action: "member.reset-factors", before: { factors }, after: { factors: 0 } });
  });

/** Ends all of a member's sessions. Takes effect with their next request. Throws AppError("cannot_target_self"). */
export const signOutMember = (auth: AuthDeps, viewer: Viewer, id: string, input: WithReason) =>
  changeMember(auth, viewer, { id, input }, async (tx, { record }) => {
    await cancelPendingChanges(tx, id);
    const { rowCount } = await tx.delete(sessions).where(eq(sessions.userId, id));
    await record({ action: "member.sign-out", before: { sessions: rowCount }, after: { sessions: 0 } });
  });

const createInputError = (fields: Record<string, string>) => new AppError("invalid_input", { fields });
