import { backPath } from "#web/shell/back-path.ts";
import { CONTENT_KINDS, readContentKind } from "./content/content-address.ts";
import { ADMIN_TABS, readAdminTab } from "./tabs.ts";

/** The admin screens by depth. A screen leads back only to one of lesser depth, or to a tab (depth 0). */
const SCREENS: readonly { readonly path: RegExp; readonly depth: number; readonly name: string }[] = [
  { path: /^\/admin\/newsletter$/, depth: 1, name: "Newsletter" },
  { path: /^\/admin\/reports\/[^/]+$/, depth: 1, name: "the report" },
  { path: /^\/admin\/outbox$/, depth: 2, name: "Outbox" },
  { path: /^\/admin\/users\/[^/]+$/, depth: 2, name: "the user" },
  { path: /^\/admin\/(outbox|content\/[^/]+)\/[^/]+$/, depth: 3, name: "" },
];

const findScreen = (address: string) => {
  const [path = "", search = ""] = address.split("?");
  return path === "/admin"
    ? { depth: 0, name: nameOfTab(new URLSearchParams(search)) }
    : SCREENS.find((screen) => screen.path.test(path));
};

function nameOfTab(params: URLSearchParams): string {
  const tab = readAdminTab(params);
  const [named, values] = tab === "content" ? [readContentKind(params), CONTENT_KINDS] : [tab, ADMIN_TABS];
  return values.find(({ value }) => value === named)?.label ?? "";
}

/** A screen's name in a back link. */
export const getScreenName = (address: string): string => findScreen(address)?.name ?? "";

/**
 * The admin screen this one was opened from, with its search and filters. Null when it was opened from another
 * page, from itself or from a deeper screen.
 */
export function findPreviousScreen(request: Request, { pathname }: URL): string | null {
  const from = backPath(request, "");
  const before = findScreen(from);
  const own = findScreen(pathname);
  return before && own && before.depth < own.depth ? from : null;
}
