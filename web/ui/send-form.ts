import type { SubmitEvent } from "react";
import type { FetcherWithComponents } from "react-router";
import { stopOffline } from "./stop-offline.ts";

/**
 * An `onSubmit` handler that sends a plain form through a fetcher. React Router's `fetcher.Form` does the same,
 * but costs the server as much as one of its links for each form of a list.
 */
export function sendForm(fetcher: Pick<FetcherWithComponents<unknown>, "submit">) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    if (stopOffline(event)) return;
    event.preventDefault();
    void fetcher.submit((event.submitter as HTMLButtonElement | null) ?? event.currentTarget);
  };
}
