import { redirect } from "react-router";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { isScriptRequest } from "#web/forms/script-request.ts";
import { attempt } from "#web/operation.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import type { Route } from "./+types/welcome";

export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    "": async ({ request, context }) => {
      await attempt(context, (app, viewer) => app.auth.account.dismissWelcome(viewer));
      return isScriptRequest(request) ? null : redirect(getReferrerPath(request));
    },
  });

export const loader = () => redirect("/");
