import { useState } from "react";
import { hasSessionCookie } from "#web/page/page-cookies.ts";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { useResponse } from "#web/router/use-response.ts";

interface FormOptions<Result> {
  readonly action: string;
  readonly encType?: "multipart/form-data" | undefined;
  /** Called once for each response. */
  readonly onResponse: (result: Result) => void;
}

/**
 * Sends a form with something to fill in. A member's session is refreshed first, because the access token may have
 * expired while they were typing.
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
      if (hasSessionCookie()) {
        setIsRefreshing(true);
        await import("#web/session/refresh-session.ts")
          .then(({ refreshSession }) => refreshSession())
          .catch(() => {});
        setIsRefreshing(false);
      }
      await fetcher.submit(values, { method: "post", action, encType });
    },
  };
}

/** Moves the focus to a form's first invalid field. */
export const focusInvalidField = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
