import { getReferrerPath } from "#web/page/same-site-path.ts";
import { CONTENT_KINDS, parseContentKind } from "./content/content-paths.ts";
import { ADMIN_TABS, parseAdminTab } from "./tabs.ts";

/** The admin screens other than the tabs, which have depth 0. A screen links back only to one of lesser depth. */
const SCREENS: readonly { readonly path: RegExp; readonly depth: number; readonly name: string }[] = [
  { path: /^\/admin\/newsletter$/, depth: 1, name: "Newsletter" },
  { path: /^\/admin\/invitations$/, depth: 1, name: "Invitations" },
  { path: /^\/admin\/reports\/[^/]+$/, depth: 1, name: "the report" },
  { path: /^\/admin\/apps$/, depth: 1, name: "Apps" },
  { path: /^\/admin\/apps\/[^/]+$/, depth: 2, name: "the app" },
  { path: /^\/admin\/outbox$/, depth: 2, name: "Outbox" },
  { path: /^\/admin\/users\/[^/]+$/, depth: 2, name: "the user" },
  { path: /^\/admin\/(outbox|content\/[^/]+)\/[^/]+$/, depth: 3, name: "" },
];

const findScreen = (href: string) => {
  const [path = "", search = ""] = href.split("?");
  return path === "/admin"
    ? { depth: 0, name: getTabName(new URLSearchParams(search)) }
    : SCREENS.find((screen) => screen.path.test(path));
};

function getTabName(params: URLSearchParams): string {
  const tab = parseAdminTab(params);
  const [selectedValue, values] =
    tab === "content" ? [parseContentKind(params), CONTENT_KINDS] : [tab, ADMIN_TABS];
  return values.find(({ value }) => value === selectedValue)?.label ?? "";
}

export const getScreenName = (href: string): string => findScreen(href)?.name ?? "";

/**
 * Returns the path and query of the admin screen that this one was opened from. Null if that page isn't an admin
 * screen, or isn't at a lesser depth.
 */
export function findPreviousScreen(request: Request, { pathname }: URL): string | null {
  const from = getReferrerPath(request, "");
  const previousScreen = findScreen(from);
  const currentScreen = findScreen(pathname);
  return previousScreen && currentScreen && previousScreen.depth < currentScreen.depth ? from : null;
}
