import type { SubmitEvent } from "react";
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
