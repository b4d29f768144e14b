import type { RouterContextProvider } from "react-router";
import { attempt } from "#web/operation.ts";
import { finishEditing, rejectForm } from "./form-responses.ts";
import type { PostValues } from "./post-form.ts";

/**
 * Publishes a news article's discussion. If someone else has already published one, redirects to it and saves the text
 * as a draft.
 */
export async function publishDiscussion(
  request: Request,
  context: Readonly<RouterContextProvider>,
  values: PostValues,
) {
  const published = await attempt(context, (app, viewer) =>
    app.news.publishDiscussion(viewer, values.articleId, values),
  );
  if (!published.ok) return rejectForm(values, published);
  const { postId, isPublished } = published.value;
  if (isPublished) return finishEditing(request, "post-created", "/forum", postId);

  const saved = await attempt(context, (app, viewer) => app.forum.saveDraft(viewer, values));
  if (saved.ok) return finishEditing(request, "discussion-exists", `/forum/${postId}`);
  const message = `Someone else has already started this article's discussion, and your draft couldn't be saved. ${saved.refusal.message}`;
  return rejectForm(values, { ...saved, refusal: { ...saved.refusal, message } });
}
