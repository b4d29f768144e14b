import { useEffect } from "react";
import { data, Link, redirect, useNavigate, useRouteLoaderData } from "react-router";
import { encodeSessionCookies, sessionCookieValue } from "#core/accounts/session-cookie.ts";
import { LOGIN_FAILED, REGISTRATION_FAILED } from "#core/messages.ts";
import { type SignInFailure, SignInForm } from "#web/account/sign-in-form.tsx";
import { appContext, edgeContext, identityContext } from "#web/server-context.ts";
import { safePath } from "#web/shell/back-path.ts";
import { LogoMark } from "#web/shell/logo.tsx";
import { noticeCookie } from "#web/shell/notice.ts";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { textField } from "#web/shell/text-field.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/auth";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Sign in", path: location.pathname });

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
  const text = (name: string) => textField(form, name);
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

/** The card with the dialog standing open in it: an open dialog of the platform needs no script to be seen. */
export default function AuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const site = useRouteLoaderData("root") as SiteData;
  const navigate = useNavigate();
  const { next, tab } = loaderData;

  // Escape closes a dialog wherever the focus is; one that stands open without script cannot see to it itself.
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) void navigate("/");
    };
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [navigate]);

  const dialog = (
    <div className="mx-auto grid max-w-md gap-6 md:py-8">
      <div className="text-center">
        <LogoMark size={40} className="mx-auto" />
        <h1 className="mt-3 text-2xl">Welcome to {site.name}</h1>
        <p className="mt-2 text-muted">Connect with the crypto, AI, and quantum community</p>
      </div>
      <dialog
        open
        aria-labelledby="sign-in-title"
        className="relative m-0 w-full rounded-lg border border-line bg-surface p-6 md:p-7"
      >
        <div className="mb-5 flex items-center justify-between">
          <h2 id="sign-in-title" className="text-lg">
            Sign in
          </h2>
          <Link
            to="/"
            aria-label="Close"
            className="-me-2 grid size-9 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
          >
            <Icon name="x" size={18} />
          </Link>
        </div>
        <SignInForm
          hasDemo={site.hasDemo}
          signupDisabled={site.signupDisabled}
          next={next}
          initialTab={tab}
          failure={actionData}
          onSignedIn={() => void navigate(next, { replace: true })}
        />
      </dialog>
    </div>
  );
  if (!site.sessionExpired) return dialog;
  // The browser refreshes the session and is sent on; without script it cannot, so one may sign in anew.
  return (
    <>
      <p className="py-24 text-center text-muted">Loading...</p>
      <noscript>{dialog}</noscript>
    </>
  );
}
