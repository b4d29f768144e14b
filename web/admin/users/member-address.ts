import { type MemberListQuery, writeMemberListAddress } from "#core/admin/members.ts";
import { adminHref } from "../tabs.ts";

export const memberListHref = (query: Partial<MemberListQuery>) =>
  adminHref("users", writeMemberListAddress(query));

/** The page of one member, or a section of it. */
export const memberPath = (id: string, part?: "edit" | "delete") =>
  `/admin/users/${id}${part ? `#${part}` : ""}`;
