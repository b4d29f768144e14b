import { data, isRouteErrorResponse } from "react-router";
import { NOTICES } from "#core/notices.ts";
import { toast } from "#web/ui/toast.tsx";
import type { SettingsAnswer } from "./answer-settings.ts";

/**
 * The browser's side of the settings' actions: a server that cannot be reached becomes a refusal, so that the form
 * stays with everything in it.
 */
export async function sendSettings({
  request,
  serverAction,
}: {
  request: Request;
  serverAction: () => Promise<unknown>;
}) {
  const intent = String((await request.clone().formData()).get("intent") ?? "");
  const answer = await serverAction().then(
    (value) => value as SettingsAnswer,
    (error: unknown): SettingsAnswer => {
      if (error instanceof Response) throw error;
      const isTooLarge = isRouteErrorResponse(error) && error.status === 413;
      const message = isTooLarge
        ? "What was sent is too large."
        : isRouteErrorResponse(error) || !(error instanceof TypeError)
          ? "Something went wrong on our side. Nothing was changed."
          : "We can't reach the server. Try again in a moment.";
      return { ok: false, intent, title: "Error", message, fields: {}, typed: {} };
    },
  );
  // A refusal has the page's data stay as they are, and with them what was typed.
  if (!answer.ok) return data(answer, { status: 422 });
  toast(NOTICES[answer.notice]);
  return answer;
}
