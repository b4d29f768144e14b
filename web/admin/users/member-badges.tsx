import type { ListedMember } from "#core/admin/members.ts";
import { Badge } from "#web/ui/badge.tsx";

export function RoleBadge({ role }: Pick<ListedMember, "role">) {
  return <Badge variant={role === "admin" ? "accent" : "quiet"} label={role} />;
}

export function StateBadge({ state }: Pick<ListedMember, "state">) {
  if (state === "active") return null;
  return <Badge variant={state === "suspended" ? "danger" : "warning"} label={state} />;
}

/** The username, or a fallback for an account without one. */
export const getMemberName = ({ username, email }: Pick<ListedMember, "username" | "email">) =>
  username || email || "Unnamed user";
