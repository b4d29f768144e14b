import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import type { App } from "#server/app.ts";
import { operation } from "#web/operation.ts";
import { createSignInLink } from "#web/page/sign-in-link.ts";
import { identityContext } from "#web/server-context.ts";

type Context = Readonly<RouterContextProvider>;

/** Whether this request submits a form. Visitors who submit one aren't redirected, because they would lose their input. */
const isFormSubmission = createContext(false);

/** Middleware of guarded routes: redirects visitors to /auth, which returns them to the page after signing in. */
export const accessGuard: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") context.set(isFormSubmission, true);
  else sendVisitorToSignIn(context, url);
  return next();
};

/**
 * Runs a guarded route's loader for members, as an operation. Returns null if the browser has to refresh the session
 * first, or if the session has ended and the request submits a form, whose response is still rendered. Every guarded
 * route needs a loader that calls this: the client chooses which loaders run, and the middleware only runs if a loader
 * does.
 */
export async function loadForMember<T>(
  context: Context,
  url: URL,
  load: (app: App, viewer: Viewer) => Promise<T>,
): Promise<T | null> {
  sendVisitorToSignIn(context, url);
  return context.get(identityContext).state === "member" ? operation(context, load) : null;
}

function sendVisitorToSignIn(context: Context, url: URL): void {
  if (context.get(identityContext).state !== "visitor" || context.get(isFormSubmission)) return;
  throw redirect(createSignInLink(url.pathname + url.search).to);
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
