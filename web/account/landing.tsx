import { useEffect, useRef, useState } from "react";
import { useNavigate, useRevalidator, useRouteLoaderData } from "react-router";
import type { EmailPurpose, SignInOptions } from "#core/accounts/sign-in-options.ts";
import { CardPage } from "#web/shell/card-page.tsx";
import type { SiteData } from "#web/shell/site-data.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { ProblemNote } from "./form-parts.tsx";
import { ForeignLink, LandingPending, NoLink, OtherBrowserLink, RefusedLink } from "./landing-cards.tsx";
import { LandingOffer } from "./landing-offer.tsx";
import { captureLanding, consumeLanding } from "./landing-url.ts";
import { lastEmailAddress } from "./last-email-address.ts";
import { type Landing, readLanding } from "./read-landing.ts";
import { addOfferUsername, type Received, receiveCode, receiveTokens } from "./receive-landing.ts";
import { findSessionHolder } from "./session-holder.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import { type SignIn, useSignIn } from "./use-sign-in.ts";
import { HEADINGS } from "./views.ts";

interface LandingProps {
  readonly options: SignInOptions;
  /** The purpose in the link's URL, if it has one. */
  readonly asked: EmailPurpose | undefined;
  readonly isSso: boolean;
  readonly next: string;
  /** What the server read from the URL, which is everything but the fragment. */
  readonly seen: Landing;
}

/** The outcome; null while a sign-in view is shown instead. */
type Shown = Landing | Received | null;

/** Where emailed links and identity providers lead. */
export function LandingScreen({ options, asked, isSso, next, seen }: LandingProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const site = useRouteLoaderData("root") as SiteData;
  const [shown, setShown] = useState<Shown>(seen.kind === "refused" ? seen : { kind: "code", code: "" });
  const signIn = useSignIn(
    { view: "code", purpose: asked ?? "magic-link" },
    { options, site, next, onArrive: (to) => void navigate(to, { replace: true }) },
  );
  const begun = useRef(false);

  async function receive(landing: Extract<Landing, { kind: "code" | "tokens" }>) {
    let received: Received | undefined;
    await signIn.call(async (client) => {
      const outcome =
        landing.kind === "code" ? await receiveCode(landing.code, asked) : await receiveTokens(landing);
      // Not earlier: a client that finds its session ended discards its code verifiers.
      const holder = await findSessionHolder(client);
      // Another account has signed in since the page loaded. Reload the data so that we ask about the right one.
      if (holder !== site.viewer?.id) await revalidate();
      const asks =
        outcome.kind === "offer" && holder !== undefined && holder !== outcome.offer.session.user.id;
      received = asks ? { kind: "offer", offer: await addOfferUsername(outcome.offer) } : outcome;
    });
    if (received) setShown(received);
  }
  const receiveLatest = useRef(receive);
  receiveLatest.current = receive;
  const changeLatest = useRef(signIn.change);
  changeLatest.current = signIn.change;

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const here = { search: location.search, hash: location.hash };
    const linkUrl = consumeLanding() ?? here;
    captureLanding("/auth/landing", here);
    const landing = readLanding(linkUrl.search, linkUrl.hash);
    changeLatest.current({ email: lastEmailAddress.read() });
    if (landing.kind === "code" || landing.kind === "tokens") void receiveLatest.current(landing);
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
      onRequested={() => setShown(null)}
    />
  );
}

interface OutcomeProps {
  readonly signIn: SignIn;
  readonly shown: NonNullable<Shown>;
  readonly asked: EmailPurpose | undefined;
  readonly isSso: boolean;
  readonly onRequested: () => void;
}

function Outcome({ signIn, shown, asked, isSso, onRequested }: OutcomeProps) {
  switch (shown.kind) {
    case "code":
    case "tokens":
      return signIn.state.failure ? (
        <CardPage title="This didn't work">
          <ProblemNote>{signIn.state.failure.message}</ProblemNote>
        </CardPage>
      ) : (
        <LandingPending signIn={signIn} />
      );
    case "offer":
      return (
        <LandingOffer signIn={signIn} offer={shown.offer} waiting={<LandingPending signIn={signIn} />} />
      );
    case "foreign":
      return <ForeignLink />;
    case "partial":
      return (
        <CardPage title="One more confirmation needed">
          <p className="mb-5 text-muted">
            If you're changing your email address, follow the link in the email to your other address too.
            Nothing changes until both addresses are confirmed.
          </p>
          <ButtonLink to="/" look="primary">
            Continue
          </ButtonLink>
        </CardPage>
      );
    case "elsewhere":
      return isSso ? (
        <RefusedLink
          signIn={signIn}
          code="saml_relay_state_not_found"
          message=""
          {...{ asked, isSso, onRequested }}
        />
      ) : (
        <OtherBrowserLink signIn={signIn} asked={asked} />
      );
    case "refused":
      return <RefusedLink signIn={signIn} {...shown} {...{ asked, isSso, onRequested }} />;
    case "nothing":
      return <NoLink signIn={signIn} asked={asked} />;
  }
}
