import { useEffect, useRef } from "react";
import { SESSION_KEY } from "#core/accounts/session-key.ts";
import { CardPage } from "#web/page/card-page.tsx";
import { Button } from "#web/ui/button.tsx";

export interface UnusedLink {
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

/** Shows a button that uses the link. Opening the page doesn't, because email scanners open links too. */
export function UseLink({ token, type, redirectTo }: UnusedLink) {
  const form = useRef<HTMLFormElement>(null);
  const mayBeRequestedHere = token.startsWith("pkce_");
  useEffect(() => {
    try {
      // The auth client stores the verifier of a link that it has requested under this key.
      if (mayBeRequestedHere && localStorage.getItem(`${SESSION_KEY}-code-verifier`)) form.current?.submit();
    } catch {
      // The browser forbids storage, so it can't have requested the link.
    }
  }, [mayBeRequestedHere]);
  return (
    <CardPage title={(Object.hasOwn(TITLES, type) && TITLES[type]) || "Sign in"}>
      <form ref={form} action="/auth/v1/verify" className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="type" value={type} />
        <input type="hidden" name="redirect_to" value={redirectTo} />
        <p data-animates-in={mayBeRequestedHere ? 0 : undefined} className="text-muted">
          This link works only once. It's used up when you continue.
        </p>
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </form>
    </CardPage>
  );
}
