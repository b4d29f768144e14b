import { Suspense, useEffect } from "react";
import { createPath, isRouteErrorResponse, useLocation } from "react-router";
import { BUG, INVALID_REQUEST } from "#core/messages.ts";
import { describeRefusedRequest } from "#web/forms/describe-refused-request.ts";
import type { Refusal } from "#web/operation.ts";
import { isNetworkError } from "#web/router/connection.ts";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { UNREACHABLE } from "#web/ui/cancel-if-offline.ts";
import { describeUnreachable } from "./connection-toast.ts";
import { ErrorMessage } from "./error-message.tsx";

// Loaded on demand: it is shown only after the server has responded, so its code can be fetched too.
const RefusalPage = lazyComponent(() => import("./refusal-page.tsx"));

export function ErrorPage({ error }: { error: unknown }) {
  const currentLocation = useLocation();
  // An error that isn't a response replaces the page, which may be scrolled down, so scroll up to the message.
  const isErrorResponse = isRouteErrorResponse(error);
  useEffect(() => {
    if (!isErrorResponse) window.scrollTo(0, 0);
  }, [isErrorResponse]);
  if (isErrorResponse) {
    const refusal = isRefusal(error.data) ? error.data : undefined;
    if (error.status === 404 || refusal)
      return (
        <Suspense>
          <RefusalPage refusal={refusal} />
        </Suspense>
      );
  }
  // Without a connection, loading the document would replace the page with the browser's own error.
  const isOffline = isNetworkError(error);
  const { title, message } = isOffline
    ? { ...UNREACHABLE, message: describeUnreachable(currentLocation.pathname) }
    : isErrorResponse && error.status < 500
      ? { ...INVALID_REQUEST, message: describeRefusedRequest(error) }
      : BUG;
  return (
    <ErrorMessage title={title} message={message}>
      <ButtonLink to={createPath(currentLocation)} reloadDocument={!isOffline} replace>
        Try again
      </ButtonLink>
      <ButtonLink to="/" variant="quiet">
        Return to Home
      </ButtonLink>
    </ErrorMessage>
  );
}

function isRefusal(value: unknown): value is Refusal {
  return (
    typeof value === "object" && value !== null && "code" in value && "title" in value && "message" in value
  );
}
