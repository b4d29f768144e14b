import type { Viewer } from "#core/accounts/member.ts";
import type {
  AccountDeletion,
  AccountOverview,
  OwnSession,
  RecentSignIn,
} from "#core/accounts/own-account.ts";
import type { Proof, RequiredProof } from "#core/accounts/proof.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { startPageConfirmation } from "../oauth/confirm-at-provider.ts";
import { type ProviderRedirect, startPageLinking } from "../oauth/page-sign-in.ts";
import { removeOwnPasskey, renamePasskey } from "../passkeys/own-passkeys.ts";
import { cancelOwnPhoneChange, confirmOwnPhone, resendOwnPhoneCode } from "../phone/own-phone-change.ts";
import { listOwnSignIns } from "../session/list-sign-ins.ts";
import { endOtherSessions, endOwnSession, listOwnSessions } from "../session/own-sessions.ts";
import { loadRequiredProof, stepUp } from "../session/step-up.ts";
import { renameOwnFactor } from "../two-factor/rename-factor.ts";
import { waitForDeletion } from "./account-deletions.ts";
import type { PasswordChange } from "./authorize-credential-change.ts";
import { deleteAccount, sendProofCode } from "./delete-account.ts";
import { describeAccount } from "./describe-account.ts";
import { dismissWelcome } from "./dismiss-welcome.ts";
import { exportAccount } from "./export-account.ts";
import { getOwnBearer } from "./get-own-bearer.ts";
import { cancelOwnEmailChange, resendOwnEmailChange } from "./own-email-change.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { type RenameResult, renameMember } from "./rename-member.ts";
import { unlinkIdentity } from "./unlink-identity.ts";
import { updateUser } from "./update-user.ts";

/**
 * Account settings. All methods throw AppError("not_signed_in") for visitors and ended sessions; each
 * method's file lists its other errors.
 */
export interface OwnAccount {
  describe(viewer: Viewer): Promise<AccountOverview>;
  rename(viewer: Viewer, username: string): Promise<RenameResult>;
  /** Changes the email address and password like PUT /user, for forms without JavaScript. */
  change(viewer: Viewer, changes: PasswordChange, client: ClientInfo): Promise<void>;
  /** Emails the code that a new password may require. */
  sendPasswordCode(viewer: Viewer, client: ClientInfo): Promise<void>;
  resendEmailChange(viewer: Viewer, client: ClientInfo): Promise<void>;
  cancelEmailChange(viewer: Viewer): Promise<void>;
  /** Completes a pending phone change with the texted code. */
  confirmPhone(viewer: Viewer, code: string, client: ClientInfo): Promise<void>;
  resendPhoneCode(viewer: Viewer, client: ClientInfo): Promise<void>;
  cancelPhoneChange(viewer: Viewer): Promise<void>;
  renameFactor(viewer: Viewer, factorId: string, name: string): Promise<void>;
  /** Renames a passkey; an empty name clears the current one. */
  renamePasskey(viewer: Viewer, passkeyId: string, name: string): Promise<void>;
  removePasskey(viewer: Viewer, passkeyId: string): Promise<void>;
  /** Returns the redirect to a provider's sign-in page, to link it. */
  startLinking(
    viewer: Viewer,
    input: { provider: string; token: string },
    client: ClientInfo,
  ): Promise<ProviderRedirect>;
  unlinkIdentity(viewer: Viewer, identityId: string): Promise<void>;
  dismissWelcome(viewer: Viewer): Promise<void>;
  listSessions(viewer: Viewer): Promise<OwnSession[]>;
  /** Lists at most 20 sign-ins of the last 90 days, newest first. */
  listSignIns(viewer: Viewer): Promise<RecentSignIn[]>;
  endSession(viewer: Viewer, id: string): Promise<void>;
  endOtherSessions(viewer: Viewer): Promise<void>;
  exportAccount(viewer: Viewer): ReturnType<typeof exportAccount>;
  sendDeletionCode(viewer: Viewer, client: ClientInfo): Promise<void>;
  /** Describes how the member can prove their identity. */
  describeProof(viewer: Viewer): Promise<RequiredProof>;
  /** Emails or texts the code, if the proof is a code. */
  sendStepUpCode(viewer: Viewer, client: ClientInfo): Promise<void>;
  /** Returns the redirect to a linked provider's sign-in page, to step up. */
  startConfirmation(
    viewer: Viewer,
    input: { provider: string; token: string; next: string },
    client: ClientInfo,
  ): Promise<ProviderRedirect>;
  /**
   * Verifies the proof. The session keeps its tokens, and from then on counts as stepped up
   * (session/require-viewer-step-up.ts).
   */
  stepUp(viewer: Viewer, proof: Proof, client: ClientInfo): Promise<void>;
  /** Resolves once the account is closed; the cleanup continues in the background. */
  deleteAccount(viewer: Viewer, deletion: AccountDeletion, client: ClientInfo): Promise<void>;
}

