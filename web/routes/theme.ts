import { redirect } from "react-router";
import { backPath } from "#web/shell/back-path.ts";
import { isTheme, themeCookie } from "#web/shell/theme.ts";
import type { Route } from "./+types/theme";

export async function action({ request }: Route.ActionArgs) {
  const theme = (await request.formData()).get("theme");
  return redirect(backPath(request), isTheme(theme) ? { headers: { "Set-Cookie": themeCookie(theme) } } : {});
}

export function loader() {
  return redirect("/");
}
