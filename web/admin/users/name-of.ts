import type { ListedMember } from "#core/admin/members.ts";

/** What an account is called where it may have no name yet. */
export const nameOf = ({ username, email }: Pick<ListedMember, "username" | "email">) =>
  username || email || "Somebody without a name";
