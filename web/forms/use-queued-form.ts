import { type SubmitEvent, startTransition, useEffect, useRef, useState } from "react";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { useResponse } from "#web/router/use-response.ts";
import { getTabSession } from "#web/session/tab-session.ts";
import { stopOffline } from "#web/ui/stop-offline.ts";

interface QueuedForm {
  readonly form: FormData;
  readonly tabSession: number;
}

/**
 * For a button that can be pressed again before the first response, and whose outcome is shown immediately. The forms
 * are sent one after the other, because a new request would cancel one that may or may not have reached the server.
 * `pending` lists the forms without a response, oldest first. `onResponse` is called once for each response.
 *
 * When the member signs out or someone else signs in, the forms that are still waiting are not sent, and `response`
 * becomes undefined, so that no member sees what another did.
 */
export function useQueuedForm<Result extends object>(
  action: string,
  onResponse: (response: Result) => void = () => {},
) {
  const { state, formData, data, submit } = useFetcher<Result>();
  const [waiting, setWaiting] = useState<readonly QueuedForm[]>([]);
  const sent = useRef<QueuedForm>(undefined);
  const previousSessionData = useRef<Result>(undefined);

  useEffect(() => {
    const [next] = waiting;
    // `next` may have been sent already, if the button was pressed again before the fetcher's new state was rendered.
    if (state !== "idle" || !next || next === sent.current) return;
    // The fetcher changes its state in a transition, so this does too: both changes must be rendered together.
    startTransition(() => setWaiting((forms) => forms.filter((form) => form !== next)));
    if (next.tabSession !== getTabSession()) return;
    if (sent.current?.tabSession !== next.tabSession) previousSessionData.current = data;
    sent.current = next;
    void submit(next.form, { action, method: "post" });
  }, [state, waiting, data, submit, action]);

  const isOwn = sent.current?.tabSession === getTabSession() && data !== previousSessionData.current;
  const response = isOwn ? data : undefined;
  useResponse<Result>({ data: response, state }, onResponse);
  const add = (form: FormData) => setWaiting((forms) => [...forms, { form, tabSession: getTabSession() }]);
  return {
    response,
    pending: [...(formData ? [formData] : []), ...waiting.map(({ form }) => form)],
    send(event: SubmitEvent<HTMLFormElement>) {
      if (stopOffline(event)) return;
      event.preventDefault();
      add(new FormData(event.currentTarget, event.submitter));
    },
    /** Sends fields that aren't in a form. */
    sendFields(fields: Readonly<Record<string, string>>) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      add(form);
    },
  };
}
