/** The tabs of /admin (`?tab=`): those of the specification, in its order, and the audit log. */
export const ADMIN_TABS = [
  { value: "users", label: "Users" },
  { value: "content", label: "Content" },
  { value: "reports", label: "Reports" },
  { value: "analytics", label: "Analytics" },
  { value: "settings", label: "Settings" },
  { value: "log", label: "Audit log" },
] as const satisfies readonly { readonly value: string; readonly label: string }[];
export type AdminTab = (typeof ADMIN_TABS)[number]["value"];

export const parseAdminTab = (params: URLSearchParams): AdminTab =>
  ADMIN_TABS.find(({ value }) => value === params.get("tab"))?.value ?? "users";

export function buildAdminPath(tab: AdminTab, otherParams = new URLSearchParams()): string {
  const params = new URLSearchParams(tab === "users" ? {} : { tab });
  for (const [name, value] of otherParams) params.append(name, value);
  return params.size > 0 ? `/admin?${params}` : "/admin";
}
