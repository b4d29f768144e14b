import { bindOperations } from "#server/platform/bind-operations.ts";
import type { AuthDeps } from "../../deps.ts";
import { getMember } from "./get-member.ts";
import { listMembers } from "./list-members.ts";
import {
  addMemberNote,
  changeAddress,
  changeRole,
  deleteMember,
  editMember,
  resetFactors,
  signOutMember,
} from "./member-actions.ts";
import { endSuspension, suspendMember } from "./suspend-member.ts";

/**
 * Admin actions on members. All throw AppError: not_signed_in, access_denied. Those for one member throw
 * member_not_found, and those that change an account throw step_up_required and invalid_input (with fields). Each
 * action lists its other errors.
 */
export const createMemberAdministration = (auth: AuthDeps) =>
  bindOperations(auth, {
    list: listMembers,
    get: getMember,
    edit: editMember,
    changeRole,
    changeAddress,
    suspend: suspendMember,
    endSuspension,
    signOut: signOutMember,
    resetFactors,
    addNote: addMemberNote,
    delete: deleteMember,
  });
