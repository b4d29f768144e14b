import { redirect } from "react-router";
import { isScriptRequest } from "#web/forms/script-request.ts";
import { attempt } from "#web/operation.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import type { Route } from "./+types/welcome";

/** Dismisses the welcome of a new member. */
export async function action({ request, context }: Route.ActionArgs) {
  await attempt(context, (app, viewer) => app.auth.account.dismissWelcome(viewer));
  return isScriptRequest(request) ? null : redirect(getReferrerPath(request));
}

export function loader() {
  return redirect("/");
}
