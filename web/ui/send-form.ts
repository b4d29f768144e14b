import type { SubmitEvent } from "react";
import type { FetcherWithComponents } from "react-router";
import { stopOffline } from "./stop-offline.ts";

/**
 * A plain form's `onSubmit` that sends it through a fetcher. React Router's `fetcher.Form` does the same, and costs the
 * server as much as a link of its own for each form of a list.
 */
export function sendForm(fetcher: Pick<FetcherWithComponents<unknown>, "submit">) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    if (stopOffline(event)) return;
    event.preventDefault();
    void fetcher.submit((event.submitter as HTMLButtonElement | null) ?? event.currentTarget);
  };
}
