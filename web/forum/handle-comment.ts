import { data, type RouterContextProvider, redirect } from "react-router";
import { NOTICES, type Notice } from "#core/notices.ts";
import { hasVisibleText } from "#core/text.ts";
import { isScriptRequest } from "#web/forms/script-request.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { attempt, type Refusal } from "#web/operation.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { getForm } from "#web/server-context.ts";
import type { ToastMessage } from "#web/ui/toast.tsx";

/** The result for a comment form: success, or the error and what was typed. */
export type CommentFormResult =
  | { readonly ok: true; readonly message: ToastMessage; readonly id: string | null }
  | {
      readonly ok: false;
      readonly intent: string;
      readonly refusal: Refusal;
      readonly content: string;
      readonly commentId: string;
    };

interface CommentRequest {
  readonly request: Request;
  readonly params: { readonly postId: string };
  readonly context: Readonly<RouterContextProvider>;
}

/** Handles the forms below a post (comment, reply, edit, delete) for the post's page and for a thread's own page. */
export async function handleComment({ request, params, context }: CommentRequest) {
  const form = getForm(context);
  const text = (name: string) => getTextField(form, name);
  const intent = text("intent");
  const commentId = text("commentId");
  const content = text("content");

  // A blank comment does nothing and shows no message (specification, section 5).
  if (intent !== "delete" && !hasVisibleText(content)) return succeed(request, null, null);

  if (intent === "edit") {
    const result = await attempt(context, (app, viewer) =>
      app.forum.editComment(viewer, { id: commentId, content }),
    );
    if (!result.ok)
      return isBlank(result)
        ? succeed(request, null, null)
        : respondWithRefusal(result, intent, content, commentId);
    return succeed(request, "comment-edited", commentId);
  }
  if (intent === "delete") {
    const result = await attempt(context, (app, viewer) => app.forum.deleteComment(viewer, commentId));
    if (!result.ok) return respondWithRefusal(result, intent, content, commentId);
    return succeed(request, "comment-deleted", null);
  }
  const result = await attempt(context, (app, viewer) =>
    app.forum.addComment(viewer, {
      postId: params.postId,
      parentId: text("parentId") || null,
      content,
      requestId: text("requestId") || null,
    }),
  );
  if (!result.ok) {
    if (isBlank(result)) return succeed(request, null, null);
    return respondWithRefusal(result, intent, content, text("parentId"));
  }
  return succeed(request, "comment-posted", result.value.id);
}

/** Also Markdown that shows nothing, such as an empty link. */
const isBlank = ({ refusal }: { refusal: Refusal }) => refusal.code === "missing_information";

function succeed(request: Request, notice: Notice | null, id: string | null) {
  const url = new URL(request.url);
  if (!isScriptRequest(request)) {
    const anchor = id ? `#comment-${id}` : "#comments";
    throw redirect(
      url.pathname + url.search + anchor,
      notice ? { headers: { "Set-Cookie": createNoticeCookie(notice) } } : {},
    );
  }
  return notice ? ({ ok: true, message: NOTICES[notice], id } satisfies CommentFormResult) : null;
}

function respondWithRefusal(
  { refusal, status }: { refusal: Refusal; status: number },
  intent: string,
  content: string,
  commentId: string,
) {
  return data({ ok: false, intent, refusal, content, commentId } satisfies CommentFormResult, { status });
}
