import { redirect } from "react-router";
import { createDensityCookie, isDensity } from "#web/forum/density.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import { getForm } from "#web/server-context.ts";
import type { Route } from "./+types/density";

export async function action({ request, context }: Route.ActionArgs) {
  const density = getForm(context).get("density");
  return redirect(
    getReferrerPath(request, "/forum"),
    isDensity(density) ? { headers: { "Set-Cookie": createDensityCookie(density) } } : {},
  );
}

export function loader() {
  return redirect("/forum");
}
