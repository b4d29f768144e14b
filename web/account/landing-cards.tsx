import type { ReactNode } from "react";
import { toAuthFailure } from "#core/accounts/auth-failure.ts";
import type { EmailPurpose } from "#core/accounts/sign-in-options.ts";
import { getOwn } from "#core/get-own.ts";
import { CardPage } from "#web/page/card-page.tsx";
import { type SiteData, useOptionalSite, useSite } from "#web/page/site-data.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { CodeForm } from "./code-forms.tsx";
import { NewLinkForm } from "./recipient-forms.tsx";
import { getHeading, type SignIn } from "./use-sign-in.ts";

interface LinkProps {
  readonly signIn: SignIn;
  /** The purpose in the link's URL, if it has one. */
  readonly purpose: EmailPurpose | undefined;
}

/** Shown while the link is checked. Without JavaScript, the user enters the code instead. */
export function LandingPending({ signIn }: { signIn: SignIn }) {
  return (
    <>
      <p role="status" data-animates-in={0} className="py-24 text-center text-muted noscript:hidden">
        Loading...
      </p>
      <noscript>
        <CardPage title={getHeading("code", signIn.options)}>
          <CodeForm signIn={signIn} />
        </CardPage>
      </noscript>
    </>
  );
}

function useViewer() {
  return useOptionalSite()?.viewer ?? null;
}

const renderViewerName = ({ username, email }: { username: string; email: string | null }) => (
  <strong className="break-words text-text">{email ?? username}</strong>
);

/** For tokens that may be forged. Don't show anything that they contain. */
export function ForeignLink() {
  const site = useSite();
  return (
    <CardPage title="This link can't sign you in">
      <p className="mb-5 text-muted">
        This link didn't come from {site.name}, has expired, or was requested in another browser.{" "}
        {site.viewer ? (
          <>You're still signed in as {renderViewerName(site.viewer)}.</>
        ) : (
          "You aren't signed in."
        )}
      </p>
      {site.viewer ? (
        <ButtonLink to="/" variant="primary">
          Continue
        </ButtonLink>
      ) : (
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/auth" variant="primary">
            Sign in
          </ButtonLink>
          <ButtonLink to="/auth?tab=magic-link" variant="quiet">
            Get a new link
          </ButtonLink>
        </div>
      )}
    </CardPage>
  );
}

/**
 * For a page opened without a link, or reloaded after the link was used. Members see that they're signed in.
 * Visitors, and members who are changing their email address, can enter the code.
 */
export function NoLink({ signIn, purpose }: LinkProps) {
  const viewer = useViewer();
  if (viewer && purpose !== "email-change") return <SignedIn signIn={signIn} viewer={viewer} />;
  return (
    <CardPage title={getHeading("code", signIn.options)}>
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
        {children}You're signed in as {renderViewerName(viewer)}.
      </p>
      <ButtonLink to={signIn.next} variant="primary">
        Continue
      </ButtonLink>
    </CardPage>
  );
}

/** For links requested in another browser. Never say that anything was confirmed: the link may be forged. */
export function OtherBrowserLink({ signIn, purpose }: LinkProps) {
  const viewer = useViewer();
  const warning = "It doesn't work in other browsers. ";
  if (purpose === "email-change")
    return (
      <CardPage title="Open this link in the browser where you requested it">
        <p className="mb-5 text-muted">{warning}Your settings show whether your address was changed.</p>
        <ButtonLink
          to={viewer ? "/settings/security" : "/auth?next=%2Fsettings%2Fsecurity"}
          variant="primary"
        >
          {viewer ? "Go to your settings" : "Sign in here"}
        </ButtonLink>
      </CardPage>
    );
  if (viewer)
    return (
      <SignedIn signIn={signIn} viewer={viewer}>
        This link only works in the browser where you requested it. You can also enter the code from the email
        there.{" "}
      </SignedIn>
    );
  return (
    <CardPage title="Open this link in the browser where you requested it">
      <CodeForm signIn={signIn}>
        <p className="text-sm text-muted">
          {warning}To sign in here instead, enter the code from the same email.
        </p>
      </CodeForm>
    </CardPage>
  );
}

