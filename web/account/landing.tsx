import { useEffect, useRef, useState } from "react";
import { useNavigate, useRouteLoaderData } from "react-router";
import { authFailure } from "#core/accounts/auth-failure.ts";
import type { MailPurpose, SignInOptions } from "#core/accounts/sign-in-options.ts";
import { CardPage } from "#web/shell/card-page.tsx";
import type { SiteData } from "#web/shell/site-data.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { AdoptSession } from "./adopt-session.tsx";
import { arrivalOf } from "./arrival.ts";
import { AskAgainForm } from "./ask-again-form.tsx";
import { CodeForm } from "./code-form.tsx";
import { ProblemNote } from "./form-parts.tsx";
import { mailedAddress } from "./mailed-address.ts";
import { type Landing, purposeOfSession, readLanding } from "./read-landing.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import { type SignIn, useSignIn } from "./use-sign-in.ts";
import { HEADINGS } from "./views.ts";

interface LandingProps {
  readonly options: SignInOptions;
  readonly hasDemo: boolean;
  /** What the link was asked for, where its address says so. */
  readonly asked: MailPurpose | undefined;
  readonly isSso: boolean;
  readonly next: string;
  /** What the server could read of the address: all but its fragment. */
  readonly seen: Landing;
}

/** What is shown in the end: nothing came of it, or it came in another browser than the one that asked. */
type Shown = Landing | { readonly kind: "elsewhere" } | null;

/** The end of a mailed link, or of a way to an identity provider. */
export function LandingScreen({ options, hasDemo, asked, isSso, next, seen }: LandingProps) {
  const navigate = useNavigate();
  const [shown, setShown] = useState<Shown>(seen.kind === "refused" ? seen : { kind: "code", code: "" });
  const signIn = useSignIn(
    { view: "code", purpose: asked ?? "magic-link" },
    { options, hasDemo, next, onArrive: (to) => void navigate(to, { replace: true }) },
  );
  const begun = useRef(false);

  async function trade(code: string) {
    await signIn.call(async (client) => {
      const { data, error } = await client.exchangeCodeForSession(code);
      if (!error)
        return signIn.arrive(
          data.session,
          arrivalOf(purposeOfSession(data.session.access_token, asked), next),
        );
      const isElsewhere =
        error.name === "AuthPKCECodeVerifierMissingError" || error.code === "bad_code_verifier";
      setShown(
        isElsewhere
          ? { kind: "elsewhere" }
          : { kind: "refused", code: error.code ?? "", message: error.message },
      );
    });
  }
  const tradeLatest = useRef(trade);
  tradeLatest.current = trade;
  const changeLatest = useRef(signIn.change);
  changeLatest.current = signIn.change;

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const landing = readLanding(location.search, location.hash);
    // What opens an account does not stay in the address, nor in the history.
    const query = new URLSearchParams(location.search);
    for (const name of ["code", "error", "error_code", "error_description", "message"]) query.delete(name);
    history.replaceState(history.state, "", `/auth/landing?${query}`);
    changeLatest.current({ email: mailedAddress.read() });
    if (landing.kind === "code") void tradeLatest.current(landing.code);
    else setShown(landing);
  }, []);

  if (shown === null || signIn.state.view !== "code")
    return (
      <CardPage title={HEADINGS[signIn.state.view]}>
        <SignInPanel signIn={signIn} />
      </CardPage>
    );
  return (
    <Outcome
      key={signIn.state.email}
      signIn={signIn}
      shown={shown}
      asked={asked}
      isSso={isSso}
      onAsked={() => setShown(null)}
    />
  );
}

interface OutcomeProps {
  readonly signIn: SignIn;
  readonly shown: NonNullable<Shown>;
  readonly asked: MailPurpose | undefined;
  readonly isSso: boolean;
  readonly onAsked: () => void;
}

