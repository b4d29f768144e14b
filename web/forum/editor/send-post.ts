import { data, isRouteErrorResponse, redirect } from "react-router";
import { getNotice } from "#web/shell/notice.ts";
import { toast } from "#web/ui/toast.tsx";
import { endBackups } from "./local-backup.ts";
import { type EditorAnswer, readPostForm } from "./post-form.ts";
import { STORED_LOCALLY } from "./send-draft.ts";

/**
 * The client action of the editors: redirects on success, and turns a network failure into an error message, so that
 * the form and its content stay.
 */
export async function sendPost(request: Request, serverAction: () => Promise<unknown>) {
  const values = readPostForm(await request.clone().formData());
  const answer = await serverAction().then(
    (value) => value as EditorAnswer,
    (error: unknown): EditorAnswer => {
      if (error instanceof Response) throw error;
      const message =
        isRouteErrorResponse(error) || !(error instanceof TypeError)
          ? "something went wrong on our side."
          : "we can't reach the server.";
      return {
        ok: false,
        values,
        refusal: { code: "timeout", title: "Error", message: `${message} ${STORED_LOCALLY}`, fields: {} },
        fields: {},
        previewHtml: null,
      };
    },
  );
  if (!answer.ok) return data(answer, { status: 422 });
  endBackups(values.requestId);
  toast(getNotice(answer.notice, answer.postId));
  throw redirect(answer.to);
}
