import { buildMemberListParams, type MemberListQuery } from "#core/admin/members.ts";
import { buildAdminPath } from "../tabs.ts";

export const buildMemberListPath = (query: Partial<MemberListQuery>) =>
  buildAdminPath("users", buildMemberListParams(query));

export const buildMemberPath = (id: string, section?: "edit" | "delete") =>
  `/admin/users/${id}${section ? `#${section}` : ""}`;
