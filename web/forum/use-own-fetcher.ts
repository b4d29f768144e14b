import { type SubmitEvent, useRef } from "react";
import { useFetcher } from "react-router";
import { sendForm } from "#web/ui/send-form.ts";
import { getTabSession } from "./tab-session.ts";

/**
 * A fetcher for a member's own form. `answer` is undefined if someone else has signed in, or the member signed out,
 * since the form was sent: what one member did isn't shown to the next.
 */
export function useOwnFetcher<Answer>() {
  const fetcher = useFetcher<Answer>();
  const sentIn = useRef(getTabSession());
  const submit = sendForm(fetcher);
  return {
    fetcher,
    answer: sentIn.current === getTabSession() ? fetcher.data : undefined,
    send(event: SubmitEvent<HTMLFormElement>) {
      sentIn.current = getTabSession();
      submit(event);
    },
  };
}
