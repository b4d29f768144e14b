import { sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { AccountDeletion } from "#core/accounts/own-account.ts";
import { AppError } from "#core/errors.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import { checkUsername, renameProfile } from "#server/profiles/index.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRename } from "../limits.ts";
import { startPageConfirmation } from "../oauth/confirm-at-provider.ts";
import { startPageLinking } from "../oauth/page-sign-in.ts";
import { removeOwnPasskey, renamePasskey } from "../passkeys/own-passkeys.ts";
import { confirmOwnPhone, resendOwnPhoneCode } from "../phone/change-phone.ts";
import { endOtherSessions, endOwnSession, listOwnSessions } from "../session/own-sessions.ts";
import { listOwnSignIns } from "../session/sign-ins.ts";
import { loadRequiredProof, stepUp } from "../session/step-up.ts";
import { users } from "../tables.ts";
import { renameOwnFactor } from "../two-factor/rename-factor.ts";
import { waitForDeletion } from "./account-deletions.ts";
import type { PasswordChange } from "./authorize-credential-change.ts";
import { cancelOwnChange, resendOwnEmailChange } from "./change-email.ts";
import { deleteAccount, sendProofCode } from "./delete-account.ts";
import { describeAccount } from "./describe-account.ts";
import { exportAccount } from "./export-account.ts";
import { getOwnBearer, lockOwnUser } from "./get-own-bearer.ts";
import { WELCOME_DISMISSED } from "./metadata.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { updateUserRow } from "./store-user.ts";
import { unlinkIdentity } from "./unlink-identity.ts";
import { updateUser } from "./update-user.ts";

/**
 * Renames the member in the profile and in the metadata of their tokens. `lostBadge` says whether the Verified badge,
 * which belonged to the old name, was removed. Throws AppError: not_signed_in,
 * too_many_requests; AuthError: username_invalid, username_taken.
 */
async function renameMember(auth: AuthDeps, viewer: Viewer, input: string) {
  if (!viewer) throw new AppError("not_signed_in");
  // An unchanged name may predate the current rules.
  if (input === viewer.username) return { username: input, lostBadge: false };
  const username = checkUsername(input);
  if (username === viewer.username) return { username, lostBadge: false };
  const { allowed, refund } = await countRename(auth, viewer.id);
  if (!allowed)
    throw new AppError("too_many_requests", {
      message: "You've changed your username too often. Please try again later.",
    });
  try {
    return await auth.database.db.transaction(async (tx) => {
      const user = await lockOwnUser(tx, viewer.id);
      const now = auth.clock.now();
      const { lostBadge } = await renameProfile(tx, user.id, username, now);
      await updateUserRow(tx, user.id, { userMetadata: { ...user.userMetadata, username }, updatedAt: now });
      return { username, lostBadge };
    });
  } catch (error) {
    // A rejected name doesn't count.
    if (error instanceof AuthError) await refund();
    throw error;
  }
}

/**
 * Account settings. All methods throw AppError("not_signed_in") for visitors and ended sessions; each
 * method's file lists its other errors.
 */
export function createOwnAccount(auth: AuthDeps) {
  // The final redirect target of the emailed links.
  const redirectTo = `${auth.config.publicUrl}/auth/landing?for=email-change`;
  return {
    ...bindOperations(auth, {
      describe: describeAccount,
      rename: renameMember,
      confirmPhone: confirmOwnPhone,
      resendPhoneCode: resendOwnPhoneCode,
      renameFactor: renameOwnFactor,
      startLinking: startPageLinking,
      dismissWelcome,
      listSessions: listOwnSessions,
      listSignIns: listOwnSignIns,
      endSession: endOwnSession,
      endOtherSessions,
      exportAccount,
      sendDeletionCode: sendProofCode,
      describeProof: loadRequiredProof,
      sendStepUpCode: sendProofCode,
      startConfirmation: startPageConfirmation,
      stepUp,
    }),
    /** Changes the email address, phone number and password like PUT /user, for forms without JavaScript. */
    async change(viewer: Viewer, changes: PasswordChange, client: ClientInfo): Promise<void> {
      await updateUser(auth, await getOwnBearer(auth, viewer), { ...changes, redirectTo }, client);
    },
    cancelEmailChange: (viewer: Viewer) => cancelOwnChange(auth, viewer, "email"),
    cancelPhoneChange: (viewer: Viewer) => cancelOwnChange(auth, viewer, "phone"),
    /** Emails the code that a new password may require. */
    sendPasswordCode: async (viewer: Viewer, client: ClientInfo) =>
      reauthenticate(auth, await getOwnBearer(auth, viewer), client),
    resendEmailChange: (viewer: Viewer, client: ClientInfo) =>
      resendOwnEmailChange(auth, viewer, redirectTo, client),
    /** Renames a passkey; an empty name clears the current one. */
    async renamePasskey(viewer: Viewer, passkeyId: string, name: string): Promise<void> {
      const { user } = await getOwnBearer(auth, viewer);
      await renamePasskey(auth, user.id, passkeyId, name);
    },
    async removePasskey(viewer: Viewer, passkeyId: string): Promise<void> {
      await removeOwnPasskey(auth, await getOwnBearer(auth, viewer), passkeyId);
    },
    unlinkIdentity: async (viewer: Viewer, identityId: string) =>
      unlinkIdentity(auth, await getOwnBearer(auth, viewer), identityId),
    /** Resolves once the account is closed; the cleanup continues in the background. */
    async deleteAccount(viewer: Viewer, deletion: AccountDeletion, client: ClientInfo): Promise<void> {
      await deleteAccount(auth, viewer, deletion, client);
      if (viewer) await waitForDeletion(auth, viewer.id);
    },
  };
}

/** Hides the welcome permanently, on all devices. Throws not_signed_in. */
async function dismissWelcome(auth: AuthDeps, viewer: Viewer): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  await auth.database.db
    .update(users)
    .set({ userMetadata: sql`${users.userMetadata} || jsonb_build_object(${WELCOME_DISMISSED}::text, true)` })
    .where(sql`${users.id} = ${viewer.id}::uuid and not ${users.userMetadata} ? ${WELCOME_DISMISSED}`);
}
