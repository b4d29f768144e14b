import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { identityContext } from "#web/server-context.ts";

type Context = Readonly<RouterContextProvider>;

/** Whether this request is a form being answered: then nobody is sent away, and what was typed comes back. */
const answersForm = createContext(false);

/** The access guard, as the middleware of a guarded route: a visitor goes to /auth and comes back from there. */
export const accessGuard: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") context.set(answersForm, true);
  else sendVisitorToSignIn(context, url);
  return next();
};

/**
 * What a guarded route's loader gives: `load`'s answer for a member; null while the browser must first refresh the
 * session, or when a form's answer is shown to somebody whose session ended meanwhile. Every guarded route needs a
 * loader, and through it: the client chooses which loaders run, and without one no middleware does.
 */
export async function loadForMember<T>(
  context: Context,
  url: URL,
  load: () => Promise<T>,
): Promise<T | null> {
  sendVisitorToSignIn(context, url);
  return context.get(identityContext).state === "member" ? load() : null;
}

function sendVisitorToSignIn(context: Context, url: URL): void {
  if (context.get(identityContext).state !== "visitor" || context.get(answersForm)) return;
  throw redirect(`/auth?next=${encodeURIComponent(url.pathname + url.search)}`);
}

/** Stands in a guarded page's place until the session is refreshed; the root then has the page loaded anew. */
export function GuardLoading() {
  return (
    <div className="py-24 text-center text-muted">
      <p role="status">Loading...</p>
      <noscript>
        <form method="post" action="/sign-out" className="mt-4">
          <p>Your session has expired, and renewing it needs JavaScript.</p>
          <button type="submit" className="mt-2 font-semibold text-accent underline">
            Sign out, to sign in again
          </button>
        </form>
      </noscript>
    </div>
  );
}
