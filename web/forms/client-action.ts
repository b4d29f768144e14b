import { data, isRouteErrorResponse, redirect } from "react-router";
import { NOTICES } from "#core/notices.ts";
import { toast } from "#web/ui/toast.tsx";
import type { FormResult } from "./answer-form.ts";
import { describeRefusedRequest } from "./describe-refused-request.ts";

/** The message for a request that failed before its action returned a result. */
export function describeFailure(error: unknown): string {
  if (error instanceof TypeError) return "We can't reach the server. Please try again in a moment.";
  if (!isRouteErrorResponse(error) || error.status >= 500)
    return "Something went wrong on our side. Nothing was changed.";
  return describeRefusedRequest(error);
}

/** The client action of pages with forms. Turns failed requests into form errors, so that the user's input isn't lost. */
export async function sendToServer({
  request,
  serverAction,
}: {
  request: Request;
  serverAction: () => Promise<unknown>;
}) {
  const intent = String((await request.clone().formData()).get("intent") ?? "");
  const result = await serverAction().then(
    (value) => value as FormResult,
    (error: unknown): FormResult => {
      if (error instanceof Response) throw error;
      const message = describeFailure(error);
      return { ok: false, intent, code: "timeout", title: "Error", message, fieldErrors: {}, input: {} };
    },
  );
  // With an error status, the router doesn't reload the page's data, so the user's input isn't lost. After a conflict,
  // the page must load the newer version.
  if (!result.ok) return result.code === "settings_changed" ? result : data(result, { status: 422 });
  if (result.notice) toast(NOTICES[result.notice]);
  if (result.to !== undefined) throw redirect(result.to);
  return result;
}
