import { type SubmitEvent, startTransition, useEffect, useRef, useState } from "react";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { stopOffline } from "#web/ui/stop-offline.ts";
import { getTabSession } from "./tab-session.ts";

/**
 * A fetcher for a member's own form. Forms are sent one after the other, because a new request would cancel one that
 * may or may not have reached the server; `pending` has those without a response, oldest first. `result` is undefined
 * if someone else has signed in, or the member signed out, since the form was sent, so that no member sees what
 * another did.
 */
export function useOwnFetcher<Result>() {
  const { state, formData, data, submit } = useFetcher<Result>();
  const tabSession = useRef(getTabSession());
  const [waiting, setWaiting] = useState<readonly FormData[]>([]);
  const action = useRef("");

  useEffect(() => {
    const [next, ...rest] = waiting;
    if (state !== "idle" || !next) return;
    // In one render with the fetcher's own change, which is a transition too.
    startTransition(() => setWaiting(rest));
    if (tabSession.current === getTabSession()) void submit(next, { action: action.current, method: "post" });
  }, [state, waiting, submit]);

  return {
    isIdle: state === "idle",
    result: tabSession.current === getTabSession() ? data : undefined,
    pending: formData ? [formData, ...waiting] : waiting,
    send(event: SubmitEvent<HTMLFormElement>) {
      if (stopOffline(event)) return;
      event.preventDefault();
      const form = event.currentTarget;
      tabSession.current = getTabSession();
      action.current = form.getAttribute("action") ?? "";
      setWaiting([...waiting, new FormData(form, event.submitter)]);
    },
  };
}
