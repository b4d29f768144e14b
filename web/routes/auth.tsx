import { data, redirect, useNavigate, useRouteLoaderData } from "react-router";
import { encodeSessionCookies, sessionCookieValue } from "#core/accounts/session-cookie.ts";
import { LOGIN_FAILED, REGISTRATION_FAILED } from "#core/messages.ts";
import { type SignInFailure, SignInForm } from "#web/account/sign-in-form.tsx";
import { appContext, edgeContext, identityContext } from "#web/server-context.ts";
import { safePath } from "#web/shell/back-path.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import type { Route } from "./+types/auth";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Sign in", path: location.pathname, index: false });

export function loader({ context, url }: Route.LoaderArgs) {
  const next = safePath(url.searchParams.get("next"));
  if (context.get(identityContext).state === "member") throw redirect(next);
  return {
    next,
    tab: url.searchParams.get("tab") === "register" ? ("register" as const) : ("login" as const),
  };
}

/** Login and registration without script: the same operations, the session in the same cookie. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const tab = form.get("intent") === "register" ? "register" : "login";
  const email = text("email");
  const username = text("username");
  const { auth } = context.get(appContext);
  const edge = context.get(edgeContext);
  const from = { ip: edge.clientAddress, userAgent: edge.userAgent };
  try {
    const session =
      tab === "login"
        ? await auth.signInWithPassword({ email, password: text("password") }, from)
        : await auth.signUp({ email, password: text("password"), username }, from);
    const headers = new Headers();
    for (const cookie of encodeSessionCookies(sessionCookieValue(session), {
      secure: edge.origin.startsWith("https:"),
    })) {
      headers.append("Set-Cookie", cookie);
    }
    headers.append("Set-Cookie", noticeCookie(tab === "login" ? "welcome-back" : "account-created"));
    return redirect(safePath(url.searchParams.get("next")), { headers });
  } catch (error) {
    const refused = auth.refusalOf(error);
    if (!refused) throw error;
    const fallback = tab === "login" ? LOGIN_FAILED : REGISTRATION_FAILED;
    return data(
      { tab, message: refused.message || fallback.description, email, username } satisfies SignInFailure,
      { status: refused.status },
    );
  }
}

export default function AuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const site = useRouteLoaderData("root") as SiteData;
  const navigate = useNavigate();
  const { next, tab } = loaderData;
  const form = (
    <SignInForm
      hasDemo={site.hasDemo}
      signupDisabled={site.signupDisabled}
      next={next}
      initialTab={tab}
      failure={actionData}
      onSignedIn={() => void navigate(next, { replace: true })}
    />
  );
  if (site.sessionExpired) return <p className="py-24 text-center text-muted">Loading...</p>;
  return (
    <div className="mx-auto grid max-w-md gap-6 py-8 md:py-16">
      <div className="rounded-lg border border-line bg-surface p-6 md:p-8">
        <h1 className="text-2xl">Welcome to {site.name}</h1>
        <p className="mt-2 text-muted">Connect with the crypto, AI, and quantum community</p>
        {/* Without script the dialog cannot open, so the form stands in the card. */}
        <noscript>
          <div className="mt-6">{form}</div>
        </noscript>
      </div>
      <Dialog
        open
        onClose={() => void navigate("/")}
        title="Sign in"
        description="To vote, comment and post."
      >
        {form}
      </Dialog>
    </div>
  );
}
