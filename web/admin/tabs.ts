/** The tabs of /admin, in the specification's order, each where the address says `?tab=`. */
export const ADMIN_TABS = [
  { value: "users", label: "Users" },
  { value: "content", label: "Content" },
  { value: "reports", label: "Reports" },
  { value: "analytics", label: "Analytics" },
  { value: "settings", label: "Settings" },
  { value: "log", label: "Audit log" },
] as const satisfies readonly { readonly value: string; readonly label: string }[];
export type AdminTab = (typeof ADMIN_TABS)[number]["value"];

/** The tab that an address asks for; the first where it asks for none. */
export const readAdminTab = (params: URLSearchParams): AdminTab =>
  ADMIN_TABS.find(({ value }) => value === params.get("tab"))?.value ?? "users";

/** The address of a tab, with what else it says. */
export function adminHref(tab: AdminTab, others = new URLSearchParams()): string {
  const params = new URLSearchParams(tab === "users" ? {} : { tab });
  for (const [name, value] of others) params.append(name, value);
  return params.size > 0 ? `/admin?${params}` : "/admin";
}
