import { useEffect, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { EmailPurpose, SignInOptions } from "#core/accounts/sign-in-options.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { CardPage } from "#web/page/card-page.tsx";
import { readLocal } from "#web/page/local-storage.ts";
import { useSite } from "#web/page/site-data.ts";
import { findSessionUserId } from "#web/session/session-user.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { AcceptLinkSession } from "./accept-link-session.tsx";
import { getSignInMethod } from "./destination.ts";
import {
  ForeignLink,
  LandingPending,
  type LandingSource,
  NoLink,
  OtherBrowserLink,
  RefusedLink,
} from "./landing-cards.tsx";
import { captureLanding, consumeLanding } from "./landing-url.ts";
import { LAST_EMAIL_KEY } from "./last-email-address.ts";
import { type Landing, parseLanding } from "./parse-landing.ts";
import { addUsername, type LandingResult, receiveCode, receiveTokens } from "./receive-landing.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import { getHeading, type SignIn, useSignIn } from "./use-sign-in.ts";

interface LandingProps {
  readonly options: SignInOptions;
  /** The purpose in the link's URL, if it has one. */
  readonly purpose: EmailPurpose | undefined;
  readonly source: LandingSource;
  readonly next: string;
  /** What the server read from the URL. Browsers don't send the fragment. */
  readonly serverLanding: Landing;
}

/** Null while a sign-in view is shown instead. */
type LandingState = Landing | LandingResult | null;

export function LandingScreen({ options, purpose, source, next, serverLanding }: LandingProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const site = useSite();
  const [outcome, setOutcome] = useState<LandingState>(
    serverLanding.kind === "refused" ? serverLanding : { kind: "code", code: "" },
  );
  const signIn = useSignIn(
    { view: "code", purpose: purpose ?? "magic-link" },
    { options, site, next, onComplete: (to) => void navigate(to, { replace: true }) },
  );
  const hasStarted = useRef(false);

  async function receive(landing: Extract<Landing, { kind: "code" | "tokens" }>) {
    let receivedResult: LandingResult | undefined;
    await signIn.call(async (client) => {
      const result =
        landing.kind === "code" ? await receiveCode(landing.code, purpose) : await receiveTokens(landing);
      // Don't read the session before the code is exchanged: if the session has ended, reading it makes the client
      // discard the code verifier too.
      const sessionUserId = await findSessionUserId(client);
      // If the signed-in account has changed since the page loaded, reload the data so that we ask about the right one.
      if (sessionUserId !== site.viewer?.id) await revalidate();
      const mustAsk =
        result.kind === "session" &&
        sessionUserId !== undefined &&
        sessionUserId !== result.linkSession.session.user.id;
      receivedResult = mustAsk
        ? { kind: "session", linkSession: await addUsername(result.linkSession) }
        : result;
    });
    if (receivedResult) setOutcome(receivedResult);
  }
  const latestReceive = useRef(receive);
  latestReceive.current = receive;
  const latestChange = useRef(signIn.change);
  latestChange.current = signIn.change;

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const currentUrl = { search: location.search, hash: location.hash };
    const linkUrl = consumeLanding() ?? currentUrl;
    captureLanding("/auth/landing", currentUrl);
    const landing = parseLanding(linkUrl.search, linkUrl.hash);
    latestChange.current({ email: readLocal(LAST_EMAIL_KEY) ?? "" });
    if (landing.kind === "code" || landing.kind === "tokens") void latestReceive.current(landing);
    else setOutcome(landing);
  }, []);

  if (outcome === null || signIn.state.view !== "code")
    return (
      <CardPage title={getHeading(signIn.state.view, signIn.options)}>
        <SignInPanel signIn={signIn} />
      </CardPage>
    );
  return (
    <Outcome
      key={signIn.state.email}
      signIn={signIn}
      outcome={outcome}
      purpose={purpose}
      source={source}
      onLinkRequested={() => setOutcome(null)}
    />
  );
}

interface OutcomeProps {
  readonly signIn: SignIn;
  readonly outcome: NonNullable<LandingState>;
  readonly purpose: EmailPurpose | undefined;
  readonly source: LandingSource;
  readonly onLinkRequested: () => void;
}

function Outcome({ signIn, outcome, purpose, source, onLinkRequested }: OutcomeProps) {
  switch (outcome.kind) {
    case "code":
    case "tokens":
      return signIn.state.failure ? (
        <CardPage title="Something went wrong">
          <Problem>{signIn.state.failure.message}</Problem>
        </CardPage>
      ) : (
        <LandingPending signIn={signIn} />
      );
    case "session":
      return (
        <AcceptLinkSession
          signIn={signIn}
          linkSession={outcome.linkSession}
          method={source === "sso" ? source : getSignInMethod(outcome.linkSession.purpose)}
          loadingScreen={<LandingPending signIn={signIn} />}
        />
      );
    case "foreign":
      return <ForeignLink />;
    case "partial":
      return (
        <CardPage title="One more confirmation needed">
          <p className="mb-5 text-muted">
            If you're changing your email address, follow the confirmation link for your other address too.
            Nothing changes until both addresses are confirmed.
          </p>
          <ButtonLink to="/" variant="primary">
            Continue
          </ButtonLink>
        </CardPage>
      );
    case "other-browser":
      return source === "sso" ? (
        <RefusedLink
          signIn={signIn}
          code="saml_relay_state_not_found"
          message=""
          {...{ purpose, source, onLinkRequested }}
        />
      ) : (
        <OtherBrowserLink signIn={signIn} purpose={purpose} />
      );
    case "refused":
      return <RefusedLink signIn={signIn} {...outcome} {...{ purpose, source, onLinkRequested }} />;
    case "nothing":
      return <NoLink signIn={signIn} purpose={purpose} />;
  }
}
