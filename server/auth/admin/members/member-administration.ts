import type { Viewer } from "#core/accounts/member.ts";
import type { MemberListQuery, MemberPage, MemberRecord } from "#core/admin/members.ts";
import type { AuthDeps } from "../../deps.ts";
import { addMemberNote } from "./add-member-note.ts";
import { changeAddress } from "./change-address.ts";
import { changeRole } from "./change-role.ts";
import { deleteMember, type MemberDeletion } from "./delete-member.ts";
import { editMember, type MemberEdit } from "./edit-member.ts";
import { endSuspension } from "./end-suspension.ts";
import { listMembers } from "./list-members.ts";
import { resetFactors } from "./reset-factors.ts";
import { showMember } from "./show-member.ts";
import { signOutMember } from "./sign-out-member.ts";
import { suspendMember } from "./suspend-member.ts";

type WithReason = { readonly why: string };

/**
 * Admin actions on members. All throw AppError not_signed_in or access_denied for other users; each file
 * lists its further errors.
 */
export interface MemberAdministration {
  list(viewer: Viewer, query: MemberListQuery): Promise<MemberPage>;
  show(viewer: Viewer, id: string): Promise<MemberRecord>;
  edit(viewer: Viewer, id: string, edit: MemberEdit): Promise<void>;
  changeRole(viewer: Viewer, id: string, given: WithReason & { readonly role: string }): Promise<void>;
  changeAddress(viewer: Viewer, id: string, given: WithReason & { readonly email: string }): Promise<void>;
  suspend(viewer: Viewer, id: string, given: WithReason & { readonly term: string }): Promise<void>;
  endSuspension(viewer: Viewer, id: string, given: WithReason): Promise<void>;
  signOut(viewer: Viewer, id: string, given: WithReason): Promise<void>;
  resetFactors(viewer: Viewer, id: string, given: WithReason): Promise<void>;
  note(viewer: Viewer, id: string, given: { readonly note: string }): Promise<void>;
  delete(viewer: Viewer, id: string, given: MemberDeletion): Promise<void>;
}

export function createMemberAdministration(auth: AuthDeps): MemberAdministration {
  return {
    list: (viewer, query) => listMembers(auth, viewer, query),
    show: (viewer, id) => showMember(auth, viewer, id),
    edit: (viewer, id, edit) => editMember(auth, viewer, id, edit),
    changeRole: (viewer, id, given) => changeRole(auth, viewer, id, given),
    changeAddress: (viewer, id, given) => changeAddress(auth, viewer, id, given),
    suspend: (viewer, id, given) => suspendMember(auth, viewer, id, given),
    endSuspension: (viewer, id, given) => endSuspension(auth, viewer, id, given),
    signOut: (viewer, id, given) => signOutMember(auth, viewer, id, given),
    resetFactors: (viewer, id, given) => resetFactors(auth, viewer, id, given),
    note: (viewer, id, given) => addMemberNote(auth, viewer, id, given),
    delete: (viewer, id, given) => deleteMember(auth, viewer, id, given),
  };
}
