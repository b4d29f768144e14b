import { type SubmitEvent, useState } from "react";
import { hasSessionCookie } from "#web/page/page-cookies.ts";
import { useFetcher, useResponse } from "#web/router/use-fetcher.ts";
import { refreshSession } from "#web/session/refresh-session.ts";
import { cancelIfOffline } from "#web/ui/cancel-if-offline.ts";

interface FormOptions<Result> {
  readonly action: string;
  readonly encType?: "multipart/form-data" | undefined;
  /** Forms with the same key share their state. */
  readonly key?: string;
  readonly onResponse?: (result: Result) => void;
}

/** Sends a form, after refreshing the session: its access token may have expired while the member typed. */
export function useForm<Result extends object>({
  action,
  encType,
  key,
  onResponse = () => {},
}: FormOptions<Result>) {
  const fetcher = useFetcher<Result>(key);
  const [isRefreshing, setIsRefreshing] = useState(false);
  useResponse(fetcher, onResponse);
  const busy = isRefreshing || fetcher.state !== "idle";
  async function send(values: FormData | Record<string, string>): Promise<void> {
    if (busy) return;
    if (hasSessionCookie()) {
      setIsRefreshing(true);
      await refreshSession();
      setIsRefreshing(false);
    }
    await fetcher.submit(values, { method: "post", action, encType });
  }
  return {
    response: fetcher.data,
    busy,
    send,
    submit(event: SubmitEvent<HTMLFormElement>) {
      if (cancelIfOffline(event)) return;
      event.preventDefault();
      void send(new FormData(event.currentTarget, event.submitter));
    },
  };
}

/**
 * Returns an ID for one form submission, or "" where the browser can't create a UUID (over plain HTTP from another
 * machine). In that case, the server creates the ID.
 */
export function createRequestId(): string {
  return typeof crypto.randomUUID === "function" ? crypto.randomUUID() : "";
}

export const focusInvalidField = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
