import { type SubmitEvent, useRef } from "react";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { sendForm } from "#web/ui/send-form.ts";
import { getTabSession } from "./tab-session.ts";

/**
 * A fetcher for a member's own form. `result` is undefined if someone else has signed in, or the member signed out,
 * since the form was sent, so that no member sees what another did.
 */
export function useOwnFetcher<Result>() {
  const fetcher = useFetcher<Result>();
  const tabSession = useRef(getTabSession());
  const submit = sendForm(fetcher);
  return {
    fetcher,
    result: tabSession.current === getTabSession() ? fetcher.data : undefined,
    send(event: SubmitEvent<HTMLFormElement>) {
      tabSession.current = getTabSession();
      submit(event);
    },
  };
}