function Outcome({ signIn, shown, asked, isSso, onAsked }: OutcomeProps) {
  switch (shown.kind) {
    case "code":
      return signIn.state.failure ? (
        <CardPage title="This did not work">
          <ProblemNote>{signIn.state.failure.message}</ProblemNote>
        </CardPage>
      ) : (
        <Waiting signIn={signIn} />
      );
    case "tokens":
      return <AdoptSession signIn={signIn} tokens={shown} />;
    case "half":
      return (
        <CardPage title="One address has agreed">
          <p className="mb-5 text-muted">
            Now follow the link in the mail that went to your other address. Until then nothing changes.
          </p>
          <ButtonLink to="/" look="primary">
            Go on
          </ButtonLink>
        </CardPage>
      );
    case "elsewhere":
      return isSso ? (
        <Refused
          signIn={signIn}
          code="saml_relay_state_not_found"
          message=""
          {...{ asked, isSso, onAsked }}
        />
      ) : (
        <Elsewhere signIn={signIn} asked={asked} />
      );
    case "refused":
      return <Refused signIn={signIn} {...shown} {...{ asked, isSso, onAsked }} />;
    case "nothing":
      return (
        <CardPage title={HEADINGS.code}>
          <CodeForm signIn={signIn} />
        </CardPage>
      );
  }
}

/** While scripts find out; without them the mail's digits are typed. */
function Waiting({ signIn }: { signIn: SignIn }) {
  return (
    <>
      <p role="status" className="py-24 text-center text-muted noscript:hidden">
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

/** A code of another browser's: the address is proved, but only there does it sign in. The mail's digits do here. */
function Elsewhere({ signIn, asked }: { signIn: SignIn; asked: MailPurpose | undefined }) {
  if (asked === "email-change")
    return (
      <CardPage title="Your address is changed">
        <p className="mb-5 text-muted">You asked for it in another browser, where you are signed in.</p>
        <ButtonLink to="/auth" look="primary">
          Log in here
        </ButtonLink>
      </CardPage>
    );
  return (
    <CardPage title="You asked in another browser">
      <CodeForm signIn={signIn}>
        <p className="text-sm text-muted">
          {asked === undefined || asked === "signup" ? "Your address is confirmed. " : ""}
          This link signs in only where it was asked for. Type the code from the same mail: there, or here to
          sign in with this browser.
        </p>
      </CodeForm>
    </CardPage>
  );
}

interface RefusedProps extends Omit<OutcomeProps, "shown"> {
  readonly code: string;
  readonly message: string;
}

/** What a link was for when it only signs in; one that does not say confirms an address. */
const SIGNING_IN = new Set<MailPurpose | undefined>([undefined, "signup", "magic-link"]);
const RUN_OUT = new Set(["otp_expired", "flow_state_expired", "flow_state_not_found"]);

function Refused({ signIn, code, message, asked, isSso, onAsked }: RefusedProps) {
  const viewer = useRouteLoaderData<SiteData>("root")?.viewer;
  const said = authFailure({ code, message }, { rules: signIn.options.password });
  // Followed twice, as links to confirm or to sign in often are: who is in needs no new one.
  if (!isSso && RUN_OUT.has(code) && viewer && SIGNING_IN.has(asked))
    return (
      <CardPage title="You are signed in">
        <p className="mb-5 break-words text-muted">
          This link has expired or was used already. You are signed in as{" "}
          <strong className="text-text">{viewer.email ?? viewer.username}</strong>.
        </p>
        <ButtonLink to={signIn.next} look="primary">
          Go on
        </ButtonLink>
      </CardPage>
    );
  if (!isSso && RUN_OUT.has(code))
    return (
      <CardPage title="This link no longer works">
        <AskAgainForm signIn={signIn} purpose={asked} onAsked={onAsked} />
      </CardPage>
    );
  return (
    <CardPage title={isSso ? "Single sign-on did not work" : "This link did not work"}>
      <p className="mb-5 text-muted">{said.message || "No reason was given. Try again."}</p>
      <ButtonLink to={isSso ? "/auth?tab=sso" : "/auth"} look="primary">
        {isSso ? "Try again" : "Sign in"}
      </ButtonLink>
    </CardPage>
  );
}
