import type { Viewer } from "#core/accounts/member.ts";
import type { MemberListQuery, MemberPage } from "#core/admin/members.ts";
import type { AuthContext } from "../../context.ts";
import { listMembers } from "./list-members.ts";

/** What administrators do with members. Each throws AppError not_signed_in or access_denied for others; what else, its file says. */
export interface MemberAdministration {
  list(viewer: Viewer, query: MemberListQuery): Promise<MemberPage>;
}

export function createMemberAdministration(auth: AuthContext): MemberAdministration {
  return {
    list: (viewer, query) => listMembers(auth, viewer, query),
  };
}
