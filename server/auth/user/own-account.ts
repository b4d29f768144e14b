import type { Viewer } from "#core/accounts/member.ts";
import type { AccountDeletion, AccountOverview, OwnSession } from "#core/accounts/own-account.ts";
import type { Proof, ProofAsked } from "#core/accounts/proof.ts";
import type { AuthContext, From } from "../context.ts";
import { renameOwnFactor } from "../factor/rename-factor.ts";
import { endOtherSessions, endOwnSession, listOwnSessions } from "../session/own-sessions.ts";
import { describeProof, signInAgain } from "../session/sign-in-again.ts";
import type { PasswordChange } from "./change-password.ts";
import { deleteAccount, sendDeletionCode } from "./delete-account.ts";
import { finishSoon } from "./departures.ts";
import { describeAccount } from "./describe-account.ts";
import { exportAccount } from "./export-account.ts";
import { bearerOf } from "./own-bearer.ts";
import { cancelOwnEmailChange, resendOwnEmailChange } from "./own-email-change.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { type Renamed, renameMember } from "./rename-member.ts";
import { updateUser } from "./update-user.ts";

/**
 * What the settings do with a member's own account. Each throws AppError("not_signed_in") for a visitor and for a
 * session that has ended; what else, its file says.
 */
export interface OwnAccount {
  describe(viewer: Viewer): Promise<AccountOverview>;
  rename(viewer: Viewer, username: string): Promise<Renamed>;
  /** Address and password, as PUT /user changes them; for forms without script. */
  change(viewer: Viewer, changes: PasswordChange, from: From): Promise<void>;
  /** Mails the code that a new password may take. */
  mailPasswordCode(viewer: Viewer, from: From): Promise<void>;
  resendEmailChange(viewer: Viewer, from: From): Promise<void>;
  cancelEmailChange(viewer: Viewer): Promise<void>;
  renameFactor(viewer: Viewer, factorId: string, name: string): Promise<void>;
  listSessions(viewer: Viewer): Promise<OwnSession[]>;
  endSession(viewer: Viewer, id: string): Promise<void>;
  endOtherSessions(viewer: Viewer): Promise<void>;
  exportAccount(viewer: Viewer): ReturnType<typeof exportAccount>;
  sendDeletionCode(viewer: Viewer, from: From): Promise<void>;
  /** What the member shows to prove once more who asks, and the mail with a code where that is one. */
  describeProof(viewer: Viewer): Promise<ProofAsked>;
  sendProofCode(viewer: Viewer, from: From): Promise<void>;
  /** Proves it in place: the session stays, and counts as fresh (session/require-fresh.ts). */
  signInAgain(viewer: Viewer, proof: Proof, from: From): Promise<void>;
  /** Resolves once the account is closed; the rest of its deletion goes on behind. */
  deleteAccount(viewer: Viewer, deletion: AccountDeletion, from: From): Promise<void>;
}

export function createOwnAccount(auth: AuthContext): OwnAccount {
  // Where the links of the mails lead in the end.
  const redirectTo = `${auth.config.publicUrl}/auth/landing?for=email-change`;
  return {
    describe: (viewer) => describeAccount(auth, viewer),
    rename: (viewer, username) => renameMember(auth, viewer, username),
    change: async (viewer, changes, from) => {
      await updateUser(auth, await bearerOf(auth, viewer), { ...changes, redirectTo }, from);
    },
    mailPasswordCode: async (viewer, from) => reauthenticate(auth, await bearerOf(auth, viewer), from),
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
      if (viewer) await finishSoon(auth, viewer.id);
    },
  };
}
