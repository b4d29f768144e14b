import { useState } from "react";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { useResponse } from "#web/router/use-response.ts";
import { refreshSession } from "#web/session/refresh-session.ts";

interface FormOptions<Result> {
  readonly action: string;
  readonly encType?: "multipart/form-data" | undefined;
  /** Called once for each response. */
  readonly onResponse: (result: Result) => void;
}

/**
 * Sends a member's form. The session is refreshed first, because the access token may have expired on a page that has
 * been open for a while.
 */
export function useForm<Result extends object>({ action, encType, onResponse }: FormOptions<Result>) {
  const fetcher = useFetcher<Result>();
  const [isRefreshing, setIsRefreshing] = useState(false);
  useResponse(fetcher, onResponse);
  const busy = isRefreshing || fetcher.state !== "idle";
  return {
    response: fetcher.data,
    busy,
    async send(values: FormData): Promise<void> {
      if (busy) return;
      setIsRefreshing(true);
      await refreshSession();
      setIsRefreshing(false);
      await fetcher.submit(values, { method: "post", action, encType });
    },
  };
}

/** Moves the focus to a form's first invalid field. */
export const focusInvalidField = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
