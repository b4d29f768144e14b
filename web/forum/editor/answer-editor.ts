import { data, type RouterContextProvider, redirect } from "react-router";
import type { Notice } from "#core/notices.ts";
import { attempt, type Refusal } from "#web/operation.ts";
import { noticeCookie } from "#web/shell/notice.ts";
import { isScriptRequest } from "#web/shell/script-request.ts";
import { type EditorAnswer, enterTag, type PostValues } from "./post-form.ts";

type Context = Readonly<RouterContextProvider>;

/** Handles the buttons that only change the form on pages without JavaScript; null for other buttons. */
export async function answerFormButton(context: Context, form: FormData, values: PostValues) {
  const removed = form.get("remove-tag");
  if (removed !== null) return back({ ...values, tags: values.tags.filter((tag) => tag !== removed) });
  switch (form.get("intent")) {
    case "write":
      return back(values);
    case "add-tag": {
      const { tags, newTag, problem } = enterTag(values.tags, values.newTag);
      return back({ ...values, tags, newTag }, problem ? { tags: problem } : {});
    }
    case "preview": {
      const result = await attempt(context, (app, viewer) =>
        app.forum.previewMarkdown(viewer, values.content),
      );
      return result.ok ? back(values, {}, result.value) : refuse(values, result);
    }
    default:
      return null;
  }
}

function back(values: PostValues, fields: Record<string, string> = {}, previewHtml: string | null = null) {
  return { ok: false, values, refusal: null, fields, previewHtml } satisfies EditorAnswer;
}

/** Returns the form with everything typed and the error messages. */
export function refuse(values: PostValues, { refusal, status }: { refusal: Refusal; status: number }) {
  const answer: EditorAnswer = { ok: false, values, refusal, fields: refusal.fields, previewHtml: null };
  return data(answer, { status });
}

/** On success redirects with a notice, or returns both to scripts. With a post's id, the notice links to the post. */
export function finish(request: Request, notice: Notice, to: string, postId?: string) {
  if (isScriptRequest(request)) {
    return { ok: true, notice, to, ...(postId ? { postId } : {}) } satisfies EditorAnswer;
  }
  return redirect(to, { headers: { "Set-Cookie": noticeCookie(notice, postId) } });
}
