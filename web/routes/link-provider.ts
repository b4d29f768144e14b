import { redirect } from "react-router";
import { describeRefusal } from "#web/account/refused-provider.ts";
import { operation } from "#web/operation.ts";
import { appContext, edgeContext } from "#web/server-context.ts";
import { accessGuard, loadForMember } from "#web/shell/guard.tsx";
import type { Route } from "./+types/link-provider";

const SETTINGS = "/settings/security";

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

/** Sends the browser to a provider's sign-in page, to link an account there. The token proves who wants it. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { address: ip, userAgent } = context.get(edgeContext).client();
  const token = url.searchParams.get("token") ?? "";
  const response = await loadForMember(context, url, async () => {
    try {
      const started = await operation(context, (app, viewer) =>
        app.auth.account.startLinking(viewer, { provider: params.provider, token }, { ip, userAgent }),
      );
      const headers = new Headers({ "Cache-Control": "no-store" });
      for (const cookie of started.cookies) headers.append("Set-Cookie", cookie);
      return redirect(started.url, { headers });
    } catch (error) {
      const { auth } = context.get(appContext);
      // A form's response can't lead to another site, so the member follows the link again afterwards.
      if (auth.toRefusal(error)?.code === "reauthentication_needed")
        return redirect(`/settings/confirm?${new URLSearchParams({ next: SETTINGS })}`);
      return describeRefusal(auth, error, SETTINGS);
    }
  });
  return response ?? redirect(SETTINGS);
}
