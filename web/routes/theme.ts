import { redirect } from "react-router";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import { createThemeCookie, isTheme } from "#web/page/theme.ts";
import { getForm } from "#web/server-context.ts";
import type { Route } from "./+types/theme";

export async function action({ request, context }: Route.ActionArgs) {
  const theme = getForm(context).get("theme");
  return redirect(
    getReferrerPath(request),
    isTheme(theme) ? { headers: { "Set-Cookie": createThemeCookie(theme) } } : {},
  );
}

export function loader() {
  return redirect("/");
}
