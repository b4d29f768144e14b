import { data, redirect } from "react-router";
import { answerForm, type Change } from "#web/forms/answer-form.ts";
import { describeFailure } from "#web/forms/client-action.ts";
import type { Submission } from "#web/forms/handle-intent.ts";
import { attempt, type Refusal } from "#web/operation.ts";
import { getNotice } from "#web/page/notice.ts";
import { toast } from "#web/ui/toast.tsx";
import { discardPublishedBackups } from "./local-backup.ts";
import { type EditorResult, enterTag, type PostValues, parsePostForm } from "./post-form.ts";
import { STORED_LOCALLY } from "./send-draft.ts";

/**
 * The handlers, by intent, of the buttons that only change the form, for use without JavaScript. The buttons that
 * remove a tag have no intent; they are named "remove-tag".
 */
export const FORM_BUTTON_HANDLERS = {
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
    return result.ok
      ? returnForm(values, {}, result.value)
      : data(toRefusedResult(values, result.refusal), { status: result.status });
  },
};

function returnForm(
  values: PostValues,
  fieldErrors: Record<string, string> = {},
  previewHtml: string | null = null,
) {
  return { ok: false, values, refusal: null, fieldErrors, previewHtml } satisfies EditorResult;
}

/** Like `answerForm`, but a refusal contains everything that was typed. */
export const answerEditor = <Result>(submission: Submission, values: PostValues, change: Change<Result>) =>
  answerForm<Result, undefined, ReturnType<typeof toRefusedResult>>(submission, {
    ...change,
    describeRefusal: async (refusal, error) =>
      toRefusedResult(values, (await change.describeRefusal?.(refusal, error)) ?? refusal),
  });

const toRefusedResult = (values: PostValues, { code, title, message, fieldErrors, conflict }: Refusal) =>
  ({
    ok: false,
    // After a conflict, the author has been shown the current text, so the next attempt replaces that version.
    values: { ...values, version: conflict?.version ?? values.version },
    refusal: { code, title, message, fieldErrors, conflict },
    fieldErrors,
    previewHtml: null,
  }) satisfies EditorResult;

/** Publishes an article's discussion. If it already has one, redirects to that and saves the text as a draft. */
export function publishDiscussion(submission: Submission, values: PostValues) {
  let hasEarlierDiscussion = false;
  return answerEditor(submission, values, {
    async run({ forum, news }, viewer) {
      const { postId, alreadyExists } = await news.publishDiscussion(viewer, values.articleId, values);
      hasEarlierDiscussion = alreadyExists;
      if (alreadyExists) await forum.saveDraft(viewer, values);
      return postId;
    },
    notice: () => (hasEarlierDiscussion ? "discussion-exists" : "post-created"),
    to: (postId) => (hasEarlierDiscussion ? `/forum/${postId}` : "/forum"),
    getPostId: (postId) => (hasEarlierDiscussion ? undefined : postId),
    describeRefusal: (refusal) =>
      hasEarlierDiscussion
        ? {
            ...refusal,
            message: `This article already has a discussion, and your draft couldn't be saved. ${refusal.message}`,
          }
        : refusal,
  });
}

/** The editors' client action. Returns a failure as an error message, so that the text isn't lost. */
export async function sendPost(request: Request, serverAction: () => Promise<unknown>) {
  const values = parsePostForm(await request.clone().formData());
  const result = await serverAction().then(
    (value) => value as EditorResult,
    (error: unknown): EditorResult => {
      if (error instanceof Response) throw error;
      const message = describeFailure(error);
      return {
        ok: false,
        values,
        refusal: {
          code: "timeout",
          title: "Error",
          message: `${message} ${STORED_LOCALLY}`,
          fieldErrors: {},
        },
        fieldErrors: {},
        previewHtml: null,
      };
    },
  );
  if (!result.ok) return data(result, { status: 422 });
  discardPublishedBackups(values.requestId);
  if (result.notice) toast(getNotice(result.notice, result.postId));
  throw redirect(result.to ?? "/forum");
}
