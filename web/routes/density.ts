import { redirect } from "react-router";
import { handleForm } from "#web/forms/handle-intent.ts";
import { createDensityCookie, isDensity } from "#web/forum/density.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import type { Route } from "./+types/density";

export const action = (args: Route.ActionArgs) =>
  handleForm(args, ({ request, text }) => {
    const density = text("density");
    return redirect(
      getReferrerPath(request, "/forum"),
      isDensity(density) ? { headers: { "Set-Cookie": createDensityCookie(density) } } : {},
    );
  });

export const loader = () => redirect("/forum");
