import type { ListedMember } from "#core/admin/members.ts";

/** The username, or a fallback for an account without one. */
export const getMemberName = ({ username, email }: Pick<ListedMember, "username" | "email">) =>
  username || email || "Unnamed user";
