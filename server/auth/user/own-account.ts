import type { Viewer } from "#core/accounts/member.ts";
import type { AccountDeletion } from "#core/accounts/own-account.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { startPageConfirmation } from "../oauth/confirm-at-provider.ts";
import { startPageLinking } from "../oauth/page-sign-in.ts";
import { renamePasskey } from "../passkeys/own-passkeys.ts";
import { removeOwnPasskey } from "../passkeys/remove-passkey.ts";
import { resendOwnPhoneCode } from "../phone/change-phone.ts";
import { confirmOwnPhone } from "../phone/confirm-phone-change.ts";
import { listOwnSignIns } from "../session/list-sign-ins.ts";
import { endOtherSessions, endOwnSession, listOwnSessions } from "../session/own-sessions.ts";
import { loadRequiredProof, stepUp } from "../session/step-up.ts";
import { renameOwnFactor } from "../two-factor/rename-factor.ts";
import { waitForDeletion } from "./account-deletions.ts";
import type { CredentialChange } from "./authorize-credential-change.ts";
import { cancelOwnChange, resendOwnEmailChange } from "./change-email.ts";
import { deleteAccount, sendProofCode } from "./delete-account.ts";
import { describeAccount } from "./describe-account.ts";
import { dismissWelcome } from "./dismiss-welcome.ts";
import { exportAccount } from "./export-account.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { renameMember } from "./rename-member.ts";
import { requireViewerSession } from "./require-viewer-session.ts";
import { unlinkIdentity } from "./unlink-identity.ts";
import { updateUser } from "./update-user.ts";

/**
 * Account settings. All methods throw AppError("not_signed_in") for visitors; each method's file lists its other
 * errors.
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
    /** Changes the email address, phone number or password like PUT /user, for forms without JavaScript. */
    async change(viewer: Viewer, changes: CredentialChange, client: ClientInfo): Promise<void> {
      await updateUser(auth, await requireViewerSession(auth, viewer), { ...changes, redirectTo }, client);
    },
    cancelEmailChange: (viewer: Viewer) => cancelOwnChange(auth, viewer, "email"),
    cancelPhoneChange: (viewer: Viewer) => cancelOwnChange(auth, viewer, "phone"),
    /** Sends the code that a new password may require. */
    sendPasswordCode: async (viewer: Viewer, client: ClientInfo) =>
      reauthenticate(auth, await requireViewerSession(auth, viewer), client),
    resendEmailChange: (viewer: Viewer, client: ClientInfo) =>
      resendOwnEmailChange(auth, viewer, redirectTo, client),
    /** Renames a passkey; an empty name clears the current one. */
    async renamePasskey(viewer: Viewer, passkeyId: string, name: string): Promise<void> {
      await renamePasskey(auth, await requireViewerSession(auth, viewer), passkeyId, name);
    },
    async removePasskey(viewer: Viewer, passkeyId: string): Promise<void> {
      await removeOwnPasskey(auth, await requireViewerSession(auth, viewer), passkeyId);
    },
    unlinkIdentity: async (viewer: Viewer, identityId: string) =>
      unlinkIdentity(auth, await requireViewerSession(auth, viewer), identityId),
    /**
     * Closes the account, then waits at most a few seconds for the cleanup, which otherwise continues in the
     * background.
     */
    async deleteAccount(viewer: Viewer, deletion: AccountDeletion, client: ClientInfo): Promise<void> {
      await deleteAccount(auth, viewer, deletion, client);
      if (viewer) await waitForDeletion(auth, viewer.id);
    },
  };
}
