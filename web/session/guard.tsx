import { redirect } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import type { App } from "#server/app.ts";
import { operation } from "#web/operation.ts";
import { createSignInLink } from "#web/page/sign-in-link.ts";
import { edgeContext, identityContext, type RequestContext } from "#web/server-context.ts";

/**
 * Runs a guarded route's loader for members, as an operation. Redirects visitors to /auth, which returns them to the
 * page after they sign in. Visitors who submit a form aren't redirected, because they would lose their input. Returns
 * null for them, and if the browser has to refresh the session first. Every guarded route's loader must call this.
 */
export async function loadForMember<T>(
  context: RequestContext,
  url: URL,
  load: (app: App, viewer: Viewer) => Promise<T>,
): Promise<T | null> {
  const { state } = context.get(identityContext);
  if (state === "visitor" && context.get(edgeContext).form === null)
    throw redirect(createSignInLink(url.pathname + url.search).to);
  return state === "member" ? operation(context, load) : null;
}

export function GuardLoading() {
  return (
    <div className="py-24 text-center text-muted">
      <p role="status">Loading...</p>
      <noscript>
        <form method="post" action="/sign-out" className="mt-4">
          <p>Your session has expired, and refreshing it needs JavaScript.</p>
          <button type="submit" className="mt-2 font-semibold text-accent underline">
            Sign out and sign in again
          </button>
        </form>
      </noscript>
    </div>
  );
}
