import { redirect } from "react-router";
import { getForm } from "#web/server-context.ts";
import { backPath } from "#web/shell/back-path.ts";
import { isTheme, themeCookie } from "#web/shell/theme.ts";
import type { Route } from "./+types/theme";

export async function action({ request, context }: Route.ActionArgs) {
  const theme = getForm(context).get("theme");
  return redirect(backPath(request), isTheme(theme) ? { headers: { "Set-Cookie": themeCookie(theme) } } : {});
}

export function loader() {
  return redirect("/");
}
