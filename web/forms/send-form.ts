import type { SubmitEvent } from "react";
import { hasSessionCookie } from "#web/page/page-cookies.ts";
import type { Fetcher } from "#web/router/use-fetcher.ts";
import { stopOffline } from "#web/ui/stop-offline.ts";

/** An `onSubmit` handler that sends a plain form through a fetcher. */
export function sendForm(fetcher: Pick<Fetcher<unknown>, "submit">) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    if (stopOffline(event)) return;
    event.preventDefault();
    void fetcher.submit((event.submitter as HTMLButtonElement | null) ?? event.currentTarget);
  };
}

/**
 * Like `sendForm`, but refreshes a member's session first, because the access token may have expired while the user was
 * typing.
 */
export function sendTypedForm(fetcher: Pick<Fetcher<unknown>, "submit">) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    if (!hasSessionCookie()) return sendForm(fetcher)(event);
    if (stopOffline(event)) return;
    event.preventDefault();
    const form = event.currentTarget;
    void import("#web/session/refresh-session.ts")
      .then(({ refreshSession }) => refreshSession())
      .catch(() => {})
      .finally(() => fetcher.submit(form));
  };
}
