import { bindOperations } from "#server/platform/bind-operations.ts";
import type { AuthDeps } from "../../deps.ts";
import { addMemberNote } from "./add-member-note.ts";
import { changeAddress } from "./change-address.ts";
import { changeRole } from "./change-role.ts";
import { deleteMember } from "./delete-member.ts";
import { editMember } from "./edit-member.ts";
import { endSuspension } from "./end-suspension.ts";
import { getMember } from "./get-member.ts";
import { listMembers } from "./list-members.ts";
import { resetFactors } from "./reset-factors.ts";
import { signOutMember } from "./sign-out-member.ts";
import { suspendMember } from "./suspend-member.ts";

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
