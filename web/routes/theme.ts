import { redirect } from "react-router";
import { handleForm } from "#web/forms/handle-intent.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import { createThemeCookie, isTheme } from "#web/page/theme.ts";
import type { Route } from "./+types/theme";

export const action = (args: Route.ActionArgs) =>
  handleForm(args, ({ request, text }) => {
    const theme = text("theme");
    return redirect(
      getReferrerPath(request),
      isTheme(theme) ? { headers: { "Set-Cookie": createThemeCookie(theme) } } : {},
    );
  });

export const loader = () => redirect("/");
