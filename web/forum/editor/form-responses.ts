import { data, redirect } from "react-router";
import type { Notice } from "#core/notices.ts";
import type { Submission } from "#web/forms/handle-intent.ts";
import { isScriptRequest } from "#web/forms/script-request.ts";
import { attempt, type Refusal } from "#web/operation.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { type EditorResult, enterTag, type PostValues, parsePostForm } from "./post-form.ts";

/**
 * The buttons that only change the form on pages without JavaScript. One that removes a tag has no intent of its own,
 * and its name is the tag.
 */
export const FORM_BUTTONS = {
  "": ({ form }: Submission) => {
    const values = parsePostForm(form);
    const removedTag = form.get("remove-tag");
    return returnForm({ ...values, tags: values.tags.filter((tag) => tag !== removedTag) });
  },
  write: ({ form }: Submission) => returnForm(parsePostForm(form)),
  "add-tag": ({ form }: Submission) => {
    const values = parsePostForm(form);
    const { tags, newTag, problem } = enterTag(values.tags, values.newTag);
    return returnForm({ ...values, tags, newTag }, problem ? { tags: problem } : {});
  },
  preview: async ({ context, form }: Submission) => {
    const values = parsePostForm(form);
    const result = await attempt(context, (app, viewer) => app.forum.previewMarkdown(viewer, values.content));
    return result.ok ? returnForm(values, {}, result.value) : rejectForm(values, result);
  },
};

function returnForm(
  values: PostValues,
  fields: Record<string, string> = {},
  previewHtml: string | null = null,
) {
  return { ok: false, values, refusal: null, fields, previewHtml } satisfies EditorResult;
}

/** Returns the form with everything typed and the error messages. */
export function rejectForm(values: PostValues, { refusal, status }: { refusal: Refusal; status: number }) {
  const editorResult: EditorResult = {
    ok: false,
    values,
    refusal,
    fields: refusal.fields,
    previewHtml: null,
  };
  return data(editorResult, { status });
}

/** On success redirects with a notice, or returns both to scripts. With a post's id, the notice links to the post. */
export function finishEditing(request: Request, notice: Notice, to: string, postId?: string) {
  if (isScriptRequest(request)) {
    return { ok: true, notice, to, ...(postId ? { postId } : {}) } satisfies EditorResult;
  }
  return redirect(to, { headers: { "Set-Cookie": createNoticeCookie(notice, postId) } });
}
