import { redirect } from "react-router";
import { isDataRequest } from "#web/forms/data-request.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { attempt } from "#web/operation.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import type { Route } from "./+types/welcome";

export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    "": async ({ request, context }) => {
      await attempt(context, (app, viewer) => app.auth.account.dismissWelcome(viewer));
      return isDataRequest(request) ? null : redirect(getReferrerPath(request));
    },
  });

export const loader = () => redirect("/");