export function createOwnAccount(auth: AuthDeps): OwnAccount {
  // The final redirect target of the emailed links.
  const redirectTo = `${auth.config.publicUrl}/auth/landing?for=email-change`;
  return {
    describe: (viewer) => describeAccount(auth, viewer),
    rename: (viewer, username) => renameMember(auth, viewer, username),
    change: async (viewer, changes, client) => {
      await updateUser(auth, await getOwnBearer(auth, viewer), { ...changes, redirectTo }, client);
    },
    sendPasswordCode: async (viewer, client) =>
      reauthenticate(auth, await getOwnBearer(auth, viewer), client),
    resendEmailChange: (viewer, client) => resendOwnEmailChange(auth, viewer, redirectTo, client),
    cancelEmailChange: (viewer) => cancelOwnEmailChange(auth, viewer),
    confirmPhone: (viewer, code, client) => confirmOwnPhone(auth, viewer, code, client),
    resendPhoneCode: (viewer, client) => resendOwnPhoneCode(auth, viewer, client),
    cancelPhoneChange: (viewer) => cancelOwnPhoneChange(auth, viewer),
    renameFactor: (viewer, factorId, name) => renameOwnFactor(auth, viewer, factorId, name),
    renamePasskey: async (viewer, passkeyId, name) => {
      const { user } = await getOwnBearer(auth, viewer);
      await renamePasskey(auth, user.id, passkeyId, name);
    },
    removePasskey: async (viewer, passkeyId) => {
      await removeOwnPasskey(auth, await getOwnBearer(auth, viewer), passkeyId);
    },
    startLinking: (viewer, input, client) => startPageLinking(auth, viewer, input, client),
    unlinkIdentity: async (viewer, identityId) =>
      unlinkIdentity(auth, await getOwnBearer(auth, viewer), identityId),
    dismissWelcome: (viewer) => dismissWelcome(auth, viewer),
    listSessions: (viewer) => listOwnSessions(auth, viewer),
    listSignIns: (viewer) => listOwnSignIns(auth, viewer),
    endSession: (viewer, id) => endOwnSession(auth, viewer, id),
    endOtherSessions: (viewer) => endOtherSessions(auth, viewer),
    exportAccount: (viewer) => exportAccount(auth, viewer),
    sendDeletionCode: (viewer, client) => sendProofCode(auth, viewer, client),
    describeProof: (viewer) => loadRequiredProof(auth, viewer),
    sendStepUpCode: (viewer, client) => sendProofCode(auth, viewer, client),
    startConfirmation: (viewer, input, client) => startPageConfirmation(auth, viewer, input, client),
    stepUp: (viewer, proof, client) => stepUp(auth, viewer, proof, client),
    deleteAccount: async (viewer, deletion, client) => {
      await deleteAccount(auth, viewer, deletion, client);
      if (viewer) await waitForDeletion(auth, viewer.id);
    },
  };
}
