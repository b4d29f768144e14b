import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import { toAuthFailure } from "#core/accounts/auth-failure.ts";
import type { EmailPurpose } from "#core/accounts/sign-in-options.ts";
import { CardPage } from "#web/shell/card-page.tsx";
import type { SiteData } from "#web/shell/site-data.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { CodeForm } from "./code-form.tsx";
import { NewLinkForm } from "./new-link-form.tsx";
import type { SignIn } from "./use-sign-in.ts";
import { HEADINGS } from "./views.ts";

interface LinkProps {
  readonly signIn: SignIn;
  /** The purpose in the link's URL, if it has one. */
  readonly asked: EmailPurpose | undefined;
}

/** Shown while the link is checked. Without scripts, the user types the code instead. */
export function LandingPending({ signIn }: { signIn: SignIn }) {
  return (
    <>
      <p role="status" data-moves-in={0} className="py-24 text-center text-muted noscript:hidden">
        Loading...
      </p>
      <noscript>
        <CardPage title={HEADINGS.code}>
          <CodeForm signIn={signIn} />
        </CardPage>
      </noscript>
    </>
  );
}

function useViewer() {
  return useRouteLoaderData<SiteData>("root")?.viewer ?? null;
}

const viewerName = ({ username, email }: { username: string; email: string | null }) => (
  <strong className="break-words text-text">{email ?? username}</strong>
);

/** For tokens that may be forged. Shows nothing from them. */
export function ForeignLink() {
  const site = useRouteLoaderData("root") as SiteData;
  return (
    <CardPage title="This link can't sign you in">
      <p className="mb-5 text-muted">
        This link wasn't sent by {site.name}, or it was opened in another browser or too long ago.{" "}
        {site.viewer ? <>You're still signed in as {viewerName(site.viewer)}.</> : "You aren't signed in."}
      </p>
      {site.viewer ? (
        <ButtonLink to="/" look="primary">
          Continue
        </ButtonLink>
      ) : (
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/auth" look="primary">
            Sign in
          </ButtonLink>
          <ButtonLink to="/auth?tab=magic-link" look="quiet">
            Get a new link
          </ButtonLink>
        </div>
      )}
    </CardPage>
  );
}

/** The page was opened without a link, or reloaded afterwards. Signed-out users can type the code instead. */
export function NoLink({ signIn, asked }: LinkProps) {
  const viewer = useViewer();
  if (viewer && asked !== "email-change") return <SignedIn signIn={signIn} viewer={viewer} />;
  return (
    <CardPage title={HEADINGS.code}>
      <CodeForm signIn={signIn} />
    </CardPage>
  );
}

interface SignedInProps {
  readonly signIn: SignIn;
  readonly viewer: NonNullable<SiteData["viewer"]>;
  readonly children?: ReactNode;
}

function SignedIn({ signIn, viewer, children }: SignedInProps) {
  return (
    <CardPage title="You're signed in">
      <p className="mb-5 text-muted">
        {children}You're signed in as {viewerName(viewer)}.
      </p>
      <ButtonLink to={signIn.next} look="primary">
        Continue
      </ButtonLink>
    </CardPage>
  );
}

/**
 * A link works only in the browser that requested it; the code from the same email works here. Don't claim that
 * anything was confirmed, because the link may be forged.
 */
export function OtherBrowserLink({ signIn, asked }: LinkProps) {
  const viewer = useViewer();
  const only = "This link works only in the browser where you requested it. ";
  if (asked === "email-change")
    return (
      <CardPage title="You started in another browser">
        <p className="mb-5 text-muted">{only}Your settings there show whether your address has changed.</p>
        <ButtonLink to={viewer ? "/settings/security" : "/auth?next=%2Fsettings%2Fsecurity"} look="primary">
          {viewer ? "Go to your settings" : "Sign in here"}
        </ButtonLink>
      </CardPage>
    );
  if (viewer)
    return (
      <SignedIn signIn={signIn} viewer={viewer}>
        {only}You can type the code from the same email there.{" "}
      </SignedIn>
    );
  return (
    <CardPage title="You started in another browser">
      <CodeForm signIn={signIn}>
        <p className="text-sm text-muted">
          {only}You can also type the code from the same email: there, or here to sign in with this browser.
        </p>
      </CodeForm>
    </CardPage>
  );
}

interface RefusedLinkProps extends LinkProps {
  readonly isSso: boolean;
  readonly onRequested: () => void;
  readonly code: string;
  readonly message: string;
}

/** Purposes of links that only sign in. Confirmation links have no purpose. */
const SIGN_IN_PURPOSES = new Set<EmailPurpose | undefined>([undefined, "signup", "magic-link"]);
const EXPIRED_CODES = new Set(["otp_expired", "flow_state_expired", "flow_state_not_found"]);

export function RefusedLink({ signIn, code, message, asked, isSso, onRequested }: RefusedLinkProps) {
  const viewer = useViewer();
  const failure = toAuthFailure({ code, message }, { rules: signIn.options.password });
  // Confirmation and sign-in links are often opened twice. A signed-in user doesn't need a new one.
  if (!isSso && EXPIRED_CODES.has(code) && viewer && SIGN_IN_PURPOSES.has(asked))
    return (
      <SignedIn signIn={signIn} viewer={viewer}>
        This link has expired or was already used.{" "}
      </SignedIn>
    );
  if (!isSso && EXPIRED_CODES.has(code))
    return (
      <CardPage title="This link no longer works">
        <NewLinkForm signIn={signIn} purpose={asked} onRequested={onRequested} />
      </CardPage>
    );
  return (
    <CardPage title={isSso ? "Single sign-on didn't work" : "This link didn't work"}>
      <p className="mb-5 text-muted">{failure.message || "No reason was given. Try again."}</p>
      <ButtonLink to={isSso ? "/auth?tab=sso" : "/auth"} look="primary">
        {isSso ? "Try again" : "Sign in"}
      </ButtonLink>
    </CardPage>
  );
}
