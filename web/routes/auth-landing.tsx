import { useEffect, useRef } from "react";
import { SESSION_KEY } from "#core/accounts/session-key.ts";
import { parseEmailPurpose } from "#core/accounts/sign-in-options.ts";
import { LandingScreen } from "#web/account/landing.tsx";
import type { LandingSource } from "#web/account/landing-cards.tsx";
import { parseLanding } from "#web/account/parse-landing.ts";
import { CardPage } from "#web/page/card-page.tsx";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { getSafePath } from "#web/page/same-site-path.ts";
import { appContext, edgeContext } from "#web/server-context.ts";
import { Button } from "#web/ui/button.tsx";
import type { Route } from "./+types/auth-landing";

export const meta = unlistedMeta("Continue sign-in", "/auth/landing");

const parseSource = (text: string | null): LandingSource =>
  text === "sso" || text === "oauth" ? text : "email";

export async function loader({ context, url }: Route.LoaderArgs) {
  const purposeParam = url.searchParams.get("for");
  return {
    options: await context.get(appContext).auth.describe(undefined, context.get(edgeContext).client().host),
    purpose: parseEmailPurpose(purposeParam),
    source: parseSource(purposeParam),
    next: getSafePath(url.searchParams.get("next")),
    serverLanding: parseLanding(url.search, ""),
    link: readLink(context.get(appContext).site.publicUrl, url.searchParams),
  };
}

/** Returns the one-time link in the URL's parameters, or null if there is none. */
function readLink(publicUrl: string, searchParams: URLSearchParams): OneTimeLink | null {
  const { token, type, ...landing } = Object.fromEntries(searchParams);
  if (!token || !type) return null;
  return { token, type, redirectTo: `${publicUrl}/auth/landing?${new URLSearchParams(landing)}` };
}

/** The link's parameters can be used only once, so revalidation must not process them again. */
export const shouldRevalidate = () => false;

export default function AuthLanding({ loaderData }: Route.ComponentProps) {
  const { link, ...landing } = loaderData;
  return link ? <LinkConfirmation {...link} /> : <LandingScreen {...landing} />;
}

interface OneTimeLink {
  readonly token: string;
  /** The link's `type` in the auth protocol. */
  readonly type: string;
  readonly redirectTo: string;
}

const TITLES: Readonly<Record<string, string>> = {
  recovery: "Choose a new password",
  email_change: "Confirm your email address",
  invite: "Accept the invitation",
  signup: "Confirm your email address",
};

/**
 * Shows a button that uses the link. Only for a PKCE link, and only in the browser that requested it, the page submits
 * the form by itself, because email scanners open links too.
 */
function LinkConfirmation({ token, type, redirectTo }: OneTimeLink) {
  const form = useRef<HTMLFormElement>(null);
  const isPkceLink = token.startsWith("pkce_");
  useEffect(() => {
    try {
      // If this browser requested the link, the auth client has stored the link's verifier under this key.
      if (isPkceLink && localStorage.getItem(`${SESSION_KEY}-code-verifier`)) form.current?.submit();
    } catch {
      // The browser forbids storage, so it can't have requested the link.
    }
  }, [isPkceLink]);
  return (
    <CardPage title={(Object.hasOwn(TITLES, type) && TITLES[type]) || "Sign in"}>
      <form ref={form} action="/auth/v1/verify" className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="type" value={type} />
        <input type="hidden" name="redirect_to" value={redirectTo} />
        <p data-animates-in={isPkceLink ? 0 : undefined} className="text-muted">
          This link works only once. It's used up when you continue.
        </p>
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </form>
    </CardPage>
  );
}
