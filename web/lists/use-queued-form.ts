import { type SubmitEvent, startTransition, useEffect, useRef, useState } from "react";
import type { Refusal } from "#web/operation.ts";
import { createSignInLink } from "#web/page/sign-in-link.ts";
import { useFetcher, useResponse } from "#web/router/use-fetcher.ts";
import { getTabSession } from "#web/session/tab-session.ts";
import { cancelIfOffline } from "#web/ui/cancel-if-offline.ts";
import { toast } from "#web/ui/toast.tsx";

interface QueuedForm {
  readonly form: FormData;
  readonly tabSession: number;
}

/**
 * For a button that can be pressed again before the first response arrives, and whose outcome is shown immediately. The
 * forms are sent one after the other, because a new request would cancel one that may or may not have reached the
 * server. `pending` lists the forms without a response, oldest first. `onResponse` is called once for each response.
 *
 * When the member signs out or someone else signs in, the forms that are still waiting are not sent, and `response`
 * becomes undefined, so that no member sees what another did.
 */
export function useQueuedForm<Result extends object>(
  action: string,
  onResponse: (response: Result) => void = () => {},
) {
  const { state, formData, data, submit } = useFetcher<Result>();
  const [waitingForms, setWaitingForms] = useState<readonly QueuedForm[]>([]);
  const lastSentForm = useRef<QueuedForm>(undefined);
  const previousSessionData = useRef<Result>(undefined);

  useEffect(() => {
    const [next] = waitingForms;
    // `next` may have been sent already, if the button was pressed again before the fetcher's new state was rendered.
    if (state !== "idle" || !next || next === lastSentForm.current) return;
    // The fetcher changes its state in a transition, so this does too: both changes must be rendered together.
    startTransition(() => setWaitingForms((forms) => forms.filter((form) => form !== next)));
    if (next.tabSession !== getTabSession()) return;
    if (lastSentForm.current?.tabSession !== next.tabSession) previousSessionData.current = data;
    lastSentForm.current = next;
    void submit(next.form, { action, method: "post" });
  }, [state, waitingForms, data, submit, action]);

  const latestWaitingForms = useRef(waitingForms);
  latestWaitingForms.current = waitingForms;
  // Once the page is left, only the browser can send what it has already shown as done.
  useEffect(() => {
    const leave = () => {
      for (const waiting of latestWaitingForms.current)
        if (waiting !== lastSentForm.current && waiting.tabSession === getTabSession())
          navigator.sendBeacon(`${action}.data`, waiting.form);
      // The page may be shown again.
      setWaitingForms([]);
    };
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [action]);

  const isFromThisSession =
    lastSentForm.current?.tabSession === getTabSession() && data !== previousSessionData.current;
  const response = isFromThisSession ? data : undefined;
  useResponse<Result>({ data: response, state }, onResponse);
  const add = (form: FormData) =>
    setWaitingForms((forms) => [...forms, { form, tabSession: getTabSession() }]);
  return {
    response,
    pending: [...(formData ? [formData] : []), ...waitingForms.map(({ form }) => form)],
    send(event: SubmitEvent<HTMLFormElement>) {
      if (cancelIfOffline(event)) return;
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

/** Shows why a form was refused. A refusal with the code `signInCode` gets a link to sign in and return to the page. */
export function showRefusal({ code, title, message }: Refusal, signInCode?: Refusal["code"]): void {
  const refusal = { title, description: message, destructive: true };
  toast(
    code === signInCode
      ? { ...refusal, link: createSignInLink(location.pathname + location.search) }
      : refusal,
  );
}
