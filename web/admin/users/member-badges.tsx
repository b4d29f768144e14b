import type { ListedMember } from "#core/admin/members.ts";
import { classNames } from "#web/ui/class-names.ts";

const BADGE = "rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap";

export function RoleBadge({ role }: Pick<ListedMember, "role">) {
  return (
    <span
      className={classNames(BADGE, role === "admin" ? "bg-accent-soft text-accent" : "bg-hover text-muted")}
    >
      {role}
    </span>
  );
}

export function StateBadge({ state }: Pick<ListedMember, "state">) {
  if (state === "active") return null;
  return (
    <span
      className={classNames(
        BADGE,
        state === "suspended" ? "bg-danger-soft text-danger" : "bg-warning-soft text-warning",
      )}
    >
      {state}
    </span>
  );
}

/** The username, or a fallback for an account without one. */
export const getMemberName = ({ username, email }: Pick<ListedMember, "username" | "email">) =>
  username || email || "Unnamed user";
