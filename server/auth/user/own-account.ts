import type { Viewer } from "#core/accounts/member.ts";
import type { AccountDeletion, AccountOverview, OwnSession } from "#core/accounts/own-account.ts";
import type { Proof, RequiredProof } from "#core/accounts/proof.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { endOtherSessions, endOwnSession, listOwnSessions } from "../session/own-sessions.ts";
import { describeProof, signInAgain } from "../session/sign-in-again.ts";
import { renameOwnFactor } from "../two-factor/rename-factor.ts";
import { finishDeletionSoon } from "./account-deletions.ts";
import type { PasswordChange } from "./change-password.ts";
import { deleteAccount, sendDeletionCode } from "./delete-account.ts";
import { describeAccount } from "./describe-account.ts";
import { exportAccount } from "./export-account.ts";
import { getOwnBearer } from "./get-own-bearer.ts";
import { cancelOwnEmailChange, resendOwnEmailChange } from "./own-email-change.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { type Renamed, renameMember } from "./rename-member.ts";
import { updateUser } from "./update-user.ts";

/**
 * Account settings. All methods throw AppError("not_signed_in") for visitors and ended sessions; each file
 * lists its further errors.
 */
export interface OwnAccount {
  describe(viewer: Viewer): Promise<AccountOverview>;
  rename(viewer: Viewer, username: string): Promise<Renamed>;
  /** Changes email address and password like PUT /user, for forms without JavaScript. */
  change(viewer: Viewer, changes: PasswordChange, from: ClientInfo): Promise<void>;
  /** Emails the code that a new password may require. */
  sendPasswordCode(viewer: Viewer, from: ClientInfo): Promise<void>;
  resendEmailChange(viewer: Viewer, from: ClientInfo): Promise<void>;
  cancelEmailChange(viewer: Viewer): Promise<void>;
  renameFactor(viewer: Viewer, factorId: string, name: string): Promise<void>;
  listSessions(viewer: Viewer): Promise<OwnSession[]>;
  endSession(viewer: Viewer, id: string): Promise<void>;
  endOtherSessions(viewer: Viewer): Promise<void>;
  exportAccount(viewer: Viewer): ReturnType<typeof exportAccount>;
  sendDeletionCode(viewer: Viewer, from: ClientInfo): Promise<void>;
  /** Which proof of identity the member can give, and the email with a code if it is one. */
  describeProof(viewer: Viewer): Promise<RequiredProof>;
  sendProofCode(viewer: Viewer, from: ClientInfo): Promise<void>;
  /** Verifies it. The session remains and counts as fresh (session/require-fresh.ts). */
  signInAgain(viewer: Viewer, proof: Proof, from: ClientInfo): Promise<void>;
  /** Resolves once the account is closed; the cleanup continues in the background. */
  deleteAccount(viewer: Viewer, deletion: AccountDeletion, from: ClientInfo): Promise<void>;
}

export function createOwnAccount(auth: AuthDeps): OwnAccount {
  // Where the emailed links lead in the end.
  const redirectTo = `${auth.config.publicUrl}/auth/landing?for=email-change`;
  return {
    describe: (viewer) => describeAccount(auth, viewer),
    rename: (viewer, username) => renameMember(auth, viewer, username),
    change: async (viewer, changes, from) => {
      await updateUser(auth, await getOwnBearer(auth, viewer), { ...changes, redirectTo }, from);
    },
    sendPasswordCode: async (viewer, from) => reauthenticate(auth, await getOwnBearer(auth, viewer), from),
    resendEmailChange: (viewer, from) => resendOwnEmailChange(auth, viewer, redirectTo, from),
    cancelEmailChange: (viewer) => cancelOwnEmailChange(auth, viewer),
    renameFactor: (viewer, factorId, name) => renameOwnFactor(auth, viewer, factorId, name),
    listSessions: (viewer) => listOwnSessions(auth, viewer),
    endSession: (viewer, id) => endOwnSession(auth, viewer, id),
    endOtherSessions: (viewer) => endOtherSessions(auth, viewer),
    exportAccount: (viewer) => exportAccount(auth, viewer),
    sendDeletionCode: (viewer, from) => sendDeletionCode(auth, viewer, from),
    describeProof: (viewer) => describeProof(auth, viewer),
    sendProofCode: (viewer, from) => sendDeletionCode(auth, viewer, from),
    signInAgain: (viewer, proof, from) => signInAgain(auth, viewer, proof, from),
    deleteAccount: async (viewer, deletion, from) => {
      await deleteAccount(auth, viewer, deletion, from);
      if (viewer) await finishDeletionSoon(auth, viewer.id);
    },
  };
}
