import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { NOTICES, type Notice } from "#core/notices.ts";
import { hasVisibleText } from "#core/text.ts";
import type { App } from "#server/app.ts";
import { answerForm, type FormResult } from "#web/forms/answer-form.ts";
import { type ActionArgs, handleIntent, type Submission } from "#web/forms/handle-intent.ts";
import type { ToastMessage } from "#web/ui/toast.tsx";

/** The response to a comment form. If the value is null, the comment was blank and nothing happened. */
export type CommentFormResult = FormResult<CommentChange | null>;

interface CommentChange {
  readonly message: ToastMessage;
  readonly id: string | null;
}

type Forum = App["forum"];

/** Handles the forms below a post (comment, reply, edit, delete) on the post's page and on a comment's own page. */
export const handleComment = ({ params: { postId }, ...args }: ActionArgs & { params: { postId: string } }) =>
  handleIntent(args, {
    comment: (submission) => {
      const { text } = submission;
      return answerCommentForm(submission, "comment-posted", async (forum, viewer) => {
        const { id } = await forum.addComment(viewer, {
          postId,
          parentId: text("parentId") || null,
          content: text("content"),
          requestId: text("requestId") || null,
        });
        return id;
      });
    },
    edit: (submission) => {
      const id = submission.text("commentId");
      return answerCommentForm(submission, "comment-edited", async (forum, viewer) => {
        await forum.editComment(viewer, {
          id,
          content: submission.text("content"),
          version: submission.text("version"),
        });
        return id;
      });
    },
    delete: (submission) =>
      answerCommentForm(submission, "comment-deleted", async (forum, viewer) => {
        await forum.deleteComment(viewer, submission.text("commentId"));
        return null;
      }),
  });

function answerCommentForm(
  submission: Submission,
  notice: Notice,
  run: (forum: Forum, viewer: Viewer) => Promise<string | null>,
) {
  const { pathname, search } = new URL(submission.request.url);
  return answerForm(submission, {
    async run({ forum }, viewer): Promise<CommentChange | null> {
      // A blank comment does nothing and shows no message (specification, section 5).
      if (submission.intent !== "delete" && !hasVisibleText(submission.text("content"))) return null;
      try {
        return { message: NOTICES[notice], id: await run(forum, viewer) };
      } catch (error) {
        // Markdown that renders as nothing, such as an empty link, is blank as well.
        if (error instanceof AppError && error.code === "missing_information") return null;
        throw error;
      }
    },
    notice: (change) => change && notice,
    to: (change) => `${pathname}${search}${change?.id ? `#comment-${change.id}` : "#comments"}`,
    // The other forms show their refusal next to the text.
    ...(submission.intent === "delete" && { refusalPath: pathname + search }),
    getValue: (change: CommentChange | null) => change,
  });
}
