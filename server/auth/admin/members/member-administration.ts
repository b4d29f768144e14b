import type { Viewer } from "#core/accounts/member.ts";
import type { MemberListQuery, MemberPage, MemberRecord } from "#core/admin/members.ts";
import type { AuthDeps } from "../../deps.ts";
import { addMemberNote } from "./add-member-note.ts";
import { changeAddress } from "./change-address.ts";
import { changeRole } from "./change-role.ts";
import { deleteMember, type MemberDeletion } from "./delete-member.ts";
import { editMember, type MemberEdit } from "./edit-member.ts";
import { endSuspension } from "./end-suspension.ts";
import { getMember } from "./get-member.ts";
import { listMembers } from "./list-members.ts";
import { resetFactors } from "./reset-factors.ts";
import { signOutMember } from "./sign-out-member.ts";
import { suspendMember } from "./suspend-member.ts";

type WithReason = { readonly reason: string };

/**
 * Admin actions on members. All throw AppError not_signed_in or access_denied for other users; each action's
 * file lists its other errors.
 */
export interface MemberAdministration {
  list(viewer: Viewer, query: MemberListQuery): Promise<MemberPage>;
  get(viewer: Viewer, id: string): Promise<MemberRecord>;
  edit(viewer: Viewer, id: string, edit: MemberEdit): Promise<void>;
  changeRole(viewer: Viewer, id: string, input: WithReason & { readonly role: string }): Promise<void>;
  changeAddress(viewer: Viewer, id: string, input: WithReason & { readonly email: string }): Promise<void>;
  suspend(viewer: Viewer, id: string, input: WithReason & { readonly term: string }): Promise<void>;
  endSuspension(viewer: Viewer, id: string, input: WithReason): Promise<void>;
  signOut(viewer: Viewer, id: string, input: WithReason): Promise<void>;
  resetFactors(viewer: Viewer, id: string, input: WithReason): Promise<void>;
  addNote(viewer: Viewer, id: string, input: { readonly note: string }): Promise<void>;
  delete(viewer: Viewer, id: string, input: MemberDeletion): Promise<void>;
}

export function createMemberAdministration(auth: AuthDeps): MemberAdministration {
  return {
    list: (viewer, query) => listMembers(auth, viewer, query),
    get: (viewer, id) => getMember(auth, viewer, id),
    edit: (viewer, id, edit) => editMember(auth, viewer, id, edit),
    changeRole: (viewer, id, input) => changeRole(auth, viewer, id, input),
    changeAddress: (viewer, id, input) => changeAddress(auth, viewer, id, input),
    suspend: (viewer, id, input) => suspendMember(auth, viewer, id, input),
    endSuspension: (viewer, id, input) => endSuspension(auth, viewer, id, input),
    signOut: (viewer, id, input) => signOutMember(auth, viewer, id, input),
    resetFactors: (viewer, id, input) => resetFactors(auth, viewer, id, input),
    addNote: (viewer, id, input) => addMemberNote(auth, viewer, id, input),
    delete: (viewer, id, input) => deleteMember(auth, viewer, id, input),
  };
}
