import { useEffect } from "react";
import { redirect, useNavigate } from "react-router";
import type { SignInOptions } from "#core/accounts/sign-in-options.ts";
import { handleSignInForm } from "#web/account/handle-sign-in.ts";
import { loadSignInOptions } from "#web/account/load-sign-in.ts";
import { handleProvider } from "#web/account/provider-steps.ts";
import { SignInPanel } from "#web/account/sign-in-panel.tsx";
import { getHeading, parseView, useSignIn, type View } from "#web/account/use-sign-in.ts";
import { LogoMark } from "#web/page/logo.tsx";
import { pageMeta } from "#web/page/page-meta.ts";
import { getSafePath } from "#web/page/same-site-path.ts";
import { useSite } from "#web/page/site-data.ts";
import { identityContext } from "#web/server-context.ts";
import { isMembersOnly } from "#web/session/is-members-only.ts";
import { signInProgress } from "#web/session/sign-in-progress.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import type { Route } from "./+types/auth";

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? getHeading(loaderData.view, loaderData.options) : "Sign in",
    path: location.pathname,
  });

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const provider = url.searchParams.get("with");
  if (provider !== null) throw await handleProvider(request, context, url, provider);
  const next = getSafePath(url.searchParams.get("next"));
  if (context.get(identityContext).state === "member") throw redirect(next);
  const { options, factors, lastUsed } = await loadSignInOptions(request, context);
  const requestedView = parseView(url.searchParams.get("tab"));
  return {
    next,
    options,
    factors,
    lastUsed,
    view: factors
      ? ("challenge" as const)
      : isOffered(requestedView, options)
        ? requestedView
        : ("login" as const),
  };
}

function isOffered(view: View, { sso, phone }: SignInOptions): boolean {
  if (view === "sso") return sso;
  return phone || (view !== "phone" && view !== "phone-code");
}

export const action = (args: Route.ActionArgs) =>
  handleSignInForm(args, getSafePath(args.url.searchParams.get("next")));

/** The sign-in page, with the card in an open dialog element, which is visible without JavaScript. */
export default function AuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, factors } = loaderData;
  // The key resets the card when an unfinished sign-in appears or ends while the page is open.
  return <AuthCard key={factors ? "challenge" : view} data={loaderData} result={actionData} />;
}

interface AuthCardProps {
  readonly data: Route.ComponentProps["loaderData"];
  readonly result: Route.ComponentProps["actionData"];
}

function AuthCard({ data: { next, options, factors, lastUsed, view }, result }: AuthCardProps) {
  const site = useSite();
  const navigate = useNavigate();
  // A page for members would redirect a visitor back here.
  const closePath = isMembersOnly(next) ? "/" : next;
  const signIn = useSignIn(
    { view, factors, ...result?.value, ...(factors ? { view: "challenge" } : {}) },
    { options, site, next, lastUsed, onComplete: (to) => void navigate(to, { replace: true }) },
  );

  // The user signed in from another tab, or an expired session was refreshed.
  useEffect(() => {
    if (site.viewer && !signInProgress.isActive) void navigate(next, { replace: true });
  }, [site.viewer, next, navigate]);

  // The browser closes only modal dialogs on Escape. This one isn't modal.
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) void navigate(closePath);
    };
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [closePath, navigate]);

  const dialog = (
    <div className="mx-auto grid max-w-md grid-cols-1 gap-6 md:py-8">
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
            {getHeading(signIn.state.view, options)}
          </h2>
          <Link
            to={closePath}
            aria-label="Close"
            className="-me-2 grid size-9 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
          >
            <Icon name="x" size={18} />
          </Link>
        </div>
        <SignInPanel signIn={signIn} />
      </dialog>
    </div>
  );
  if (!site.isSessionExpired) return dialog;
  // The browser refreshes the session and redirects. Without JavaScript it can't, so offer to sign in again.
  return (
    <>
      <p className="py-24 text-center text-muted">Loading...</p>
      <noscript>{dialog}</noscript>
    </>
  );
}
