import { data, isRouteErrorResponse, redirect } from "react-router";
import { getNotice } from "#web/page/notice.ts";
import { toast } from "#web/ui/toast.tsx";
import { discardPublishedBackups } from "./local-backup.ts";
import { type EditorResult, parsePostForm } from "./post-form.ts";
import { STORED_LOCALLY } from "./send-draft.ts";

/** The editors' client action. Returns a network failure as an error message, so that the text stays. */
export async function sendPost(request: Request, serverAction: () => Promise<unknown>) {
  const values = parsePostForm(await request.clone().formData());
  const result = await serverAction().then(
    (value) => value as EditorResult,
    (error: unknown): EditorResult => {
      if (error instanceof Response) throw error;
      const message =
        isRouteErrorResponse(error) || !(error instanceof TypeError)
          ? "Something went wrong on our side."
          : "We can't reach the server.";
      return {
        ok: false,
        values,
        refusal: { code: "timeout", title: "Error", message: `${message} ${STORED_LOCALLY}`, fields: {} },
        fields: {},
        previewHtml: null,
      };
    },
  );
  if (!result.ok) return data(result, { status: 422 });
  discardPublishedBackups(values.requestId);
  if (result.notice) toast(getNotice(result.notice, result.postId));
  throw redirect(result.to ?? "/forum");
}