/** What brought the user to the page: an emailed link, single sign-on, or another provider. */
export type LandingSource = "email" | "sso" | "oauth";

interface RefusedLinkProps extends LinkProps {
  readonly source: LandingSource;
  readonly onLinkRequested: () => void;
  readonly code: string;
  readonly message: string;
}

const REFUSED_TITLES: Readonly<Record<LandingSource, string>> = {
  email: "This link didn't work",
  sso: "Single sign-on didn't work",
  oauth: "Sign-in didn't work",
};

/** Messages by error code, for sign-ins with a provider. */
const PROVIDER_MESSAGES: Readonly<Record<string, string>> = {
  bad_oauth_state:
    "This sign-in was already completed, has expired or was started in another browser. Please start again.",
  bad_oauth_callback: "The other site didn't sign you in. Please try again.",
  flow_state_expired: "This sign-in took too long. Please start again.",
  flow_state_not_found: "This sign-in was already completed or has expired. Please start again.",
  provider_email_needs_verification:
    "The other site hasn't verified your email address. Verify it there and try again, or sign up with an email address here.",
  email_exists:
    "An account with this email address already exists. Sign in to it, then link this sign-in method in your security settings.",
  identity_already_exists: "This sign-in method belongs to another account.",
  signup_disabled: "This community isn't accepting new members right now.",
  unexpected_failure: "We can't reach the other site right now. Please try again in a moment.",
  validation_failed: "This sign-in method isn't available.",
};

const NEEDS_INVITATION =
  "You don't have an account here yet, and you need an invitation to sign up. If you have one, open its link first.";

/** The purposes of links that only sign in. Includes undefined, because a confirmation link's URL has no purpose. */
const SIGN_IN_PURPOSES = new Set<EmailPurpose | undefined>([undefined, "signup", "magic-link"]);
const EXPIRED_CODES = new Set(["otp_expired", "flow_state_expired", "flow_state_not_found"]);

export function RefusedLink({ signIn, code, message, purpose, source, onLinkRequested }: RefusedLinkProps) {
  const viewer = useViewer();
  const failure = toAuthFailure({ code, message }, { rules: signIn.options.password });
  // Confirmation and sign-in links are often opened twice. A signed-in user doesn't need a new link.
  if (source === "email" && EXPIRED_CODES.has(code) && viewer && SIGN_IN_PURPOSES.has(purpose))
    return (
      <SignedIn signIn={signIn} viewer={viewer}>
        This link has expired or was already used.{" "}
      </SignedIn>
    );
  if (source === "email" && EXPIRED_CODES.has(code))
    return (
      <CardPage title="This link no longer works">
        <NewLinkForm signIn={signIn} purpose={purpose} onLinkRequested={onLinkRequested} />
      </CardPage>
    );
  return (
    // A signed-in user was linking another sign-in method.
    <CardPage title={source === "oauth" && viewer ? "That didn't work" : REFUSED_TITLES[source]}>
      <p className="mb-5 text-muted">
        {(source === "oauth" &&
          code === "signup_disabled" &&
          signIn.options.isInviteOnly &&
          NEEDS_INVITATION) ||
          (source === "oauth" && getOwn(PROVIDER_MESSAGES, code)) ||
          failure.message ||
          "Something went wrong. Try again."}
      </p>
      {source === "oauth" && viewer ? (
        <ButtonLink to={signIn.next} variant="primary">
          Continue
        </ButtonLink>
      ) : (
        <ButtonLink to={source === "sso" ? "/auth?tab=sso" : "/auth"} variant="primary">
          {source === "email" ? "Sign in" : "Try again"}
        </ButtonLink>
      )}
    </CardPage>
  );
}
