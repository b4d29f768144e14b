import { redirect } from "react-router";
import { describeRefusal } from "#web/account/refused-provider.ts";
import { appContext, edgeContext } from "#web/server-context.ts";
import { getSafePath } from "#web/shell/same-site-path.ts";
import type { Route } from "./+types/sign-in-with-provider";

/** Sends the browser to a provider's sign-in page, unless another site's link leads here: no one signs in by accident. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const next = getSafePath(url.searchParams.get("next"));
  const site = request.headers.get("Sec-Fetch-Site") ?? "same-origin";
  if (site !== "same-origin" && site !== "none") return redirect(`/auth?${new URLSearchParams({ next })}`);
  const { auth } = context.get(appContext);
  const { address: ip, userAgent } = context.get(edgeContext).client();
  try {
    const started = await auth.startProviderSignIn({ provider: params.provider, next }, { ip, userAgent });
    const headers = new Headers({ "Cache-Control": "no-store" });
    for (const cookie of started.cookies) headers.append("Set-Cookie", cookie);
    return redirect(started.url, { headers });
  } catch (error) {
    return describeRefusal(auth, error, next);
  }
}
