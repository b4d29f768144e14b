import { redirect } from "react-router";
import { finishSignIn } from "#web/account/finish-sign-in.ts";
import { describeRefusal, redirectToRefusal } from "#web/account/refused-provider.ts";
import { appContext, edgeContext } from "#web/server-context.ts";
import { getSafePath } from "#web/shell/same-site-path.ts";
import type { Route } from "./+types/finish-sign-in";

/** Receives the browser back from a provider: with a code, an error, or neither after linking an account. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const next = getSafePath(url.searchParams.get("next"));
  const { auth } = context.get(appContext);
  const errorCode = url.searchParams.get("error_code");
  if (errorCode) return redirectToRefusal(errorCode, next);
  const code = url.searchParams.get("code");
  if (!code) return redirect(next);
  const { address: ip, userAgent } = context.get(edgeContext).client();
  try {
    const cookies = request.headers.get("Cookie");
    const session = await auth.completeProviderSignIn({ code, cookies }, { ip, userAgent });
    const response = await finishSignIn(context, session, { to: next, notice: "welcome-back", next });
    response.headers.append("Set-Cookie", auth.clearProviderSignIn);
    return response;
  } catch (error) {
    return describeRefusal(auth, error, next);
  }
}
